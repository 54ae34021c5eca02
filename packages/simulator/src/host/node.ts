// An installed machine: it fetches its configuration, joins, and becomes ready. After that it asks nothing of us.
import type { HostRole } from "@muster/contract";
import { type Clock, wait } from "../clock.ts";
import { type NodeState, nodeRole, type RisingCluster } from "../site/rising-cluster.ts";
import type { HostAddress } from "./host-link.ts";

export type Node = Readonly<{ address: HostAddress; hostname: string; role: HostRole; cluster: RisingCluster }>;

type Surroundings = Readonly<{ clock: Clock; signal: AbortSignal; startController: (cluster: RisingCluster) => void }>;

export async function joinCluster(node: Node, { clock, signal, startController }: Surroundings): Promise<void> {
  const { address, hostname, role, cluster } = node;
  const report = (state: NodeState) => cluster.report({ ...address, hostname, role, state });
  while (!cluster.bootstrapIsUp) await wait(clock, 5, signal);
  report("configuring");
  await wait(clock, 60, signal);
  report("joined");
  await wait(clock, 45, signal);
  report("ready");
  if (nodeRole(role) === "master") startController(cluster);
}
