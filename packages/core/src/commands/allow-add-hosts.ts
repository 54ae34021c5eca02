import type { Changes } from "../changes.ts";
import { clusterLifecycleFacts } from "../lifecycle/cluster-facts.ts";
import { clusterMachine, moveCluster } from "../lifecycle/cluster-machine.ts";
import type { Instant } from "../model/instant.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import { clusterChanges } from "./patch.ts";
import { clusterIsNot } from "./wrong-status.ts";

/** An installed cluster opens for more hosts. */
export function allowAddHosts(snapshot: ClusterSnapshot, policy: Policy, now: Instant): Outcome<Changes> {
  const { cluster } = snapshot;
  const move = moveCluster(clusterLifecycleFacts(snapshot, policy, now), "allow-add-hosts");
  if (move === null) {
    return refused(
      clusterIsNot(cluster, clusterMachine.allows("allow-add-hosts"), "wait until the cluster is installed"),
    );
  }
  return done(clusterChanges(cluster, move.cluster, move.events));
}
