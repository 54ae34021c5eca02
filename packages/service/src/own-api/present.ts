// Explanations, plans and history as the wire shows them.
import type * as wire from "@muster/contract";
import { type Cause, causeSentence, type Explanation, type InstallPlan, type Patch } from "@muster/core";
import type { HistoryEntry } from "../history/read.ts";
import { defined } from "../present/defined.ts";
import { wireTime } from "../present/wire-text.ts";

const moment = (instant: number | null | undefined): string | undefined =>
  instant === null || instant === undefined ? undefined : wireTime(instant);

export const presentCause = (cause: Cause): wire.Cause => {
  const { id, level, subject, found, needed, remedy, evidence } = cause;
  return defined({
    id,
    level,
    subject: { ...subject },
    says: causeSentence(cause),
    found,
    needed,
    remedy,
    evidence: defined({
      observation: evidence.observation,
      detail: evidence.detail,
      observed_at: moment(evidence.observedAt),
    }),
    until: moment(cause.until),
    link: `/docs/causes#${id}`,
  });
};

export const presentExplanation = (explanation: Explanation): wire.Explanation =>
  defined({
    subject: { ...explanation.subject },
    status: explanation.status,
    status_info: explanation.statusInfo,
    status_since: wireTime(explanation.statusSince),
    outlook: explanation.outlook,
    next_status: explanation.nextStatus ?? undefined,
    summary: explanation.summary,
    causes: explanation.causes.map(presentCause),
  });

export function presentPlan({ cluster, ...plan }: InstallPlan): wire.InstallPlan {
  return {
    cluster_id: cluster.id,
    name: cluster.name,
    state: plan.state,
    summary: plan.summary,
    openshift_version: cluster.openshiftVersion,
    release_image: cluster.releaseImage,
    platform: cluster.platform.type,
    network_type: cluster.networkType,
    api_vips: cluster.apiVips.map(({ ip }) => ip),
    ingress_vips: cluster.ingressVips.map(({ ip }) => ip),
    machine_networks: [...cluster.machineNetworks],
    cluster_networks: cluster.clusterNetworks.map(({ cidr }) => cidr),
    service_networks: [...cluster.serviceNetworks],
    operators: cluster.monitoredOperators.map(({ name }) => name),
    hosts: plan.hosts.map(({ installDisk, ...host }) =>
      defined({
        id: host.id,
        hostname: host.hostname,
        role: host.role,
        role_from: host.roleFrom,
        bootstrap: host.bootstrap,
        install_disk:
          installDisk === null
            ? undefined
            : defined({
                id: installDisk.id,
                path: installDisk.path,
                size_bytes: installDisk.sizeBytes,
                model: installDisk.model || undefined,
                serial: installDisk.serial || undefined,
              }),
        formatted_disks: [...host.formattedDisks],
        addresses: [...host.addresses],
        stages: [...host.stages],
      }),
    ),
    boot_order: plan.bootOrder.map((group) => [...group]),
    steps: plan.steps.map(({ id, title, detail, hostIds, timeoutSeconds }) =>
      defined({ id, title, detail, host_ids: [...hostIds], timeout_seconds: timeoutSeconds ?? undefined }),
    ),
    blockers: plan.blockers.map(presentCause),
    warnings: plan.warnings.map(presentCause),
  };
}

export const presentChange = ({ patch, ...entry }: HistoryEntry): wire.HistoryChange =>
  defined({
    position: entry.position,
    at: wireTime(entry.at),
    kind: entry.kind,
    id: entry.id,
    fate: entry.fate,
    causes: entry.causes.map(({ kind, operation, step, requestId }) =>
      defined({ kind, operation, step, request_id: requestId }),
    ),
    patch: entry.fate === "deleted" || entry.fate === "left" ? undefined : presentPatch(patch),
  });

const snake = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields of the domain under the names of the wire, and times as such. */
const presentPatch = (patch: Patch): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(patch).map(([key, value]) => {
      if (key === "registeredAt" && typeof value === "number") return [snake(key), wireTime(value)];
      if (key !== "touched") return [snake(key), value];
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([field, at]) => [snake(field), wireTime(Number(at))])),
      ];
    }),
  );
