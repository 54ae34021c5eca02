// What a cluster is made of: one node, two with an arbiter or fencing, or three to five control plane nodes and workers.
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import type { Host, HostRole } from "../model/host.ts";
import type { Policy } from "../policy.ts";
import type { Problem } from "../problem.ts";
import { atLeast } from "../version.ts";

type Shape = Pick<Cluster, "controlPlaneCount" | "openshiftVersion">;

/** Two control plane nodes that can power each other off need no third vote. */
export const allowsFencing = ({ controlPlaneCount, openshiftVersion }: Shape, policy: Policy): boolean =>
  controlPlaneCount === 2 && policy.tnfClusters && atLeast(openshiftVersion, "4.20");

export const usesFencing = (cluster: Shape, hosts: readonly Host[], policy: Policy): boolean =>
  allowsFencing(cluster, policy) && hosts.some((host) => host.fencingCredentials !== null);

/** Whether hosts in these roles make up the cluster's control plane. */
export function controlPlaneProblem(
  cluster: Cluster,
  hosts: readonly Host[],
  roles: ReadonlyMap<string, HostRole>,
  policy: Policy,
): Problem | null {
  const inRole = (role: HostRole) => hosts.filter((host) => roles.get(host.id) === role);
  const [masters, arbiters, workers] = [inRole("master"), inRole("arbiter"), inRole("worker")];
  const found = describe({ masters: masters.length, arbiters: arbiters.length, workers: workers.length });

  if (isSingleNode(cluster)) {
    if (masters.length === 1 && arbiters.length + workers.length === 0) return null;
    return {
      found,
      needed: "one control plane node and nothing else: the cluster is a single node",
      remedy: "add the missing host, or remove those that are too many",
    };
  }
  if (masters.length !== cluster.controlPlaneCount) {
    return {
      found,
      needed: `exactly ${nodes(cluster.controlPlaneCount)}`,
      remedy: "add or remove hosts, or change their roles",
    };
  }
  if (cluster.controlPlaneCount === 2) return tieBreakerProblem(cluster, masters, arbiters, found, policy);
  if (arbiters.length === 0) return null;
  return {
    found,
    needed: "no arbiter: three or more control plane nodes need none",
    remedy: "make the arbiter a worker, or remove it",
  };
}

function tieBreakerProblem(
  cluster: Cluster,
  masters: readonly Host[],
  arbiters: readonly Host[],
  found: string,
  policy: Policy,
): Problem | null {
  if (arbiters.length > 0) return null;
  const fencing = allowsFencing(cluster, policy);
  if (fencing && masters.every((host) => host.fencingCredentials !== null)) return null;
  return {
    found,
    needed: `an arbiter beside the two control plane nodes${fencing ? ", or fencing credentials on both" : ""}`,
    remedy: `add a host as arbiter${fencing ? ", or give both control plane nodes fencing credentials" : ""}`,
  };
}

const nodes = (count: number): string => `${count} control plane ${count === 1 ? "node" : "nodes"}`;

function describe({ masters, arbiters, workers }: { masters: number; arbiters: number; workers: number }): string {
  const parts = [
    nodes(masters),
    ...(arbiters > 0 ? [`${arbiters} ${arbiters === 1 ? "arbiter" : "arbiters"}`] : []),
    ...(workers > 0 ? [`${workers} ${workers === 1 ? "worker" : "workers"}`] : []),
  ];
  return parts.join(", ");
}
