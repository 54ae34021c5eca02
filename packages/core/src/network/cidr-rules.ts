// What a network must be like for its purpose (reference service 4.3, 4.6; installer 2.4).
import type { Problem } from "../problem.ts";
import { formatNetwork, hasHostBits, type Network, overlap, parseNetwork } from "./address.ts";

export type Purpose = "cluster" | "service" | "machine";

export type NamedNetwork = Readonly<{ name: string; cidr: string }>;

type Circumstances = Readonly<{ singleNode: boolean; userManagedLoadBalancer: boolean }>;

/** How many bits must remain for addresses. */
export function smallestSize(purpose: Purpose, { singleNode, userManagedLoadBalancer }: Circumstances): number {
  if (purpose !== "machine") return 7;
  if (singleNode) return 1;
  return userManagedLoadBalancer ? 2 : 4;
}

export function networkProblem(cidr: string, purpose: Purpose, circumstances: Circumstances): Problem | null {
  const network = parseNetwork(cidr);
  if (!network) {
    return {
      found: `"${cidr}", which is not a network`,
      needed: "a network in CIDR form, such as 192.168.0.0/24 or fd01::/48",
      remedy: "write the network's address, a slash and its prefix length",
    };
  }
  if (hasHostBits(cidr, network)) {
    return {
      found: `${cidr}, an address inside the network ${formatNetwork(network)}`,
      needed: "the address of the network itself",
      remedy: `write ${formatNetwork(network)}`,
    };
  }
  return (
    sizeProblem(cidr, network, smallestSize(purpose, circumstances)) ?? tooLargeForServices(cidr, network, purpose)
  );
}

function sizeProblem(cidr: string, { prefix, bits }: Network, smallest: number): Problem | null {
  if (bits - prefix >= smallest) return null;
  return {
    found: `${cidr}, which leaves ${bits - prefix} bits for addresses`,
    needed: `at least ${smallest} bits, a prefix length of ${bits - smallest} or less`,
    remedy: "give a larger network",
  };
}

/** Kubernetes allocates services from a bitmap and caps its size. */
function tooLargeForServices(cidr: string, { family, prefix }: Network, purpose: Purpose): Problem | null {
  const shortest = family === "IPv4" ? 12 : 108;
  if (purpose !== "service" || prefix >= shortest) return null;
  return {
    found: `${cidr}, a larger network than services can use`,
    needed: `a prefix length of ${shortest} or more for ${family} services`,
    remedy: "give a smaller network",
  };
}

type ClusterNetwork = Readonly<{ cidr: string; hostPrefix: number }>;

/** Each node gets a block of `/hostPrefix` out of the cluster network. */
export function hostPrefixProblem({ cidr, hostPrefix }: ClusterNetwork): Problem | null {
  const network = parseNetwork(cidr);
  if (!network) return null;
  const found = `host prefix ${hostPrefix} for the cluster network ${cidr}`;
  if (hostPrefix < 1 || hostPrefix > network.bits) {
    return { found, needed: `a value between 1 and ${network.bits}`, remedy: "change host_prefix" };
  }
  if (hostPrefix >= network.prefix) return null;
  return {
    found,
    needed: `${network.prefix} or more: a node's share cannot be larger than the whole`,
    remedy: "raise host_prefix or give a larger cluster network",
  };
}

/** There must be a block for each host, and for four hosts at least. */
export function roomForHostsProblem(
  { cidr, hostPrefix }: ClusterNetwork,
  hostCount: number,
  networkType: string,
): Problem | null {
  const network = parseNetwork(cidr);
  if (!network) return null;
  const found = `host prefix ${hostPrefix} for the cluster network ${cidr}`;
  if (network.family === "IPv6" && networkType === "OVNKubernetes" && hostPrefix !== 64) {
    return { found, needed: "64, the only size OVNKubernetes uses for IPv6", remedy: "set host_prefix to 64" };
  }
  const hosts = Math.max(4, hostCount);
  const blocks = 2 ** (hostPrefix - network.prefix);
  if (blocks >= hosts) return null;
  return {
    found: `${found}, which has room for ${blocks} ${blocks === 1 ? "node" : "nodes"}`,
    needed: `room for ${hosts} nodes`,
    remedy: "raise host_prefix or give a larger cluster network",
  };
}

type Pair = readonly [NamedNetwork, NamedNetwork];
type Parsed = Readonly<{ named: NamedNetwork; network: Network }>;

/** Unreadable networks overlap nothing: other checks speak of them. */
const parseAll = (networks: readonly NamedNetwork[]): readonly Parsed[] =>
  networks.flatMap((named) => {
    const network = parseNetwork(named.cidr);
    return network ? [{ named, network }] : [];
  });

const pairsOf = ({ named, network }: Parsed, others: readonly Parsed[]): readonly Pair[] =>
  others.filter((other) => overlap(network, other.network)).map((other) => [named, other.named]);

/** Every pair that has addresses in common, once. */
export function overlapping(networks: readonly NamedNetwork[]): readonly Pair[] {
  const parsed = parseAll(networks);
  return parsed.flatMap((one, index) => pairsOf(one, parsed.slice(index + 1)));
}

/** OVNKubernetes keeps these for itself unless the install-config moves them (reference installer 2.4). */
const ovnInternalNetworks = parseAll([
  { name: "the join network of OVNKubernetes", cidr: "100.64.0.0/16" },
  { name: "the transit network of OVNKubernetes", cidr: "100.88.0.0/16" },
  { name: "the masquerade network of OVNKubernetes", cidr: "169.254.0.0/17" },
  { name: "the join network of OVNKubernetes", cidr: "fd98::/64" },
  { name: "the transit network of OVNKubernetes", cidr: "fd97::/64" },
  { name: "the masquerade network of OVNKubernetes", cidr: "fd69::/112" },
]);

export const overlappingOvn = (networks: readonly NamedNetwork[]): readonly Pair[] =>
  parseAll(networks).flatMap((one) => pairsOf(one, ovnInternalNetworks));

export const overlapsFound = (pairs: readonly Pair[]): string =>
  pairs.map(([one, other]) => `${one.name} ${one.cidr} and ${other.name} ${other.cidr} overlap`).join(", ");
