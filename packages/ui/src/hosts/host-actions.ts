// What may be done with a host, by its status and its cluster's (reference host-side E9). Buttons ask here.
import type { Cluster, Host } from "@muster/contract";

type HostStatus = Host["status"];
type ClusterStatus = Cluster["status"];

const editableClusters: ReadonlySet<ClusterStatus> = new Set([
  "pending-for-input",
  "insufficient",
  "ready",
  "adding-hosts",
]);

const editableHosts: ReadonlySet<HostStatus> = new Set([
  "discovering",
  "known",
  "disconnected",
  "disabled",
  "insufficient",
  "pending-for-input",
  "discovering-unbound",
  "known-unbound",
  "disconnected-unbound",
  "disabled-unbound",
  "insufficient-unbound",
]);

const removableHosts: ReadonlySet<HostStatus> = new Set([
  ...editableHosts,
  "resetting",
  "resetting-pending-user-action",
  "installing-pending-user-action",
  "error",
]);

const unbound: ReadonlySet<HostStatus> = new Set([
  "discovering-unbound",
  "known-unbound",
  "disconnected-unbound",
  "disabled-unbound",
  "insufficient-unbound",
]);

export const hostActions = ["edit", "remove", "reset", "install", "bind", "unbind", "logs"] as const;
export type HostAction = (typeof hostActions)[number];

type Circumstances = Readonly<{ status: HostStatus; hasLogs: boolean; cluster: ClusterStatus | null }>;

export function mayDo(action: HostAction, { status, hasLogs, cluster }: Circumstances): boolean {
  const clusterOpen = cluster === null || editableClusters.has(cluster);
  switch (action) {
    case "edit":
      return clusterOpen && editableHosts.has(status);
    case "remove":
      return clusterOpen && removableHosts.has(status);
    case "reset":
      return cluster === "adding-hosts" && (status === "error" || status === "installing-pending-user-action");
    case "install":
      return cluster === "adding-hosts" && status === "known";
    case "bind":
      return cluster === null && unbound.has(status);
    case "unbind":
      return cluster !== null && editableClusters.has(cluster) && editableHosts.has(status);
    case "logs":
      return cluster !== null && hasLogs;
  }
}
