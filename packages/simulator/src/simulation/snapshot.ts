import type { Cluster } from "@muster/contract";
import type { HostState } from "../host/scripted-host.ts";
import type { ClusterRun } from "./cluster-run.ts";
import type { Requests } from "./requests.ts";

export type ClusterSnapshot = Readonly<{
  name: string;
  /** Null until it is described to the service. */
  status: Cluster["status"] | null;
  percentage: number;
  isOver: boolean;
}>;

/** How a simulation is getting on, for those who watch. */
export type Snapshot = Readonly<{
  seconds: number;
  clusters: readonly ClusterSnapshot[];
  hosts: ReadonlyMap<HostState, number>;
  requests: number;
  failedRequests: number;
  p99Ms: number | null;
}>;

export function snapshotOf(runs: readonly ClusterRun[], requests: Requests, seconds: number): Snapshot {
  const hosts = new Map<HostState, number>();
  for (const run of runs) {
    for (const { state } of run.hosts) hosts.set(state, (hosts.get(state) ?? 0) + 1);
  }
  return {
    seconds,
    clusters: runs.map(({ planned, cluster, isOver }) => ({
      name: planned.plan.name,
      status: cluster?.status ?? null,
      percentage: cluster?.progress?.total_percentage ?? 0,
      isOver,
    })),
    hosts,
    requests: requests.count,
    failedRequests: requests.failed,
    p99Ms: requests.percentile(0.99),
  };
}
