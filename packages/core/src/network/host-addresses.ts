// A host's addresses, parsed once per inventory: many checks ask for them on every refresh.
import type { Inventory } from "../model/observations.ts";
import { type Network, parseNetwork } from "./address.ts";

export type HostAddress = Readonly<{
  interfaceName: string;
  macAddress: string;
  /** Without the prefix length. */
  address: string;
  /** The network the address is in. */
  network: Network;
}>;

const parsed = new WeakMap<Inventory, readonly HostAddress[]>();

export function hostAddresses(inventory: Inventory): readonly HostAddress[] {
  const known = parsed.get(inventory);
  if (known) return known;
  const addresses = (inventory.interfaces ?? []).flatMap((nic) =>
    [...(nic.ipv4Addresses ?? []), ...(nic.ipv6Addresses ?? [])].flatMap((cidr) => {
      const network = parseNetwork(cidr);
      if (!network) return [];
      const address = cidr.slice(0, cidr.lastIndexOf("/"));
      return [{ interfaceName: nic.name ?? "", macAddress: nic.macAddress ?? "", address, network }];
    }),
  );
  parsed.set(inventory, addresses);
  return addresses;
}
