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
  fill(members, placing(networks), families);

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

/**
 * Reports name addresses. An address counts in every network that holds it, whatever netmask its owner has; finding those
 * once for each address keeps the walk over all pairs of hosts free of parsing.
 */
function placing(networks: readonly NetworkReach[]): (address: string) => Place | null {
  const known = new Map<string, Place | null>();
  const place = (address: string): Place | null => {
    const parsed = parseAddress(address);
    if (!parsed) return null;
    return {
      family: parsed.family,
      reaches: networks.filter(({ network }) => holds(network, parsed)).map(({ reach }) => reach),
    };
  };
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const found = place(address);
    known.set(address, found);
    return found;
  };
}

function fill(
  hosts: readonly Host[],
  placeOf: (address: string) => Place | null,
  families: Readonly<Record<Family, Reachability>>,
): void {
  const indexOf = new Map(hosts.map((host, index) => [host.id, index]));
  hosts.forEach((host, from) => {
    for (const remote of host.connectivity?.remoteHosts ?? []) {
      const to = indexOf.get(remote.hostId ?? "");
      if (to === undefined) continue;
      for (const { successful, remoteIpAddress } of remote.l2Connectivity ?? []) {
        const place = successful ? placeOf(remoteIpAddress ?? "") : null;
        for (const reach of place?.reaches ?? []) addReach(reach, from, to);
      }
      for (const { successful, remoteIpAddress } of remote.l3Connectivity ?? []) {
        const place = successful ? placeOf(remoteIpAddress ?? "") : null;
        if (!place) continue;
        addReach(families[place.family], from, to);
        // Neighbour discovery is often filtered: for IPv6 an answer on layer 3 is enough.
        if (place.family === "IPv6") for (const reach of place.reaches) addReach(reach, from, to);
      }
    }
  });
}

const byId = (one: Host, other: Host): number => (one.id < other.id ? -1 : 1);
