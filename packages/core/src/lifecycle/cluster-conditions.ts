// What the rows of the cluster's table ask, by name (reference service 3.8).
import type { ClusterValidationId } from "../finding.ts";
import type { HostStatus } from "../model/host.ts";
import { hasSoftTimeouts, patientFinalizingStages } from "../progress/finalizing.ts";
import { isOperatorDone } from "../progress/operators-done.ts";
import type { ClusterLifecycleFacts } from "./cluster-facts.ts";
import { hasEnoughHosts, installedHostStatuses, installingHostStatuses } from "./enough-hosts.ts";
import { all, type Condition } from "./machine.ts";
import { finalizingStageDeadline, installationDeadline, isPast, logsDeadline } from "./timeouts.ts";

type ClusterCondition = Condition<ClusterLifecycleFacts>;

const vipIds = ["api-vips-defined", "ingress-vips-defined"] as const satisfies ClusterValidationId[];
const inputIds = [
  "machine-cidr-defined",
  "cluster-cidr-defined",
  "service-cidr-defined",
  "dns-domain-defined",
  "pull-secret-set",
] as const satisfies ClusterValidationId[];

const passed =
  (ids: readonly ClusterValidationId[]): ClusterCondition =>
  ({ failing }) =>
    failing.size === 0 || !ids.some((id) => failing.has(id));

/** Computed and shown, but never in the way. */
export const advisoryClusterValidations: ReadonlySet<ClusterValidationId> = new Set<ClusterValidationId>([
  "openshift-ai-gpu-requirements-satisfied",
  "platform-requirements-satisfied",
]);
const askedApart: ReadonlySet<ClusterValidationId> = new Set<ClusterValidationId>([...vipIds, ...inputIds]);

export const allocatesVips: ClusterCondition = ({ cluster }) => cluster.vipDhcpAllocation;
const hasVips = passed(vipIds);
export const hasInput = passed(inputIds);
export const hasInputAndVips = all(hasInput, hasVips);
export const suffices: ClusterCondition = ({ failing }) => {
  for (const id of failing) if (!advisoryClusterValidations.has(id) && !askedApart.has(id)) return false;
  return true;
};
export const sufficesWithVips = all(suffices, hasVips);
export const isReady = all(hasInput, hasVips, suffices);

// Preparation.
const everyHost =
  (...statuses: readonly HostStatus[]): ClusterCondition =>
  ({ hosts }) =>
    hosts.every(({ status }) => statuses.includes(status));
const someHost =
  (...statuses: readonly HostStatus[]): ClusterCondition =>
  ({ hosts }) =>
    hosts.some(({ status }) => statuses.includes(status));
export const preparationTimedOut: ClusterCondition = ({ cluster, policy, now }) =>
  isPast(cluster.statusUpdatedAt + policy.clusterPreparationTimeout, now);
export const someHostFailedToPrepare = someHost("preparing-failed");
export const everyHostIsPrepared = everyHost("preparing-successful");
export const everyHostStillPrepares = everyHost(
  "preparing-for-installation",
  "preparing-successful",
  "preparing-failed",
  "known",
);
export const preparationSucceeded: ClusterCondition = ({ cluster }) =>
  cluster.lastInstallationPreparation.status === "success";
export const preparationFailed: ClusterCondition = ({ cluster }) =>
  cluster.lastInstallationPreparation.status === "failed";

// Installation.
export const enoughHostsInstall: ClusterCondition = ({ cluster, hosts }) =>
  hasEnoughHosts(cluster, hosts, installingHostStatuses);
export const enoughHostsAreInstalled: ClusterCondition = ({ cluster, hosts }) =>
  hasEnoughHosts(cluster, hosts, installedHostStatuses);
export const someHostWaitsForSomeone = someHost("installing-pending-user-action");
export const everyHostIsDone = everyHost("installed", "error");
export const everythingIsUp: ClusterCondition = ({ cluster }) =>
  cluster.kubeconfigStored && cluster.monitoredOperators.every(isOperatorDone);
export const hasSoftLimits: ClusterCondition = ({ cluster, policy }) => hasSoftTimeouts(cluster, policy);
export const installationTimedOut: ClusterCondition = ({ cluster, policy, now }) =>
  isPast(installationDeadline(cluster, policy), now);
export const finalizingTimedOut: ClusterCondition = ({ cluster, policy, now }) =>
  isPast(cluster.statusUpdatedAt + policy.finalizingTimeout, now);
export const finalizingStageTimedOut: ClusterCondition = ({ cluster, policy, now }) =>
  isPast(finalizingStageDeadline(cluster, policy), now);
export const slowStageWasTold: ClusterCondition = ({ cluster }) => cluster.progress.finalizingStageTimedOut;
export const stageMayBeLate: ClusterCondition = ({ cluster: { progress } }) =>
  progress.finalizingStage !== null && patientFinalizingStages.has(progress.finalizingStage);
export const logsTimedOut: ClusterCondition = ({ cluster, policy, now }) =>
  isPast(logsDeadline(cluster.logs, cluster.statusUpdatedAt, policy.clusterLogTimeouts), now);
