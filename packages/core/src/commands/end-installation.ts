// Cancelling an installation, and resetting one so that it can begin again (reference service 3.11).
import type { Changes } from "../changes.ts";
import { Draft } from "../draft.ts";
import { clusterLifecycleFacts } from "../lifecycle/cluster-facts.ts";
import { clusterMachine, moveCluster } from "../lifecycle/cluster-machine.ts";
import { hostLifecycleFacts } from "../lifecycle/host-facts.ts";
import { moveHost } from "../lifecycle/host-machine.ts";
import { hostName, isDay2 } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";
import { notNow } from "../problem.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import type { HostFacts } from "../validations/facts.ts";
import { signalHost } from "./move.ts";
import { clusterIsNot } from "./wrong-status.ts";

export const cancelInstallation = (snapshot: ClusterSnapshot, policy: Policy, now: Instant): Outcome<Changes> =>
  signalAll(snapshot, policy, now, "cancel", "start an installation before cancelling it");

/** The service deletes what the attempt generated; manifests that users gave and logs stay. */
export const resetCluster = (snapshot: ClusterSnapshot, policy: Policy, now: Instant): Outcome<Changes> =>
  signalAll(snapshot, policy, now, "reset", "start an installation first: only what has begun can be reset");

function signalAll(
  { cluster, hosts, infraEnvs }: ClusterSnapshot,
  policy: Policy,
  now: Instant,
  on: "cancel" | "reset",
  remedy: string,
): Outcome<Changes> {
  const move = moveCluster(clusterLifecycleFacts({ cluster, hosts, infraEnvs }, policy, now), on);
  if (move === null) return refused(clusterIsNot(cluster, clusterMachine.allows(on), remedy));
  const draft = new Draft(cluster, hosts);
  draft.patchCluster(move.cluster);
  draft.tell(move.events);
  for (const host of hosts) {
    const infraEnv = infraEnvs.find(({ id }) => id === host.infraEnvId) ?? null;
    const hostMove = moveHost(hostLifecycleFacts({ host, cluster, hosts, infraEnv, policy, now }), on);
    // A host that has not begun, or is lost, has nothing to end.
    if (hostMove?.kind !== "moved") continue;
    draft.patchHost(host.id, hostMove.host);
    draft.tell(hostMove.events);
  }
  return done(draft.changes());
}

/** Only hosts that were added to a running cluster are reset one by one. */
export function resetHost(facts: HostFacts): Outcome<Changes> {
  if (!isDay2(facts.host)) {
    return refused(
      notNow({
        found: `host ${hostName(facts.host)} is part of the cluster's own installation`,
        needed: "a host that is being added to an installed cluster",
        remedy: "reset the cluster instead",
      }),
    );
  }
  return signalHost(facts, "reset", "start its installation first: only what has begun can be reset");
}
