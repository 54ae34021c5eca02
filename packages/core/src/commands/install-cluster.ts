import type { Changes } from "../changes.ts";
import { Draft } from "../draft.ts";
import { aboutHost } from "../events/subject.ts";
import { clusterLifecycleFacts } from "../lifecycle/cluster-facts.ts";
import { clusterMachine, moveCluster } from "../lifecycle/cluster-machine.ts";
import { settle } from "../lifecycle/settle.ts";
import type { Cluster, ClusterStatus } from "../model/cluster.ts";
import { hostName } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";
import { notNow } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";
import { electBootstrap } from "../roles/bootstrap.ts";
import { clusterIsNot } from "./wrong-status.ts";

/** Starts to prepare the installation: roles become final and a bootstrap host is chosen (reference service 3.11). */
export function installCluster(
  { cluster, hosts, infraEnvs }: ClusterSnapshot,
  policy: Policy,
  now: Instant,
): Outcome<Changes> {
  const refusal = refuseKind(cluster) ?? refuseStatus(cluster);
  if (refusal) return refused(refusal);
  const draft = new Draft(cluster, hosts);
  settle(draft, { infraEnvs, policy, now });
  if (draft.cluster?.status !== "ready") return refused(heldBack(draft.cluster ?? cluster));

  for (const host of draft.hosts) {
    if (host.role === "auto-assign") draft.patchHost(host.id, { role: host.suggestedRole });
  }
  chooseBootstrap(draft, policy);
  const facts = { cluster: draft.cluster ?? cluster, hosts: draft.hosts, infraEnvs };
  const move = moveCluster(clusterLifecycleFacts(facts, policy, now), "install");
  if (move === null) return refused(clusterIsNot(facts.cluster, clusterMachine.allows("install"), waitUntilReady));
  draft.patchCluster(move.cluster);
  draft.tell(move.events);
  settle(draft, { infraEnvs, policy, now });
  return done(draft.changes());
}

const waitUntilReady = "wait until the cluster is ready";

const refuseKind = (cluster: Cluster): Refusal | null =>
  cluster.kind === "Cluster"
    ? null
    : notNow({
        found: `cluster ${cluster.name} is of kind ${cluster.kind}`,
        needed: "a cluster that is not installed yet",
        remedy: "install its hosts one by one",
      });

/** These may turn out to be ready once everything is looked at. */
const undecided: ReadonlySet<ClusterStatus> = new Set<ClusterStatus>(["insufficient", "ready", "pending-for-input"]);

const refuseStatus = (cluster: Cluster): Refusal | null =>
  undecided.has(cluster.status) ? null : clusterIsNot(cluster, clusterMachine.allows("install"), waitUntilReady);

function heldBack(cluster: Cluster): Refusal {
  const wrong = clusterIsNot(cluster, clusterMachine.allows("install"), "correct what its checks name");
  const failing = cluster.validations.filter(({ status }) => status === "failure" || status === "pending");
  const reasons = failing.map(({ id, message }) => `${id}: ${message.replace(/\.$/, "")}`).join(" ; ");
  return { ...wrong, found: `${wrong.found} (${reasons})` };
}

function chooseBootstrap(draft: Draft, policy: Policy): void {
  const elected = electBootstrap(draft, policy);
  for (const host of draft.hosts) {
    if (host.id === elected && !host.bootstrap) {
      draft.tell([aboutHost("host_bootstrap_set", host, { host_name: hostName(host) })]);
    }
    draft.patchHost(host.id, { bootstrap: host.id === elected });
  }
}
