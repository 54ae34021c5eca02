// The largest set of hosts that all reach each other, per network on layer 2 and per family on layer 3 (reference service 4.6).
import type { Host } from "../model/host.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import { type Family, holds, type Network, parseAddress } from "./address.ts";
import { collectNetworks } from "./host-networks.ts";
import { addReach, largestMutualGroup, type Reachability, reachability } from "./reachability.ts";

type ClusterAndHosts = Pick<ClusterSnapshot, "cluster" | "hosts">;

/** Keys are the networks of the hosts, `IPv4` and `IPv6`. A group too small to carry a cluster is empty. */
export function majorityGroups({ cluster, hosts }: ClusterAndHosts): Record<string, string[]> {
  const members = hosts.filter((host) => host.inventory !== null).toSorted(byId);
  const networks = collectNetworks(members).map((found) => ({ ...found, reach: reachability(members.length) }));
  const families = { IPv4: reachability(members.length), IPv6: reachability(members.length) };
  fill(members, networks, families);

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

type Place = Readonly<{ family: Family; reaches: readonly Reachability[] }>;
type NetworkReach = Readonly<{ network: Network; reach: Reachability }>;

/** An address counts in every network that holds it, whatever netmask its owner has. */
function placeOf(address: string, networks: readonly NetworkReach[]): Place | null {
  const parsed = parseAddress(address);
  if (!parsed) return null;
  const holding = networks.filter(({ network }) => holds(network, parsed));
  return { family: parsed.family, reaches: holding.map(({ reach }) => reach) };
}

function fill(
  hosts: readonly Host[],
  networks: readonly NetworkReach[],
  families: Readonly<Record<Family, Reachability>>,
): void {
  const indexOf = new Map(hosts.map((host, index) => [host.id, index]));
  // Reports name addresses; looking each up in a map keeps the walk over all pairs of hosts free of parsing.
  const places = new Map<string, Place | null>();
  const find = (address = ""): Place | null => {
    const known = places.get(address);
    if (known !== undefined) return known;
    const place = placeOf(address, networks);
    places.set(address, place);
    return place;
  };
  hosts.forEach((host, from) => {
    for (const remote of host.connectivity?.remoteHosts ?? []) {
      const to = indexOf.get(remote.hostId ?? "");
      if (to === undefined) continue;
      for (const { successful, remoteIpAddress } of remote.l2Connectivity ?? []) {
        const place = successful ? find(remoteIpAddress) : null;
        if (place) addReaches(place.reaches, from, to);
      }
      for (const { successful, remoteIpAddress } of remote.l3Connectivity ?? []) {
        const place = successful ? find(remoteIpAddress) : null;
        if (!place) continue;
        addReach(families[place.family], from, to);
        // Neighbour discovery is often filtered: for IPv6 an answer on layer 3 is enough.
        if (place.family === "IPv6") addReaches(place.reaches, from, to);
      }
    }
  });
}

function addReaches(reaches: readonly Reachability[], from: number, to: number): void {
  for (const reach of reaches) addReach(reach, from, to);
}

const byId = (one: Host, other: Host): number => (one.id < other.id ? -1 : 1);
