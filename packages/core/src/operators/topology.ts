// Who does what in a cluster, as far as it is decided. Asked per host, so counts are kept per list of hosts.
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import { effectiveRole, type Host, type HostRole } from "../model/host.ts";

type Counts = Readonly<Record<HostRole, number>>;

const counted = new WeakMap<readonly Host[], Counts>();

function countRoles(hosts: readonly Host[]): Counts {
  const known = counted.get(hosts);
  if (known) return known;
  const counts = { "auto-assign": 0, master: 0, worker: 0, arbiter: 0 };
  for (const host of hosts) counts[effectiveRole(host)] += 1;
  counted.set(hosts, counts);
  return counts;
}

/** Hosts without a role yet fill the control plane first; what is left over will be workers. */
export function expectedWorkers(cluster: Pick<Cluster, "controlPlaneCount">, hosts: readonly Host[]): number {
  const counts = countRoles(hosts);
  const openControlPlane = Math.max(0, cluster.controlPlaneCount - counts.master);
  return counts.worker + Math.max(0, counts["auto-assign"] - openControlPlane);
}

/** With fewer than two workers the control plane takes workloads too. */
export function runsWorkloads(cluster: Cluster, hosts: readonly Host[], role: HostRole): boolean {
  if (role === "arbiter") return false;
  if (role !== "master") return true;
  return isSingleNode(cluster) || cluster.schedulableMasters || expectedWorkers(cluster, hosts) < 2;
}
