// What the rows of the host's table ask, by name (reference service 3.3 and 3.4).
import type { HostValidationId } from "../finding.ts";
import type { ClusterStatus } from "../model/cluster.ts";
import { type HostStage, isDay2 } from "../model/host.ts";
import type { Policy } from "../policy.ts";
import { hasSoftTimeouts } from "../progress/finalizing.ts";
import { hasEnoughHosts, installingHostStatuses } from "./enough-hosts.ts";
import type { HostLifecycleFacts } from "./host-facts.ts";
import { all, any, type Condition, not } from "./machine.ts";
import { isPast, logsDeadline, stageDeadline } from "./timeouts.ts";

type HostCondition = Condition<HostLifecycleFacts>;

const passed =
  (...ids: readonly HostValidationId[]): HostCondition =>
  ({ failing }) =>
    failing.size === 0 || !ids.some((id) => failing.has(id));

/** Shown to people, but never in the way (reference service 3.3). */
export const advisoryHostValidations: ReadonlySet<HostValidationId> = new Set<HostValidationId>([
  "ntp-synced",
  "mtu-valid",
  "container-images-available",
  "inventory-not-partially-truncated",
  "release-domain-name-resolved-correctly",
]);

/** Asked by rows of their own, before anyone asks whether the rest suffices. */
const askedApart: ReadonlySet<HostValidationId> = new Set<HostValidationId>([
  "connected",
  "media-connected",
  "has-inventory",
  "inventory-not-fully-truncated",
  "has-min-valid-disks",
  "has-min-cpu-cores",
  "has-min-memory",
  "compatible-with-cluster-platform",
  "disk-encryption-requirements-satisfied",
  "machine-cidr-defined",
  "vsphere-disk-uuid-enabled",
]);

export const belongsToCluster: HostCondition = ({ host }) => host.clusterId !== null;
export const isAddedHost: HostCondition = ({ host }) => isDay2(host);

// The cluster around it.
const clusterIs =
  (...statuses: readonly ClusterStatus[]): HostCondition =>
  ({ cluster }) =>
    cluster !== null && statuses.includes(cluster.status);
export const clusterIsPreparing = clusterIs("preparing-for-installation");
export const clusterIsInstalling = clusterIs("installing");
export const clusterFailed = clusterIs("error");
export const clusterIsComplete = clusterIs("installed", "adding-hosts");
const clusterWaitsForSomeone = clusterIs("installing-pending-user-action");
export const clusterCanDoWithout: HostCondition = ({ cluster, hosts, host }) =>
  cluster !== null && hasEnoughHosts(cluster, hosts, installingHostStatuses, host.id);

// Contact.
export const isConnected = passed("connected");
export const isPresent = passed("connected", "media-connected");

// Fitness.
const hasInventory = passed("has-inventory");
export const hasWholeInventory = passed("has-inventory", "inventory-not-fully-truncated");
export const hasHardware = passed(
  "has-min-valid-disks",
  "has-min-cpu-cores",
  "has-min-memory",
  "compatible-with-cluster-platform",
  "disk-encryption-requirements-satisfied",
);
export const hasPoolHardware = passed("has-min-valid-disks", "has-min-cpu-cores", "has-min-memory");
export const mayBeBound = all(hasPoolHardware, passed("hostname-valid"));
export const hasInput = passed("machine-cidr-defined");
export const hasDiskUuids = passed("vsphere-disk-uuid-enabled");
export const suffices: HostCondition = ({ failing }) => {
  for (const id of failing) if (!advisoryHostValidations.has(id) && !askedApart.has(id)) return false;
  return true;
};
export const isFit = all(hasWholeInventory, hasHardware, hasInput, hasDiskUuids, suffices);
/** Everything is known about the host, and something is wrong with it. */
export const isUnfit = all(
  hasInventory,
  any(hasHardware, not(passed("inventory-not-fully-truncated"))),
  any(not(hasDiskUuids), all(hasInput, not(suffices))),
);
export const hasRole: HostCondition = ({ host }) => host.role !== "auto-assign";

// Preparation: "acceptable" is good or not known yet, "settled" is known and good.
const stepIsOff = (policy: Policy, step: Policy["disabledSteps"][number]) => policy.disabledSteps.includes(step);
const diskWasMeasured: HostCondition = ({ host, policy }) =>
  stepIsOff(policy, "installation-disk-speed-check") ||
  host.disksInfo[host.installationDiskId]?.diskSpeed?.tested === true;
const imagesWereTried: HostCondition = ({ host, policy }) =>
  stepIsOff(policy, "container-image-availability") || Object.keys(host.imagesStatus).length > 0;
export const diskSpeedIsAcceptable = passed("sufficient-installation-disk-speed");
export const imagesAreAcceptable = passed("container-images-available");
export const isAcceptable = all(diskSpeedIsAcceptable, imagesAreAcceptable);
export const diskSpeedIsSettled = all(diskWasMeasured, diskSpeedIsAcceptable);
export const imagesAreSettled = all(imagesWereTried, imagesAreAcceptable);
export const isSettled = all(diskSpeedIsSettled, imagesAreSettled);
export const preparationTimedOut: HostCondition = ({ host, policy, now }) =>
  isPast(host.statusUpdatedAt + policy.hostPreparationTimeout, now);

// Stages and their time.
export const isInStage =
  (...stages: readonly HostStage[]): HostCondition =>
  ({ host }) =>
    host.progress.stage !== null && stages.includes(host.progress.stage);
export const isRebooting = isInStage("Rebooting");
export const isDone = isInStage("Done");
export const hasSoftLimits: HostCondition = ({ cluster, policy }) => hasSoftTimeouts(cluster, policy);
export const slowConnectionWasTold: HostCondition = ({ host }) => host.connectionTimedOut;
const slowStageWasTold: HostCondition = ({ host }) => host.progress.stageTimedOut;
export const stageTimedOut: HostCondition = ({ host, cluster, policy, now }) =>
  isPast(stageDeadline(host, cluster, policy), now);
/** While another host waits for someone to fix its boot order, those that depend on it are not to blame. */
export const waitsForAnother = all(
  isInStage("Waiting for control plane", "Waiting for controller", "Rebooting"),
  clusterWaitsForSomeone,
);
const isLate = all(stageTimedOut, not(waitsForAnother));
export const hardStageTimeout = all(not(hasSoftLimits), isLate);
export const softStageTimeout = all(hasSoftLimits, not(slowStageWasTold), isLate);
export const installationNeverBegan: HostCondition = ({ host, policy, now }) =>
  isPast(host.statusUpdatedAt + policy.installingWithoutProgress, now);
export const userActionTimedOut: HostCondition = ({ host, policy, now }) =>
  isPast(host.statusUpdatedAt + policy.hostPendingUserActionTimeout, now);
export const reclaimTimedOut: HostCondition = ({ host, policy, now }) =>
  isPast(host.statusUpdatedAt + policy.reclaimTimeout, now);
export const logsTimedOut: HostCondition = ({ host, policy, now }) =>
  isPast(logsDeadline(host.logs, host.statusUpdatedAt, policy.hostLogTimeouts), now);
