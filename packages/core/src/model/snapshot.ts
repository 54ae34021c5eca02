import type { Cluster } from "./cluster.ts";
import type { Host } from "./host.ts";
import type { InfraEnv } from "./infra-env.ts";

/** Everything a decision about one cluster may look at. Infra-envs are those its hosts booted from. */
export type ClusterSnapshot = Readonly<{
  cluster: Cluster;
  hosts: readonly Host[];
  infraEnvs: readonly InfraEnv[];
}>;

/** An infra-env and those of its hosts that belong to no cluster. */
export type PoolSnapshot = Readonly<{ infraEnv: InfraEnv; hosts: readonly Host[] }>;
