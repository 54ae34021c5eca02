// Which role each host should have, for those whose role nobody chose (reference service 3.10).
import { canTakeRole } from "../hardware/candidate.ts";
import { isDay2Cluster } from "../model/cluster.ts";
import { type Host, type HostRole, isDay2 } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";
import { usesFencing } from "./topology.ts";
import { byFitnessForControlPlane } from "./weight.ts";

/** While a host has not reported its hardware the suggestions stand: a better candidate may be among those to come. */
export function suggestRoles(snapshot: ClusterSnapshot, policy: Policy, now: Instant): ReadonlyMap<string, HostRole> {
  if (snapshot.hosts.every((host) => host.inventory !== null)) return assignRoles(snapshot, policy, now);
  return new Map(snapshot.hosts.map((host) => [host.id, host.role === "auto-assign" ? host.suggestedRole : host.role]));
}

/** Roles as they would be now. Hosts that have not reported their hardware and have no chosen role stay unassigned. */
export function assignRoles(snapshot: ClusterSnapshot, policy: Policy, now: Instant): ReadonlyMap<string, HostRole> {
  const { cluster, infraEnvs } = snapshot;
  // Earlier suggestions must not weigh in, or the answer would depend on how often it was asked for.
  const hosts = snapshot.hosts.map((host) =>
    host.role === "auto-assign" ? { ...host, suggestedRole: host.role } : host,
  );
  const roles = new Map(hosts.map((host) => [host.id, host.role]));
  const count = { master: 0, arbiter: 0, worker: 0, "auto-assign": 0 };
  for (const { role } of hosts) count[role] += 1;

  const wantsArbiter = cluster.controlPlaneCount === 2 && !usesFencing(cluster, hosts, policy);
  const fits = (host: Host, role: "master" | "arbiter"): boolean => {
    const infraEnv = infraEnvs.find(({ id }) => id === host.infraEnvId) ?? null;
    return canTakeRole({ host, cluster, hosts, infraEnv, policy, now }, role);
  };
  const roleFor = (host: Host): HostRole => {
    if (isDay2(host) || isDay2Cluster(cluster)) return "worker";
    if (count.master < cluster.controlPlaneCount && fits(host, "master")) return "master";
    if (wantsArbiter && count.arbiter === 0 && fits(host, "arbiter")) return "arbiter";
    return "worker";
  };
  const open = hosts.filter((host) => host.role === "auto-assign" && host.inventory !== null);
  for (const host of byFitnessForControlPlane(open)) {
    const role = roleFor(host);
    count[role] += 1;
    roles.set(host.id, role);
  }
  return roles;
}
