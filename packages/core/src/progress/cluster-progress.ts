// How far an installation is, in per cent (reference service 3.5).
import type { Cluster, ClusterProgress, ClusterStatus } from "../model/cluster.ts";
import { type Host, isDay2 } from "../model/host.ts";
import type { Policy } from "../policy.ts";
import { isOperatorDone } from "./operators-done.ts";
import { stagesOf } from "./stages.ts";

export const noProgress: ClusterProgress = {
  total: 0,
  preparing: 0,
  installing: 0,
  finalizing: 0,
  finalizingStage: null,
  finalizingStageStartedAt: null,
  finalizingStageTimedOut: false,
};

const underWay: ReadonlySet<ClusterStatus> = new Set<ClusterStatus>([
  "installing",
  "installing-pending-user-action",
  "finalizing",
  "installed",
]);

/** While an installation is under way nothing goes back, also when a host is removed or an operator stumbles. */
export function clusterProgress(cluster: Cluster, hosts: readonly Host[], policy: Policy): ClusterProgress {
  const { progress, status } = cluster;
  if (!underWay.has(status) || cluster.kind !== "Cluster") return progress;
  const installing = Math.max(progress.installing, installingPercentage(cluster, hosts, policy));
  const finalizing = Math.max(progress.finalizing, status === "installing" ? 0 : finalizingPercentage(cluster));
  const total = Math.trunc(0.1 * 100 + 0.7 * installing + 0.15 * finalizing);
  return {
    ...progress,
    preparing: 100,
    installing,
    finalizing,
    total: status === "installed" ? 100 : Math.max(progress.total, total),
  };
}

function installingPercentage(cluster: Cluster, hosts: readonly Host[], policy: Policy): number {
  let done = 0;
  let all = 0;
  for (const host of hosts) {
    if (isDay2(host)) continue;
    const stages = stagesOf(host, cluster, policy).length;
    all += stages;
    // A host that failed keeps the percentage it had reached.
    done += Math.round((host.progress.percentage / 100) * stages);
  }
  return all === 0 ? 0 : Math.trunc((done / all) * 100);
}

function finalizingPercentage({ monitoredOperators }: Cluster): number {
  if (monitoredOperators.length === 0) return 0;
  return Math.trunc((monitoredOperators.filter(isOperatorDone).length / monitoredOperators.length) * 100);
}
