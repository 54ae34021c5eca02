// What the rows of the host's table change beside the status (reference service 3.3).
import { aboutHost } from "../events/subject.ts";
import { isDay2Cluster, isSingleNode } from "../model/cluster.ts";
import { effectiveRole, type Host, type HostProgress, hostName } from "../model/host.ts";
import { noLogs } from "../model/logs.ts";
import { diskSpeedIsSettled, imagesAreSettled } from "./host-conditions.ts";
import type { HostEffect, HostLifecycleFacts } from "./host-facts.ts";
import { hostSays, minutes } from "./says.ts";
import { statusEvent } from "./status-event.ts";
import { stageTimeout } from "./timeouts.ts";

export const noHostProgress: HostProgress = {
  stage: null,
  info: "",
  percentage: 0,
  stageStartedAt: null,
  stageUpdatedAt: null,
  stageTimedOut: false,
};

/** A fresh boot of the discovery image: what an earlier one found or did no longer counts. */
function freshBoot({ cluster }: Pick<HostLifecycleFacts, "cluster">): Partial<Host> {
  return {
    kind: cluster !== null && isDay2Cluster(cluster) ? "AddToExistingClusterHost" : "Host",
    bootstrap: cluster !== null && !isDay2Cluster(cluster) && isSingleNode(cluster),
    progress: noHostProgress,
    inventory: null,
    imagesStatus: {},
    ntpSources: null,
    mediaStatus: "connected",
    connectionTimedOut: false,
    logs: noLogs,
  };
}

export const startDiscovery = (facts: HostLifecycleFacts): HostEffect => ({ host: freshBoot(facts) });

/** Someone restarted a host that was being prepared: what it reported still holds, its part of the preparation does not. */
export const prepareAgain = (): HostEffect => ({
  cluster: { lastInstallationPreparation: { status: "not_started", reason: "" } },
});

export function refuseWrongBoot({ host, ...facts }: HostLifecycleFacts): HostEffect {
  if (host.status !== "installing-pending-user-action") return {};
  return {
    refusal: {
      code: "host-boots-wrong-disk",
      status: 403,
      found: hostSays.wrongBoot({ host, ...facts }),
      needed: "a host that boots the system installed on its disk",
      remedy: "fix the boot order and reboot the host",
    },
  };
}

export const refuseInstalled = ({ host }: HostLifecycleFacts): HostEffect => ({
  refusal: {
    code: "host-is-installed",
    status: 409,
    found: `host ${hostName(host)} is already installed`,
    needed: "a host that is not part of an installed cluster",
    remedy: "boot it from its disk, or remove it from the cluster first",
  },
});

export const leaveCluster = (): HostEffect => ({
  host: {
    ...freshBoot({ cluster: null }),
    clusterId: null,
    role: "auto-assign",
    suggestedRole: "auto-assign",
    machineConfigPoolName: "",
    installationDiskId: "",
    installationDiskPath: "",
    disksToBeFormatted: [],
    connectivity: null,
    apiVipConnectivity: null,
    domainNameResolutions: null,
    freeAddresses: null,
  },
});

export const joinCluster = ({ cluster }: HostLifecycleFacts): HostEffect => ({
  host: { ...freshBoot({ cluster }), ...placeIn(cluster), clusterId: cluster?.id ?? null },
});

/** The role and pool that come with the kind of cluster a host enters (reference service 1.3). */
export function placeIn(cluster: HostLifecycleFacts["cluster"]): Pick<Host, "role" | "machineConfigPoolName"> {
  if (cluster !== null && isDay2Cluster(cluster)) return { role: "auto-assign", machineConfigPoolName: "worker" };
  if (cluster !== null && isSingleNode(cluster)) return { role: "master", machineConfigPoolName: "" };
  return { role: "auto-assign", machineConfigPoolName: "" };
}

export const loseMedia = ({ host }: HostLifecycleFacts): HostEffect => ({
  host: { mediaStatus: "disconnected" },
  events: [aboutHost("host_media_disconnected", host, {})],
});

/** Images that could not be fetched last time are tried again. */
export const forgetFailedImages = ({ host, failing }: HostLifecycleFacts): HostEffect =>
  failing.has("container-images-available") && Object.keys(host.imagesStatus).length > 0
    ? { host: { imagesStatus: {} } }
    : {};

export function preparationTimeoutSentence(facts: HostLifecycleFacts): string {
  const missing = [
    ...(diskSpeedIsSettled(facts) ? [] : ["the speed of the installation disk was not measured"]),
    ...(imagesAreSettled(facts) ? [] : ["it is not known whether the container images can be fetched"]),
  ];
  return hostSays.preparationTimedOut(missing, facts.policy.hostPreparationTimeout);
}

/** Names the disks that are about to lose their content, and those that keep it on request. */
export function tellAboutDisks({ host }: HostLifecycleFacts): HostEffect {
  const disks = host.inventory?.disks ?? [];
  const tell = (name: "quick_disk_format_performed" | "quick_disk_format_skipped", id: string) =>
    aboutHost(name, host, {
      host_name: hostName(host),
      disk_name: disks.find((disk) => disk.id === id)?.name ?? id,
      disk_id: id,
    });
  return {
    events: [
      ...host.disksToBeFormatted.map((id) => tell("quick_disk_format_performed", id)),
      ...host.skipFormattingDisks.map((id) => tell("quick_disk_format_skipped", id)),
    ],
  };
}

export const startAddedInstallation = (facts: HostLifecycleFacts): HostEffect => {
  const { host } = facts;
  const role = effectiveRole(host);
  return {
    host: { progress: noHostProgress, logs: noLogs, role: role === "auto-assign" ? "worker" : role },
    events: [
      aboutHost("host_installation_started", host, { host_name: hostName(host) }),
      ...(tellAboutDisks(facts).events ?? []),
    ],
  };
};

export const tellCancelled = ({ host }: HostLifecycleFacts): HostEffect => ({
  events: [aboutHost("host_installation_cancelled", host, { host_name: hostName(host) })],
});

export const startReset = ({ host }: HostLifecycleFacts): HostEffect => ({
  host: { progress: noHostProgress, bootstrap: false, imagesStatus: {}, connectionTimedOut: false, logs: noLogs },
  events: [
    aboutHost("host_installation_reset", host, { host_name: hostName(host) }),
    aboutHost("user_required_complete_installation_reset", host, { host_name: hostName(host) }),
  ],
});

export const noteSlowConnection = ({ host }: HostLifecycleFacts): HostEffect => ({
  host: { connectionTimedOut: true },
  events: [statusEvent(host, { ...host, statusInfo: hostSays.slowConnection })],
});

export const noteConnectionBack = ({ host }: HostLifecycleFacts): HostEffect => ({
  host: { connectionTimedOut: false },
  events: [statusEvent(host, { ...host, statusInfo: hostSays.connectionBack })],
});

export const restartStageClock = ({ host, now }: HostLifecycleFacts): HostEffect => ({
  host: { progress: { ...host.progress, stageUpdatedAt: now } },
});

export function noteSlowStage({ host, cluster, policy }: HostLifecycleFacts): HostEffect {
  const stage = host.progress.stage ?? "Starting installation";
  return {
    host: { progress: { ...host.progress, stageTimedOut: true } },
    events: [
      aboutHost("host_stage_timed_out", host, {
        host_name: hostName(host),
        stage,
        minutes: minutes(stageTimeout(stage, cluster, policy)),
      }),
    ],
  };
}

export const giveUpLogs = ({ host }: HostLifecycleFacts): HostEffect => ({
  host: { logs: { ...host.logs, state: "timeout" } },
});
