// A host's addresses, parsed once per inventory: many checks ask for them on every refresh.
import type { Inventory } from "../model/observations.ts";
import { type Network, parseAddress, parseNetwork } from "./address.ts";

export type HostAddress = Readonly<{
  interfaceName: string;
  macAddress: string;
  /** Without the prefix length. */
  address: string;
  value: bigint;
  /** The network the address is in. */
  network: Network;
}>;

const parsed = new WeakMap<Inventory, readonly HostAddress[]>();

export function hostAddresses(inventory: Inventory): readonly HostAddress[] {
  const known = parsed.get(inventory);
  if (known) return known;
  const addresses = (inventory.interfaces ?? []).flatMap((nic) =>
    [...(nic.ipv4Addresses ?? []), ...(nic.ipv6Addresses ?? [])].flatMap((cidr) => {
      const address = cidr.slice(0, cidr.lastIndexOf("/"));
      const [network, number] = [parseNetwork(cidr), parseAddress(address)];
      if (!network || !number) return [];
      const { value } = number;
      return [{ interfaceName: nic.name ?? "", macAddress: nic.macAddress ?? "", address, value, network }];
    }),
  );
  parsed.set(inventory, addresses);
  return addresses;
}

/** Whether a host's address lies in a network, whatever prefix length the host gave it. */
export function isWithin({ value, network: own }: HostAddress, network: Network): boolean {
  const hostBits = BigInt(network.bits - network.prefix);
  return own.family === network.family && value >> hostBits === network.base >> hostBits;
}
