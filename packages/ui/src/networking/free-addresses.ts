// Addresses of a network that no host saw in use.
import type { FreeNetworksAddresses, Host } from "@muster/contract";

/** Those that every host which looked found free, lowest first as people like them: not the network's first ones. */
export function freeAddresses(hosts: readonly Pick<Host, "free_addresses">[], cidr: string): string[] {
  const reports = hosts.flatMap(({ free_addresses: text }) => {
    const networks: FreeNetworksAddresses = text ? JSON.parse(text) : [];
    const found = networks.find(({ network }) => network === cidr)?.free_addresses;
    return found ? [new Set(found)] : [];
  });
  const [first, ...others] = reports;
  if (!first) return [];
  return [...first].filter((address) => others.every((report) => report.has(address)));
}

/** Two addresses next to each other, away from the edges where gateways live. */
export function suggestVips(free: readonly string[]): Readonly<{ api: string; ingress: string }> | null {
  const [api, ingress] = free.length > 12 ? free.slice(8, 10) : free.slice(0, 2);
  return api !== undefined && ingress !== undefined ? { api, ingress } : null;
}
