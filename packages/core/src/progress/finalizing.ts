import type { FinalizingStage } from "@muster/contract";
import type { Cluster } from "../model/cluster.ts";
import { type Instant, second } from "../model/instant.ts";
import type { Policy } from "../policy.ts";

/** Operators that are late do not fail a cluster: these stages are only reported as slow (reference service 3.6). */
export const patientFinalizingStages: ReadonlySet<FinalizingStage> = new Set<FinalizingStage>([
  "Applying olm manifests",
  "Waiting for olm operators csv initialization",
  "Waiting for olm operators csv",
]);

const operatorStages: ReadonlySet<FinalizingStage> = new Set<FinalizingStage>([
  "Waiting for olm operators csv initialization",
  "Waiting for olm operators csv",
]);

export const hasSoftTimeouts = (cluster: Cluster | null, policy: Policy): boolean =>
  policy.softTimeouts || cluster?.softTimeouts === true;

/** Waiting for operators may take as long as the slowest of them is allowed. */
export function finalizingStageTimeout(stage: FinalizingStage, cluster: Cluster, policy: Policy): Instant {
  const soft = hasSoftTimeouts(cluster, policy) ? policy.finalizingStageSoftTimeouts[stage] : undefined;
  const timeout = soft ?? policy.finalizingStageTimeouts[stage] ?? policy.otherFinalizingStageTimeout;
  if (!operatorStages.has(stage)) return timeout;
  return cluster.monitoredOperators.reduce(
    (longest, operator) => Math.max(longest, operator.timeoutSeconds * second),
    timeout,
  );
}
