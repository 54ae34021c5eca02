// Every sentence that people read as the `status_info` of a host or a cluster.
import type { HostValidationId, ValidationResult } from "../finding.ts";
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import { effectiveRole, type Host } from "../model/host.ts";
import { type Instant, minute } from "../model/instant.ts";
import type { Disk } from "../model/observations.ts";
import { finalizingStageTimeout } from "../progress/finalizing.ts";
import { failedOperators } from "../progress/operators-done.ts";
import type { ClusterLifecycleFacts } from "./cluster-facts.ts";
import { advisoryHostValidations } from "./host-conditions.ts";
import type { HostLifecycleFacts } from "./host-facts.ts";
import { stageTimeout } from "./timeouts.ts";

const longest = 2_040;

export const minutes = (duration: Instant): number => Math.round(duration / minute);

/** Why a host is held back: what failed, or, when nothing has, what is still awaited. */
function reasons({ host, failing }: HostLifecycleFacts): string {
  const holding = host.validations.filter(({ id }) => failing.has(id) && !advisoryHostValidations.has(id));
  const failed = holding.filter(({ status }) => status !== "pending");
  return messages(failed.length > 0 ? failed : holding);
}

const messages = (results: readonly ValidationResult<HostValidationId>[]): string =>
  results
    .map(({ message }) => message.replace(/\.$/, ""))
    .sort()
    .join(" ; ");

const limited = (sentence: string): string => sentence.slice(0, longest);

export function installationDisk({ installationDiskId, inventory }: Host): Disk | undefined {
  return inventory?.disks?.find(({ id }) => id === installationDiskId);
}

function diskName(host: Host): string {
  const disk = installationDisk(host);
  if (disk === undefined) return host.installationDiskId || "the installation disk";
  const label = [disk.model, disk.serial].filter(Boolean).join(" ");
  return `${label} (${disk.name ?? ""}, ${disk.id ?? ""})`.trimStart();
}

const stageOf = ({ host }: HostLifecycleFacts) => host.progress.stage ?? "Starting installation";
const stageMinutes = (facts: HostLifecycleFacts) => minutes(stageTimeout(stageOf(facts), facts.cluster, facts.policy));

const mediaLost =
  "The host can no longer read the image it booted from. Connect the media again and leave it connected until the installation ends; the minimal ISO needs less of it.";

export const hostSays = {
  discovering: "Waiting for the host to report its hardware.",
  mediaLost,
  disconnected: ({ failing, policy }: HostLifecycleFacts) =>
    failing.has("media-connected") && !failing.has("connected")
      ? mediaLost
      : `The host has not been heard from for more than ${minutes(policy.maxDisconnection)} minutes. Check that it is powered on and reaches this service.`,
  insufficientHardware: (facts: HostLifecycleFacts) =>
    limited(`The host's hardware does not suffice: ${reasons(facts)}`),
  pendingForInput: (facts: HostLifecycleFacts) => limited(`The host waits for input: ${reasons(facts)}`),
  notReady: (facts: HostLifecycleFacts) => limited(`The host cannot be installed yet: ${reasons(facts)}`),
  known: "The host is ready to be installed.",

  preparing: "The host is preparing for the installation.",
  prepared: "The host is prepared; the installation can begin.",
  preparationFailed: ({ host }: HostLifecycleFacts) =>
    limited(
      `The host could not be prepared: ${messages(host.validations.filter(({ id, status }) => id === "container-images-available" && status === "failure"))}`,
    ),
  preparationTimedOut: (missing: readonly string[], timeout: Instant) =>
    `Preparing the host took longer than ${minutes(timeout)} minutes: ${missing.join(" and ")}. Start the installation again.`,
  preparationDisconnected:
    "The host was lost while it was being prepared. Check its power and its network, then start the installation again.",

  installing: "The host is being installed.",
  installed: "The host is installed.",
  addedRebooting:
    "The host is rebooting into the cluster and will not report any more. Watch the cluster's nodes, and approve its certificate requests there if they are pending.",
  installationFailed: ({ because }: HostLifecycleFacts) => limited(because),
  installationNotStarted: ({ policy }: HostLifecycleFacts) =>
    `The installation did not begin within ${minutes(policy.installingWithoutProgress)} minutes. Look at the host's logs, then reset the installation.`,
  installationDisconnected: ({ policy }: HostLifecycleFacts) =>
    `The host was lost while it was installing: nothing was heard from it for more than ${minutes(policy.maxDisconnection)} minutes. Check its power and its network, then reset the installation.`,
  slowConnection:
    "Nothing is heard from the host while it installs. The installation goes on; check the host's power and network.",
  connectionBack: "The host is heard from again, and its installation goes on.",
  clusterFailed: "The installation of the cluster failed, and this host with it.",
  stageTimedOut: (facts: HostLifecycleFacts) =>
    `The stage "${stageOf(facts)}" took longer than ${stageMinutes(facts)} minutes. Look at the host's console and logs, then reset the installation.`,
  stageStalled: (facts: HostLifecycleFacts) =>
    `The stage "${stageOf(facts)}" has made no progress for ${stageMinutes(facts)} minutes. Check the disk and the network, then reset the installation.`,
  stageSlow: (facts: HostLifecycleFacts) =>
    `The stage "${stageOf(facts)}" takes longer than the ${stageMinutes(facts)} minutes expected. The installation goes on; the kubeconfig or ssh to the host show more.`,
  stageSlowToMove: (facts: HostLifecycleFacts) =>
    `The stage "${stageOf(facts)}" has made no progress for ${stageMinutes(facts)} minutes. The installation goes on; the kubeconfig or ssh to the host show more.`,
  rebootTimedOut: ({ host }: HostLifecycleFacts) =>
    `The host has not fetched its configuration since it rebooted. See on its console that it boots from ${diskName(host)} and reaches the cluster's API; the installation then goes on by itself.`,
  wrongBoot: ({ host }: HostLifecycleFacts) =>
    `The host booted the discovery image again instead of ${diskName(host)}. Put that disk first in its boot order and reboot it.`,
  restarted: "The host restarted in the middle of its installation. Find out why, then reset the installation.",
  userActionTimedOut: ({ policy }: HostLifecycleFacts) =>
    `The host did not boot from its installation disk within ${minutes(policy.hostPendingUserActionTimeout)} minutes. The cluster is installed without it.`,

  cancelled: "The installation was cancelled by a user.",
  resetNeedsBoot: "Boot the host from the discovery image to complete the reset.",
  binding: "The host is joining the cluster.",
  unbinding: "The host is leaving the cluster.",
  unbindingNeedsBoot: "Boot the host from the discovery image to make it available again.",
  reclaimTimedOut: "The host did not come back by itself. Boot it from the discovery image to make it available again.",
  reclaiming: "The host is fetching the discovery image to return to its infra-env.",
  reclaimRebooting: "The host is rebooting into the discovery image.",
  readyToBind: "The host is ready to join a cluster.",
};

