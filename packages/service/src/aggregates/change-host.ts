import type { Changes, HostFacts } from "@muster/core";
import type { Service } from "../service.ts";
import { Missing } from "./actor.ts";
import { patches } from "./aggregate.ts";

type Surroundings = Pick<Service, "aggregates" | "policy">;
type HostDecision<Answer> = Readonly<{ changes: Changes; answer: Answer }>;

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
        const { changes, answer } = decide(facts);
        return { answer, hosts: patches(changes.hosts), events: changes.events };
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
      const { changes, answer } = decide({ host, cluster, hosts, infraEnv, policy, now });
      return { answer, root: changes.cluster, hosts: patches(changes.hosts), events: changes.events };
    },
    requestId,
  );
}
