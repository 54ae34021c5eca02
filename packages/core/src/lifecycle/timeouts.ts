// Moments at which patience ends (reference service 3.6). A time-out holds from its moment on, so waking then is enough.
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import type { Host, HostStage } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { LogCollection } from "../model/logs.ts";
import type { Policy } from "../policy.ts";
import { finalizingStageTimeout } from "../progress/finalizing.ts";

export const isPast = (deadline: Instant | null, now: Instant): boolean => deadline !== null && now >= deadline;

export function stageTimeout(stage: HostStage, cluster: Cluster | null, policy: Policy): Instant {
  const timeout = policy.stageTimeouts[stage] ?? policy.otherStageTimeout;
  // A single node reboots into a bootstrap of its own, which takes twice as long.
  return stage === "Rebooting" && cluster !== null && isSingleNode(cluster) ? 2 * timeout : timeout;
}

/** Counts from the last report, so a stage that moves forward is never late. */
export function stageDeadline({ progress }: Host, cluster: Cluster | null, policy: Policy): Instant | null {
  if (progress.stage === null || progress.stageUpdatedAt === null) return null;
  return progress.stageUpdatedAt + stageTimeout(progress.stage, cluster, policy);
}

export function logsDeadline(
  { state, startedAt, collectedAt }: LogCollection,
  since: Instant,
  timeouts: Policy["hostLogTimeouts"],
): Instant | null {
  if (collectedAt !== null || state === "completed" || state === "timeout") return null;
  return startedAt === null ? since + timeouts.pending : startedAt + timeouts.collection;
}

export function finalizingStageDeadline(cluster: Cluster, policy: Policy): Instant | null {
  const { finalizingStage, finalizingStageStartedAt } = cluster.progress;
  if (finalizingStage === null || finalizingStageStartedAt === null) return null;
  return finalizingStageStartedAt + finalizingStageTimeout(finalizingStage, cluster, policy);
}

export const installationDeadline = ({ installStartedAt }: Cluster, policy: Policy): Instant | null =>
  installStartedAt === null ? null : installStartedAt + policy.installationTimeout;
