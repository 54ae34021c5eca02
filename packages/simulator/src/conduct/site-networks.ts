import { addressAt, parseNetwork } from "../machine/network.ts";

export type Stack = "ipv4" | "ipv6" | "dual-stack";

const mostSites = 32_768;

/** The networks of the machines at a site: no two sites share one, and none meets what clusters use inside. */
export function siteNetworks(site: number, stack: Stack): readonly string[] {
  if (!Number.isInteger(site) || site < 0 || site >= mostSites) {
    throw new RangeError(`there is no site ${site}: sites have numbers from 0 to ${mostSites - 1}`);
  }
  const ipv4 = `10.${site >> 8}.${site & 255}.0/24`;
  const ipv6 = `fd2e:6f44:5dd8:${site.toString(16)}::/64`;
  switch (stack) {
    case "ipv4":
      return [ipv4];
    case "ipv6":
      return [ipv6];
    case "dual-stack":
      return [ipv4, ipv6];
  }
}

/** Addresses that no machine at a site has: one of each network. */
export const apiVips = (networks: readonly string[]): string[] => at(networks, 5);
export const ingressVips = (networks: readonly string[]): string[] => at(networks, 7);

const at = (networks: readonly string[], position: number): string[] =>
  networks.map((cidr) => addressAt(parseNetwork(cidr), position));

const inside = {
  ipv4: { cluster: { cidr: "10.128.0.0/14", host_prefix: 23 }, service: { cidr: "172.30.0.0/16" } },
  ipv6: { cluster: { cidr: "fd01::/48", host_prefix: 64 }, service: { cidr: "fd02::/112" } },
} as const;

/** What pods and services get, in the families of the stack. */
export function insideNetworks(stack: Stack) {
  const families = stack === "dual-stack" ? (["ipv4", "ipv6"] as const) : ([stack] as const);
  return {
    cluster_networks: families.map((family) => ({ ...inside[family].cluster })),
    service_networks: families.map((family) => ({ ...inside[family].service })),
  };
}
