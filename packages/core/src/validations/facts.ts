import type { HostValidationId, ValidationResult } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import type { Instant } from "../model/instant.ts";
import type { Policy } from "../policy.ts";

/** What a check of one host may look at. A pool host has no cluster and no neighbours. */
export type HostFacts = Readonly<{
  host: Host;
  cluster: Cluster | null;
  hosts: readonly Host[];
  infraEnv: InfraEnv | null;
  policy: Policy;
  now: Instant;
}>;

export type ClusterFacts = Readonly<{
  cluster: Cluster;
  hosts: readonly Host[];
  infraEnvs: readonly InfraEnv[];
  policy: Policy;
  now: Instant;
  hostResults: ReadonlyMap<string, readonly ValidationResult<HostValidationId>[]>;
}>;
