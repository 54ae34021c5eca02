// What follows from the hosts and the wishes of a cluster that is still open to change (reference service 3.10 and 4.6).
import type { Draft } from "../draft.ts";
import { sameValue } from "../equality.ts";
import { aboutHost } from "../events/subject.ts";
import { assessDisks } from "../hardware/disks.ts";
import { diskRules } from "../hardware/requirements.ts";
import type { Cluster, ClusterStatus } from "../model/cluster.ts";
import { type Host, hostName } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import { ipCollisions } from "../network/collisions.ts";
import { deriveMachineNetworks } from "../network/machine-networks.ts";
import { majorityGroups } from "../network/majority-groups.ts";
import { suggestRoles } from "../roles/suggest.ts";
import { disksOf } from "./disks-of.ts";
import { isJudged } from "./judged.ts";
import { infraEnvsById, type Surroundings } from "./surroundings.ts";

const open: ReadonlySet<ClusterStatus> = new Set<ClusterStatus>([
  "insufficient",
  "ready",
  "pending-for-input",
  "adding-hosts",
]);

export const isOpen = ({ status }: Cluster): boolean => open.has(status);

/** Depends only on what hosts reported, so once per refresh is enough. Says whether it was the time for it. */
export function deriveNetworks(draft: Draft, now: Instant): boolean {
  const { cluster, hosts } = draft;
  if (cluster === null || !isOpen(cluster)) return false;
  const machineNetworks = deriveMachineNetworks({ cluster, hosts });
  if (!sameValue(machineNetworks, cluster.machineNetworks)) {
    draft.patchCluster({ machineNetworks, machineNetworksUpdatedAt: now });
  }
  draft.patchCluster(connectionsOf(cluster, hosts));
  return true;
}

type Connections = Pick<Cluster, "connectivityMajorityGroups" | "ipCollisions">;
const known = new WeakMap<object, Readonly<{ basis: readonly unknown[]; connections: Connections }>>();

/** Who reaches whom is the costly part of a large cluster: looked at again only when someone has reported anew. */
function connectionsOf(cluster: Cluster, hosts: readonly Host[]): Connections {
  const key = hosts.find(({ connectivity }) => connectivity !== null)?.connectivity ?? cluster;
  const basis = [
    cluster.controlPlaneCount,
    ...hosts.flatMap(({ id, inventory, connectivity, fencingCredentials }) => [
      id,
      inventory,
      connectivity,
      fencingCredentials,
    ]),
  ];
  const before = known.get(key);
  if (before?.basis.length === basis.length && before.basis.every((item, index) => item === basis[index])) {
    return before.connections;
  }
  const connections = {
    connectivityMajorityGroups: majorityGroups({ cluster, hosts }),
    ipCollisions: ipCollisions(hosts),
  };
  known.set(key, { basis, connections });
  return connections;
}

/** What suits one host depends on the roles of the others: asked again until it stands. */
export function deriveRoles(draft: Draft, { infraEnvs, policy, now }: Surroundings): void {
  const { cluster, hosts } = draft;
  if (cluster === null || !isOpen(cluster)) return;
  const roles = suggestRoles({ cluster, hosts, infraEnvs }, policy, now);
  for (const host of hosts) {
    const suggestedRole = roles.get(host.id);
    if (suggestedRole === undefined || suggestedRole === host.suggestedRole) continue;
    draft.patchHost(host.id, { suggestedRole });
    draft.tell([aboutHost("host_role_updated", host, { host_name: hostName(host), suggested_role: suggestedRole })]);
  }
}

/** A role, a version or an operator can make a disk too small, or large enough again. */
export function deriveDisks(draft: Draft, { infraEnvs, policy, now }: Surroundings): void {
  const { cluster, hosts } = draft;
  if (cluster === null || !isOpen(cluster)) return;
  const environments = infraEnvsById(infraEnvs);
  for (const host of hosts) {
    if (host.inventory === null || !isJudged(host)) continue;
    const facts = { host, cluster, hosts, infraEnv: environments.get(host.infraEnvId) ?? null, policy, now };
    const inventory = assessDisks(host.inventory, diskRules(facts));
    if (inventory !== host.inventory) draft.patchHost(host.id, { inventory, ...disksOf(host, inventory) });
  }
}
