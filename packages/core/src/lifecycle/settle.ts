// Lets validations and lifecycles act on each other until nothing moves any more.
import type { Draft } from "../draft.ts";
import type { ValidationResult } from "../finding.ts";
import type { HostStatus } from "../model/host.ts";
import { clusterProgress } from "../progress/cluster-progress.ts";
import { featureUsage } from "../usage/feature-usage.ts";
import { validateCluster } from "../validations/cluster/registry.ts";
import { validateHost } from "../validations/host/registry.ts";
import { clusterLifecycleFacts } from "./cluster-facts.ts";
import { moveCluster } from "./cluster-machine.ts";
import { deriveDisks, deriveNetworks, deriveRoles } from "./derive.ts";
import { hostLifecycleFacts } from "./host-facts.ts";
import { moveHost } from "./host-machine.ts";
import { isJudged, judgedClusterStatuses } from "./judged.ts";
import { leaseEvents } from "./lease-event.ts";
import { infraEnvsById, type Surroundings } from "./surroundings.ts";
import { validationEvents } from "./validation-events.ts";

/** Every way through the tables is far shorter; the bound only keeps a mistake in them from hanging a service. */
const mostRounds = 16;

export function settle(draft: Draft, surroundings: Surroundings): void {
  const { policy, now } = surroundings;
  const { hosts, cluster } = draft;
  const firstEvent = draft.events.length;
  const judgeHosts = judgement(draft, surroundings);
  let networks: "unknown" | "known" = "unknown";
  for (let round = 0, before = -1; round < mostRounds && draft.version !== before; round += 1) {
    before = draft.version;
    if (networks === "unknown" && deriveNetworks(draft, now)) networks = "known";
    deriveRoles(draft, surroundings);
    deriveDisks(draft, surroundings);
    judgeHosts();
    moveHosts(draft, surroundings);
    if (draft.cluster === null) continue;
    judgeCluster(draft, surroundings);
    moveTheCluster(draft, surroundings);
  }
  if (draft.cluster !== null && cluster !== null) {
    draft.patchCluster({ progress: clusterProgress(draft.cluster, draft.hosts, policy) });
    // What a cluster makes use of is settled when its installation begins.
    if (judgedClusterStatuses.has(draft.cluster.status)) {
      draft.patchCluster({ featureUsage: featureUsage(draft.cluster, draft.hosts, surroundings.infraEnvs) });
    }
    draft.tell(leaseEvents(cluster, draft.cluster, policy, now));
  }
  // What was found comes before what followed from it.
  draft.events.splice(firstEvent, 0, ...validationEvents(draft, hosts, cluster));
}

/** Checks hosts; again only those whose own status changed since, unless something changed that all of them look at. */
function judgement(draft: Draft, { infraEnvs, policy, now }: Surroundings): () => void {
  const environments = infraEnvsById(infraEnvs);
  const judgedIn = new Map<string, HostStatus>();
  let basis = draft.basis;
  return () => {
    const { cluster, hosts } = draft;
    if (draft.basis !== basis) judgedIn.clear();
    basis = draft.basis;
    for (const host of hosts) {
      if (!isJudged(host) || judgedIn.get(host.id) === host.status) continue;
      judgedIn.set(host.id, host.status);
      const infraEnv = environments.get(host.infraEnvId) ?? null;
      const validations = validateHost({ host, cluster, hosts, infraEnv, policy, now });
      if (!sameResults(validations, host.validations)) draft.patchHost(host.id, { validations });
    }
  };
}

/** A message tells all of a result's parts. */
const sameResults = <Id extends string>(
  one: readonly ValidationResult<Id>[],
  other: readonly ValidationResult<Id>[],
): boolean =>
  one.length === other.length &&
  one.every(({ id, status, message }, index) => {
    const before = other[index];
    return before?.id === id && before.status === status && before.message === message;
  });

function moveHosts(draft: Draft, { infraEnvs, policy, now }: Surroundings): void {
  const environments = infraEnvsById(infraEnvs);
  for (const host of draft.hosts) {
    const infraEnv = environments.get(host.infraEnvId) ?? null;
    // Each sees what became of those before it: two hosts cannot both be the one that the cluster can do without.
    const facts = hostLifecycleFacts({ host, cluster: draft.cluster, hosts: draft.hosts, infraEnv, policy, now });
    const move = moveHost(facts, "refresh");
    if (move?.kind !== "moved") continue;
    draft.patchHost(host.id, move.host);
    draft.patchCluster(move.cluster);
    draft.tell(move.events);
  }
}

function judgeCluster(draft: Draft, { infraEnvs, policy, now }: Surroundings): void {
  const { cluster, hosts } = draft;
  if (cluster === null || !judgedClusterStatuses.has(cluster.status)) return;
  const hostResults = new Map(hosts.map((host) => [host.id, host.validations]));
  const validations = validateCluster({ cluster, hosts, infraEnvs, policy, now, hostResults });
  if (!sameResults(validations, cluster.validations)) draft.patchCluster({ validations });
}

function moveTheCluster(draft: Draft, { infraEnvs, policy, now }: Surroundings): void {
  const { cluster, hosts } = draft;
  if (cluster === null) return;
  const move = moveCluster(clusterLifecycleFacts({ cluster, hosts, infraEnvs }, policy, now), "refresh");
  if (move === null) return;
  draft.patchCluster(move.cluster);
  draft.tell(move.events);
}
