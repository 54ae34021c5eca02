import { type ClusterSnapshot, deregisterCluster, type EventDraft, type Host, returnToPool } from "@muster/core";
import type { HostChange } from "../aggregates/aggregate.ts";
import { Elsewhere, lookAgain } from "../aggregates/look-again.ts";
import { arrivals, moved } from "../hosts/binding.ts";
import { orRefuse } from "../http/problem.ts";
import type { Service } from "../service.ts";

type Removal = Readonly<{
  clusterId: string;
  requestId: string | null;
  /** What is told instead of the usual. */
  told?: (snapshot: ClusterSnapshot) => EventDraft;
}>;

/**
 * Removes a cluster. Hosts that came from a pool go back to it; those that booted the cluster's own image go with it.
 * Its files stay until it is deleted for good, as long as it can still be looked at.
 */
export const deregister = (service: Service, removal: Removal): Promise<void> =>
  lookAgain(() => remove(service, removal));

async function remove({ aggregates, policy }: Service, { clusterId, requestId, told }: Removal): Promise<void> {
  const poolIds = poolsOf(aggregates.snapshot(await aggregates.cluster(clusterId)));
  await aggregates.changeWithPools(
    { clusterId, poolIds },
    (aggregate, pools, now) => {
      const snapshot = aggregates.snapshot(aggregate);
      const { cluster, hosts } = snapshot;
      // A host of another pool was bound just now.
      if (poolsOf(snapshot).some((id) => !pools.has(id))) throw new Elsewhere();
      const { events: usual } = orRefuse(deregisterCluster(snapshot));
      const events = told ? [told(snapshot)] : [...usual];
      const fates = new Map<string, HostChange>();
      const returning: Host[] = [];
      for (const host of hosts) {
        const infraEnv = pools.get(host.infraEnvId)?.root ?? null;
        const changes = orRefuse(returnToPool({ host, cluster, hosts, infraEnv, policy, now }));
        fates.set(host.id, { kind: changes ? "leave" : "delete" });
        if (!changes) continue;
        returning.push(moved(host, changes));
        events.push(...changes.events);
      }
      return {
        cluster: { answer: undefined, delete: true, hosts: fates, events },
        pools: new Map(
          [...Map.groupBy(returning, ({ infraEnvId }) => infraEnvId)].map(([id, back]) => [id, arrivals(back)]),
        ),
      };
    },
    requestId,
  );
}

const poolsOf = ({ infraEnvs }: ClusterSnapshot): string[] =>
  infraEnvs.filter(({ clusterId }) => clusterId === null).map(({ id }) => id);
