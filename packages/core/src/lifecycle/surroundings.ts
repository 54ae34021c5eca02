import type { InfraEnv } from "../model/infra-env.ts";
import type { Instant } from "../model/instant.ts";
import type { Policy } from "../policy.ts";

/** What a decision looks at beside the cluster and the hosts that it changes. */
export type Surroundings = Readonly<{ infraEnvs: readonly InfraEnv[]; policy: Policy; now: Instant }>;

export const infraEnvsById = (infraEnvs: readonly InfraEnv[]): ReadonlyMap<string, InfraEnv> =>
  new Map(infraEnvs.map((infraEnv) => [infraEnv.id, infraEnv]));
