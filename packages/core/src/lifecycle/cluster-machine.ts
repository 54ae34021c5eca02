import type { EventDraft } from "../events/draft.ts";
import { aboutCluster } from "../events/subject.ts";
import type { Cluster } from "../model/cluster.ts";
import type { ClusterLifecycleFacts, ClusterSignal } from "./cluster-facts.ts";
import { clusterTransitions } from "./cluster-transitions.ts";
import { machine } from "./machine.ts";

export const clusterMachine = machine(clusterTransitions);

export type ClusterMove = Readonly<{ rule: number; cluster: Partial<Cluster>; events: readonly EventDraft[] }>;

/** What a signal does to a cluster; null when it means nothing in the cluster's status. */
export function moveCluster(facts: ClusterLifecycleFacts, on: ClusterSignal): ClusterMove | null {
  const { cluster, now } = facts;
  const row = clusterMachine.find(on, cluster.status, facts);
  if (row === null) return null;
  const { cluster: changed = {}, events = [] } = row.does?.(facts) ?? {};
  const status = row.to === "same" ? cluster.status : row.to;
  const statusInfo = (typeof row.says === "function" ? row.says(facts) : row.says) ?? cluster.statusInfo;
  const moves = status !== cluster.status;
  const told = aboutCluster("cluster_status_updated", cluster, { cluster_status: status, status_info: statusInfo });
  return {
    rule: row.rule,
    cluster: { ...changed, status, statusInfo, ...(moves ? { statusUpdatedAt: now } : {}) },
    events: [...events, ...(moves ? [told] : [])],
  };
}
