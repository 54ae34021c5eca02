import type { Changes, HostFacts } from "@muster/core";
import type { Service } from "../service.ts";
import { Missing } from "./actor.ts";
import { type HostChange, patches } from "./aggregate.ts";

type Surroundings = Pick<Service, "aggregates" | "policy">;
type HostDecision<Answer> = Readonly<{ changes: Changes; answer: Answer; delete?: boolean }>;

/** Changes one host, wherever it is: in its cluster, or in its infra-env's pool. */
export async function changeHost<Answer>(
  { aggregates, policy }: Surroundings,
  { infraEnvId, hostId }: { infraEnvId: string; hostId: string },
  decide: (facts: HostFacts) => HostDecision<Answer>,
  requestId: string | null = null,
): Promise<Answer> {
  const place = await aggregates.place(hostId);
  if (!place || place.infraEnvId !== infraEnvId) throw new Missing();
  if (place.clusterId === null) {
    return aggregates.changePool(
      infraEnvId,
      (pool, now) => {
        const host = pool.hosts.get(hostId);
        if (!host) throw new Missing();
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
      const host = aggregate.hosts.get(hostId);
      if (!host) throw new Missing();
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
