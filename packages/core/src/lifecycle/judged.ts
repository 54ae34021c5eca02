import type { ClusterStatus } from "../model/cluster.ts";
import type { Host, HostStatus } from "../model/host.ts";

const judged: ReadonlySet<HostStatus> = new Set<HostStatus>([
  "discovering",
  "disconnected",
  "insufficient",
  "known",
  "pending-for-input",
  "preparing-for-installation",
  "preparing-failed",
  "preparing-successful",
  "installing",
  "installing-in-progress",
  "discovering-unbound",
  "disconnected-unbound",
  "insufficient-unbound",
  "known-unbound",
  "unbinding",
]);

/** Whether the validations of a host still mean anything: once it is installed, or given up, the last results stand. */
export const isJudged = ({ status }: Host): boolean => judged.has(status);

/** Where a cluster is validated at all (reference service 4.1). */
export const judgedClusterStatuses: ReadonlySet<ClusterStatus> = new Set<ClusterStatus>([
  "insufficient",
  "ready",
  "pending-for-input",
  "preparing-for-installation",
]);
