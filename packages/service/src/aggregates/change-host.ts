import type { Changes, HostFacts } from "@muster/core";
import type { Service } from "../service.ts";
import { type HostChange, patches } from "./aggregate.ts";
import { hostIn, lookAgain } from "./look-again.ts";

type Surroundings = Pick<Service, "aggregates" | "policy">;
/** A host by its names: one machine may have been in several infra-envs. */
export type HostRef = Readonly<{ infraEnvId: string; hostId: string }>;
type HostDecision<Answer> = Readonly<{ changes: Changes; answer: Answer; delete?: boolean }>;

/** Changes one host, wherever it is: in its cluster, or in its infra-env's pool. */
export const changeHost = <Answer>(
  around: Surroundings,
  host: HostRef,
  decide: (facts: HostFacts) => HostDecision<Answer>,
  requestId: string | null = null,
): Promise<Answer> =>
  lookAgain(
    () => changeWhereItIs(around, host, decide, requestId),
    () => around.aggregates.forgetHost(host.hostId),
  );

async function changeWhereItIs<Answer>(
  { aggregates, policy }: Surroundings,
  { infraEnvId, hostId }: HostRef,
  decide: (facts: HostFacts) => HostDecision<Answer>,
  requestId: string | null,
): Promise<Answer> {
  const place = await aggregates.placeIn(infraEnvId, hostId);
  if (place.clusterId === null) {
    return aggregates.changePool(
      infraEnvId,
      (pool, now) => {
        const host = hostIn(pool, hostId);
        const facts = { host, cluster: null, hosts: [], infraEnv: pool.root, policy, now };
        const decision = decide(facts);
        return { answer: decision.answer, hosts: hostsOf(hostId, decision), events: decision.changes.events };
      },
      requestId,
    );
  }
  return aggregates.changeCluster(
    place.clusterId,
    (aggregate, now) => {
      const host = hostIn(aggregate, hostId);
      const { cluster, hosts, infraEnvs } = aggregates.snapshot(aggregate);
      const infraEnv = infraEnvs.find(({ id }) => id === infraEnvId) ?? null;
      const decision = decide({ host, cluster, hosts, infraEnv, policy, now });
      const { changes, answer } = decision;
      return { answer, root: changes.cluster, hosts: hostsOf(hostId, decision), events: changes.events };
    },
    requestId,
  );
}

const hostsOf = (
  hostId: string,
  { changes, delete: deleted }: HostDecision<unknown>,
): ReadonlyMap<string, HostChange> =>
  deleted ? new Map([...patches(changes.hosts), [hostId, { kind: "delete" }]]) : patches(changes.hosts);
