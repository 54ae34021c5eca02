// What the host's own addresses and routes must be like.
import { fail, pass, pending } from "../../finding.ts";
import type { Inventory } from "../../model/observations.ts";
import { formatNetwork, overlap, sameNetwork } from "../../network/address.ts";
import { isDefaultRoute } from "../../network/default-route.ts";
import { type HostAddress, hostAddresses } from "../../network/host-addresses.ts";
import { networkKey } from "../../network/host-networks.ts";
import { boundWithInventory, type HostValidation, wholeInventory, withInventory } from "./validation.ts";

export const hasDefaultRoute: HostValidation = {
  id: "has-default-route",
  category: "network",
  needs: wholeInventory,
  check: withInventory(({ routes = [] }) => {
    if (routes.length === 0) return pending("the host to report its routes");
    if (routes.some(isDefaultRoute)) return pass("The host has a default route.");
    return fail({
      found: "no default route on the host",
      needed: "at least one",
      remedy: "hand out a gateway by DHCP, or set one in the host's static network configuration",
    });
  }),
};

export const nonOverlappingSubnets: HostValidation = {
  id: "non-overlapping-subnets",
  category: "network",
  needs: wholeInventory,
  check: withInventory((inventory) => {
    const clashes = clashingPairs(inventory);
    if (clashes.length === 0) return pass("The networks of the host's interfaces are apart.");
    return fail({
      found: `networks that overlap: ${clashes.map((pair) => pair.map(describe).join(" with ")).join("; ")}`,
      needed: "networks of different interfaces that are equal or apart, so that each address has one way",
      remedy: "correct the prefix lengths or addresses of these interfaces",
    });
  }),
};

const describe = ({ network, interfaceName }: HostAddress): string => `${formatNetwork(network)} (${interfaceName})`;

/** Sorted by where they begin, a network can only overlap those that begin before it and have not ended. */
function clashingPairs(inventory: Inventory): [HostAddress, HostAddress][] {
  const clashes: [HostAddress, HostAddress][] = [];
  let open: HostAddress[] = [];
  for (const next of distinctNetworks(inventory).sort(byBeginning)) {
    open = open.filter(({ network }) => overlap(network, next.network));
    for (const before of open) {
      const apart = before.interfaceName !== next.interfaceName && !sameNetwork(before.network, next.network);
      if (apart) clashes.push([before, next]);
    }
    open.push(next);
  }
  return clashes;
}

/** One address for each network of each interface. */
function distinctNetworks(inventory: Inventory): HostAddress[] {
  const key = ({ interfaceName, network }: HostAddress) => `${interfaceName} ${networkKey(network)}`;
  return [...new Map(hostAddresses(inventory).map((address) => [key(address), address])).values()];
}

function byBeginning({ network: one }: HostAddress, { network: other }: HostAddress): number {
  if (one.bits !== other.bits) return one.bits - other.bits;
  return one.base === other.base ? one.prefix - other.prefix : one.base < other.base ? -1 : 1;
}

export const noIpCollisions: HostValidation = {
  id: "no-ip-collisions-in-network",
  category: "network",
  needs: wholeInventory,
  check: boundWithInventory((_, { ipCollisions }, inventory) => {
    const taken = hostAddresses(inventory).flatMap(({ address }) => {
      const macs = ipCollisions[address];
      return macs ? [`${address} (${macs.join(", ")})`] : [];
    });
    if (taken.length === 0) return pass("No other machine was seen to use the host's addresses.");
    return fail({
      found: `addresses of the host for which several machines answer: ${taken.join("; ")}`,
      needed: "an address of its own for each machine",
      remedy: "find the machine with the other MAC address, and change the address of one of them",
    });
  }),
};
