import type { Host } from "../model/host.ts";
import { formatNetwork, type Network } from "./address.ts";
import { hostAddresses } from "./host-addresses.ts";

export type HostNetwork = Readonly<{ cidr: string; hostIds: readonly string[] }>;

/** The networks that hosts have an address in, IPv4 before IPv6, each with its hosts in order of their ids. */
export function hostNetworks(hosts: readonly Host[]): HostNetwork[] {
  return collectNetworks(hosts).map(({ cidr, hostIds }) => ({ cidr, hostIds: [...hostIds].sort() }));
}

type CollectedNetwork = Readonly<{ cidr: string; network: Network; hostIds: ReadonlySet<string> }>;

export function collectNetworks(hosts: readonly Host[]): readonly CollectedNetwork[] {
  const found = new Map<string, { network: Network; hostIds: Set<string> }>();
  for (const host of hosts) {
    if (!host.inventory) continue;
    for (const { network } of hostAddresses(host.inventory)) {
      const key = networkKey(network);
      const known = found.get(key);
      if (known) known.hostIds.add(host.id);
      else found.set(key, { network, hostIds: new Set([host.id]) });
    }
  }
  return [...found.values()]
    .sort((one, other) => compareNetworks(one.network, other.network))
    .map(({ network, hostIds }) => ({ cidr: formatNetwork(network), network, hostIds }));
}

/** Cheaper than the network's text; good for maps. */
export const networkKey = ({ family, base, prefix }: Network): string => `${family}/${base}/${prefix}`;

function compareNetworks(one: Network, other: Network): number {
  if (one.family !== other.family) return one.family === "IPv4" ? -1 : 1;
  if (one.base !== other.base) return one.base < other.base ? -1 : 1;
  return one.prefix - other.prefix;
}
