import { type Cluster, isSingleNode } from "../model/cluster.ts";
import { effectiveRole, type Host, type HostStatus } from "../model/host.ts";

export const installingHostStatuses: ReadonlySet<HostStatus> = new Set<HostStatus>([
  "installing",
  "installing-in-progress",
  "installing-pending-user-action",
  "installed",
]);

export const installedHostStatuses: ReadonlySet<HostStatus> = new Set<HostStatus>(["installed"]);

/**
 * Whether the hosts in the wanted statuses make a cluster: every control plane node, an arbiter where there should be one,
 * and two workers where there should be two or more (reference service 3.8). `without` names a host to do without.
 */
export function hasEnoughHosts(
  cluster: Cluster,
  hosts: readonly Host[],
  wanted: ReadonlySet<HostStatus>,
  without?: string,
): boolean {
  const count = { master: 0, arbiter: 0, worker: 0 };
  const expected = { master: 0, arbiter: 0, worker: 0 };
  for (const host of hosts) {
    const role = effectiveRole(host);
    if (role === "auto-assign") continue;
    expected[role] += 1;
    if (wanted.has(host.status) && host.id !== without) count[role] += 1;
  }
  if (isSingleNode(cluster)) return count.master === 1 && count.worker === 0;
  return (
    count.master >= cluster.controlPlaneCount &&
    (expected.arbiter === 0 || count.arbiter > 0) &&
    (expected.worker < 2 || count.worker >= 2)
  );
}
