import type { EventDraft } from "../events/draft.ts";
import type { ClusterValidationId } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Instant } from "../model/instant.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";
import { clusterExemptions } from "../validations/run.ts";

export type ClusterSignal = "refresh" | "install" | "cancel" | "reset" | "allow-add-hosts";

/** What a row of the cluster's table may look at. */
export type ClusterLifecycleFacts = ClusterSnapshot &
  Readonly<{
    policy: Policy;
    now: Instant;
    /** Validations that hold the cluster back now: neither passed nor ignored. */
    failing: ReadonlySet<ClusterValidationId>;
  }>;

export type ClusterEffect = Readonly<{ cluster?: Partial<Cluster>; events?: readonly EventDraft[] }>;

export function clusterLifecycleFacts(snapshot: ClusterSnapshot, policy: Policy, now: Instant): ClusterLifecycleFacts {
  const { ignores } = clusterExemptions(snapshot.cluster, policy);
  const failing = new Set<ClusterValidationId>();
  for (const { id, status } of snapshot.cluster.validations) {
    if (status !== "success" && status !== "disabled" && !ignores(id)) failing.add(id);
  }
  return { ...snapshot, policy, now, failing };
}
