import type { Refreshed } from "./changes.ts";
import { Draft } from "./draft.ts";
import { settle } from "./lifecycle/settle.ts";
import { clusterDeadlines, hostDeadlines, soonestAfter } from "./lifecycle/wake.ts";
import type { Instant } from "./model/instant.ts";
import type { ClusterSnapshot, PoolSnapshot } from "./model/snapshot.ts";
import type { Policy } from "./policy.ts";

/** What must change in a cluster and its hosts now. Refreshing the result at the same moment changes nothing more. */
export function refreshCluster(
  { cluster, hosts, infraEnvs }: ClusterSnapshot,
  policy: Policy,
  now: Instant,
): Refreshed {
  const draft = new Draft(cluster, hosts);
  settle(draft, { infraEnvs, policy, now });
  return { ...draft.changes(), wakeAt: wakeAt(draft, policy, now) };
}

/** What must change in the hosts of an infra-env that belong to no cluster. */
export function refreshPool({ infraEnv, hosts }: PoolSnapshot, policy: Policy, now: Instant): Refreshed {
  const draft = new Draft(null, hosts);
  settle(draft, { infraEnvs: [infraEnv], policy, now });
  return { ...draft.changes(), wakeAt: wakeAt(draft, policy, now) };
}

function wakeAt({ cluster, hosts }: Draft, policy: Policy, now: Instant): Instant | null {
  const deadlines = hosts.flatMap((host) => hostDeadlines(host, cluster, policy));
  return soonestAfter(now, cluster === null ? deadlines : [...deadlines, ...clusterDeadlines(cluster, policy)]);
}
