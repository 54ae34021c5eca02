// The largest set of hosts that all reach each other, per network on layer 2 and per family on layer 3 (reference service 4.6).
import type { Host } from "../model/host.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import type { Family } from "./address.ts";
import { hostAddresses } from "./host-addresses.ts";
import { collectNetworks, networkKey } from "./host-networks.ts";
import { addReach, largestMutualGroup, type Reachability, reachability } from "./reachability.ts";

type ClusterAndHosts = Pick<ClusterSnapshot, "cluster" | "hosts">;

/** Keys are the networks of the hosts, `IPv4` and `IPv6`. A group too small to carry a cluster is empty. */
export function majorityGroups({ cluster, hosts }: ClusterAndHosts): Record<string, string[]> {
  const members = hosts.filter((host) => host.inventory !== null).toSorted(byId);
  const networks = collectNetworks(members).map((found) => ({ ...found, reach: reachability(members.length) }));
  const families = { IPv4: reachability(members.length), IPv6: reachability(members.length) };
  const reachByNetwork = new Map(networks.map(({ network, reach }) => [networkKey(network), reach]));
  fill(members, placesOf(members, reachByNetwork), families);

  const smallest = smallestGroup({ cluster, hosts });
  const group = (reach: Reachability): string[] => {
    const ids = largestMutualGroup(reach).flatMap((index) => members[index]?.id ?? []);
    return ids.length >= smallest ? ids : [];
  };
  return Object.fromEntries([
    ...networks.map(({ cidr, reach }) => [cidr, group(reach)] as const),
    ["IPv4", group(families.IPv4)] as const,
    ["IPv6", group(families.IPv6)] as const,
  ]);
}

/** Two nodes with fencing watch each other and need no third. */
export const smallestGroup = ({ cluster, hosts }: ClusterAndHosts): number =>
  cluster.controlPlaneCount === 2 && hosts.some((host) => host.fencingCredentials !== null) ? 2 : 3;

type Place = Readonly<{ family: Family; reach: Reachability }>;

/** Reports name addresses; looking each up in a map keeps the walk over all pairs of hosts free of parsing. */
function placesOf(
  hosts: readonly Host[],
  reachByNetwork: ReadonlyMap<string, Reachability>,
): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const host of hosts) {
    if (!host.inventory) continue;
    for (const { address, network } of hostAddresses(host.inventory)) {
      const reach = reachByNetwork.get(networkKey(network));
      if (reach) places.set(address, { family: network.family, reach });
    }
  }
  return places;
}

function fill(
  hosts: readonly Host[],
  places: ReadonlyMap<string, Place>,
  families: Readonly<Record<Family, Reachability>>,
): void {
  const indexOf = new Map(hosts.map((host, index) => [host.id, index]));
  hosts.forEach((host, from) => {
    for (const remote of host.connectivity?.remoteHosts ?? []) {
      const to = indexOf.get(remote.hostId ?? "");
      if (to === undefined) continue;
      for (const { successful, remoteIpAddress } of remote.l2Connectivity ?? []) {
        const place = successful ? places.get(remoteIpAddress ?? "") : undefined;
        if (place) addReach(place.reach, from, to);
      }
      for (const { successful, remoteIpAddress } of remote.l3Connectivity ?? []) {
        const place = successful ? places.get(remoteIpAddress ?? "") : undefined;
        if (!place) continue;
        addReach(families[place.family], from, to);
        // Neighbour discovery is often filtered: for IPv6 an answer on layer 3 is enough.
        if (place.family === "IPv6") addReach(place.reach, from, to);
      }
    }
  });
}

const byId = (one: Host, other: Host): number => (one.id < other.id ? -1 : 1);