export const clusterSays = {
  insufficient: "The cluster cannot be installed yet; its checks and those of its hosts say why.",
  pendingForInput: "The cluster waits for input; its failing checks say what is missing.",
  ready: "The cluster is ready to be installed.",

  preparing: "The installation is being prepared.",
  preparationTimedOut: ({ policy }: ClusterLifecycleFacts) =>
    `Preparing the installation took longer than ${minutes(policy.clusterPreparationTimeout)} minutes. Start it again.`,
  preparationFailed: ({ cluster }: ClusterLifecycleFacts) =>
    limited(
      `The installation could not be prepared. ${cluster.lastInstallationPreparation.reason || "The hosts say why."}`,
    ),
  hostStoppedPreparing: "At least one host is no longer fit to be installed; the hosts say why.",

  installing: "The cluster is being installed.",
  pendingUserAction: "At least one host waits for someone to boot it from its installation disk.",
  finalizing: "The hosts are installed; the cluster's operators are coming up.",
  installed: ({ cluster, hosts }: ClusterLifecycleFacts) => installedSentence(cluster, hosts),
  cancelled: "The installation was cancelled by a user.",
  reset: "The installation was reset by a user.",
  addingHosts: "The cluster is installed and takes more hosts.",
  unmonitored: "This cluster is installed offline; nothing here watches it.",

  hostsFailed: "Too many hosts failed for the cluster to be installed; the hosts say why.",
  userActionTimedOut: "The installation timed out while hosts waited for someone to boot them from their disks.",
  installationTimedOut: ({ policy }: ClusterLifecycleFacts) =>
    `The installation did not end within ${minutes(policy.installationTimeout)} minutes.`,
  finalizingTimedOut: ({ policy }: ClusterLifecycleFacts) =>
    `Finalizing the installation did not end within ${minutes(policy.finalizingTimeout)} minutes.`,
  finalizingStageTimedOut: (facts: ClusterLifecycleFacts) =>
    `The finalizing stage "${finalizingStageOf(facts)}" did not end within ${finalizingMinutes(facts)} minutes.`,
  finalizingStageSlow: (facts: ClusterLifecycleFacts) =>
    `The finalizing stage "${finalizingStageOf(facts)}" takes longer than the ${finalizingMinutes(facts)} minutes expected. The installation goes on; the kubeconfig or ssh to a node show more.`,
};

const finalizingStageOf = ({ cluster }: ClusterLifecycleFacts) =>
  cluster.progress.finalizingStage ?? "Waiting for cluster operators";

export const finalizingMinutes = (facts: ClusterLifecycleFacts): number =>
  minutes(finalizingStageTimeout(finalizingStageOf(facts), facts.cluster, facts.policy));

function installedSentence(cluster: Cluster, hosts: readonly Host[]): string {
  const failed = failedOperators(cluster);
  if (failed.length > 0) return `The cluster is installed but degraded. These operators failed: ${failed.join(", ")}.`;
  const missing = hosts.filter((host) => effectiveRole(host) === "worker" && host.status !== "installed");
  if (missing.length > 0 && !isSingleNode(cluster)) {
    return "The cluster is installed, but some of its workers did not join it.";
  }
  return "The cluster is installed.";
}
