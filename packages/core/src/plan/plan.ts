// What an install would do now, and what would keep it from beginning. Nothing is changed.
import type { Changes } from "../changes.ts";
import { installCluster } from "../commands/install-cluster.ts";
import { Draft } from "../draft.ts";
import type { Cause, Observed } from "../explain/cause.ts";
import { explainCluster } from "../explain/cluster.ts";
import { chooseInstallDisk, diskId } from "../hardware/install-disk.ts";
import { settle } from "../lifecycle/settle.ts";
import type { Cluster, ClusterStatus } from "../model/cluster.ts";
import { effectiveRole, type Host, type HostRole, hostName } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import { hostAddresses } from "../network/host-addresses.ts";
import type { Policy } from "../policy.ts";
import { stagesOf } from "../progress/stages.ts";
import type { Outcome } from "../refusal.ts";
import { electBootstrap } from "../roles/bootstrap.ts";
import { type PlannedStep, planSteps } from "./steps.ts";

export type PlannedDisk = Readonly<{ id: string; path: string; sizeBytes: number; model: string; serial: string }>;

export type PlannedHost = Readonly<{
  id: string;
  hostname: string;
  role: HostRole;
  roleFrom: "chosen" | "suggested";
  bootstrap: boolean;
  installDisk: PlannedDisk | null;
  /** Besides the installation disk. */
  formattedDisks: readonly string[];
  addresses: readonly string[];
  stages: readonly string[];
}>;

export type InstallPlan = Readonly<{
  cluster: Cluster;
  state: "possible" | "blocked" | "under-way" | "over";
  summary: string;
  hosts: readonly PlannedHost[];
  /** Groups that boot from their disks one after the other. */
  bootOrder: readonly (readonly string[])[];
  steps: readonly PlannedStep[];
  blockers: readonly Cause[];
  warnings: readonly Cause[];
}>;

const underWay: ReadonlySet<ClusterStatus> = new Set([
  "preparing-for-installation",
  "installing",
  "installing-pending-user-action",
  "finalizing",
] satisfies ClusterStatus[]);

const over: ReadonlySet<ClusterStatus> = new Set([
  "installed",
  "adding-hosts",
  "unmonitored",
] satisfies ClusterStatus[]);

export function planInstall(stored: ClusterSnapshot, policy: Policy, now: Instant, observed: Observed): InstallPlan {
  const snapshot = asFound(stored, policy, now);
  const outcome = installCluster(snapshot, policy, now);
  const state = stateOf(snapshot.cluster, outcome);
  const { cluster, hosts } = decidedHosts(snapshot, outcome, policy);
  const planned = hosts.map((host) => planHost(host, cluster, policy));
  const { causes } = explainCluster({ ...snapshot, policy, now, observed });
  const blockers = state === "blocked" ? causes.filter(({ level }) => level !== "warning") : [];
  return {
    cluster,
    state,
    summary: state === "blocked" ? refusalOf(outcome, blockers) : summaryOf(state, cluster, planned),
    hosts: planned,
    bootOrder: bootOrder(planned),
    steps: planSteps(planned, cluster, policy),
    blockers,
    warnings: causes.filter(({ level }) => level === "warning"),
  };
}

/** As an install finds it: time alone may have changed something since the last refresh. */
function asFound({ cluster, hosts, infraEnvs }: ClusterSnapshot, policy: Policy, now: Instant): ClusterSnapshot {
  const draft = new Draft(cluster, hosts);
  settle(draft, { infraEnvs, policy, now });
  return { cluster: draft.cluster ?? cluster, hosts: draft.hosts, infraEnvs };
}

function stateOf({ status }: Cluster, outcome: Outcome<Changes>): InstallPlan["state"] {
  if (underWay.has(status)) return "under-way";
  if (over.has(status)) return "over";
  return outcome.kind === "done" ? "possible" : "blocked";
}

/** Roles and the bootstrap as an install would decide them; when it would refuse, as far as they can be told. */
function decidedHosts(snapshot: ClusterSnapshot, outcome: Outcome<Changes>, policy: Policy): ClusterSnapshot {
  if (outcome.kind === "done") {
    const { cluster, hosts } = outcome.value;
    return {
      ...snapshot,
      cluster: { ...snapshot.cluster, ...cluster, status: snapshot.cluster.status },
      // Who chose a role is told apart below: the role that a person left open stays so here.
      hosts: snapshot.hosts.map((host) => ({ ...host, ...hosts.get(host.id), role: host.role })),
    };
  }
  const elected = snapshot.hosts.some(({ bootstrap }) => bootstrap) ? null : electBootstrap(snapshot, policy);
  return {
    ...snapshot,
    hosts: snapshot.hosts.map((host) => (host.id === elected ? { ...host, bootstrap: true } : host)),
  };
}

function planHost(host: Host, cluster: Cluster, policy: Policy): PlannedHost {
  const disk = host.inventory ? chooseInstallDisk(host.inventory, host.installationDiskId) : null;
  return {
    id: host.id,
    hostname: hostName(host),
    role: effectiveRole(host),
    roleFrom: host.role === "auto-assign" ? "suggested" : "chosen",
    bootstrap: host.bootstrap,
    installDisk: disk && {
      id: diskId(disk),
      path: disk.path ?? "",
      sizeBytes: disk.sizeBytes ?? 0,
      model: disk.model ?? "",
      serial: disk.serial ?? "",
    },
    formattedDisks: host.disksToBeFormatted.filter((id) => disk === null || id !== diskId(disk)),
    addresses: host.inventory ? hostAddresses(host.inventory).map(({ address }) => address) : [],
    stages: stagesOf(host, cluster, policy),
  };
}

/** The control plane comes up first, then workers join it; the host that started them all joins last. */
function bootOrder(hosts: readonly PlannedHost[]): string[][] {
  const ids = (wanted: (host: PlannedHost) => boolean) => hosts.filter(wanted).map(({ id }) => id);
  return [
    ids(({ role, bootstrap }) => !bootstrap && (role === "master" || role === "arbiter")),
    ids(({ role, bootstrap }) => !bootstrap && role === "worker"),
    ids(({ bootstrap }) => bootstrap),
  ].filter((group) => group.length > 0);
}

function refusalOf(outcome: Outcome<Changes>, { length: count }: readonly Cause[]): string {
  if (count === 0 && outcome.kind === "refused") return `An install would be refused: ${outcome.refusal.found}.`;
  return `An install would be refused: ${count === 1 ? "one thing stands" : `${count} things stand`} in the way.`;
}

function summaryOf(
  state: Exclude<InstallPlan["state"], "blocked">,
  cluster: Cluster,
  hosts: readonly PlannedHost[],
): string {
  const count = (role: HostRole) => hosts.filter((host) => host.role === role).length;
  const parts = [
    `${count("master")} control plane`,
    ...(count("arbiter") > 0 ? [`${count("arbiter")} arbiter`] : []),
    `${count("worker")} worker`,
  ];
  const what = `OpenShift ${cluster.openshiftVersion} on ${hosts.length} hosts (${parts.join(", ")})`;
  switch (state) {
    case "possible":
      return `An install would put ${what}.`;
    case "under-way":
      return `The installation of ${what} is under way.`;
    case "over":
      return `The cluster is installed: ${what}.`;
  }
}
