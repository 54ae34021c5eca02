// The next moment at which time alone could change a host or a cluster (reference service 3.6).
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { Policy } from "../policy.ts";
import { disconnectsAt } from "../validations/host/agent.ts";
import { isJudged } from "./judged.ts";
import { finalizingStageDeadline, installationDeadline, logsDeadline, stageDeadline } from "./timeouts.ts";

export function hostDeadlines(host: Host, cluster: Cluster | null, policy: Policy): readonly (Instant | null)[] {
  const silence = isJudged(host) ? disconnectsAt(host, policy) : null;
  const since = host.statusUpdatedAt;
  switch (host.status) {
    case "preparing-for-installation":
      return [silence, since + policy.hostPreparationTimeout];
    case "installing":
      return [silence, since + policy.installingWithoutProgress];
    case "installing-in-progress":
      return [silence, stageDeadline(host, cluster, policy)];
    case "installing-pending-user-action":
      return [since + policy.hostPendingUserActionTimeout];
    case "reclaiming":
    case "reclaiming-rebooting":
      return [since + policy.reclaimTimeout];
    case "error":
    case "cancelled":
      return [logsDeadline(host.logs, since, policy.hostLogTimeouts)];
    default:
      return [silence];
  }
}

export function clusterDeadlines(cluster: Cluster, policy: Policy): readonly (Instant | null)[] {
  const since = cluster.statusUpdatedAt;
  switch (cluster.status) {
    case "insufficient":
    case "ready":
    case "pending-for-input":
      return [vipDhcpDeadline(cluster, policy)];
    case "preparing-for-installation":
      return [since + policy.clusterPreparationTimeout];
    case "installing":
    case "installing-pending-user-action":
      return [installationDeadline(cluster, policy)];
    case "finalizing":
      return [
        installationDeadline(cluster, policy),
        since + policy.finalizingTimeout,
        finalizingStageDeadline(cluster, policy),
      ];
    case "error":
    case "cancelled":
      return [logsDeadline(cluster.logs, since, policy.clusterLogTimeouts)];
    case "installed":
    case "adding-hosts":
    case "unmonitored":
      return [];
  }
}

/** From when on DHCP is late with the virtual IPs; null when nobody waits for it. */
export function vipDhcpDeadline(cluster: Cluster, policy: Policy): Instant | null {
  if (!cluster.vipDhcpAllocation || cluster.machineNetworksUpdatedAt === null) return null;
  return cluster.machineNetworksUpdatedAt + policy.vipDhcpTimeout + 1;
}

export function soonestAfter(now: Instant, deadlines: Iterable<Instant | null>): Instant | null {
  let soonest: Instant | null = null;
  for (const deadline of deadlines) {
    if (deadline !== null && deadline > now && (soonest === null || deadline < soonest)) soonest = deadline;
  }
  return soonest;
}
