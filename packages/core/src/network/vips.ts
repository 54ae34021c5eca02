// Virtual addresses of a cluster: what makes one usable (reference service 4.6).
import { type Cluster, isSingleNode, type Vip } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";
import type { Problem } from "../problem.ts";
import { contains, isBroadcastAddress, isNetworkAddress, parseAddress, parseNetwork, sameAddress } from "./address.ts";
import { hostAddresses } from "./host-addresses.ts";

export type VipKind = "API" | "ingress";

export const vipsOf = (cluster: Cluster, kind: VipKind): readonly Vip[] =>
  kind === "API" ? cluster.apiVips : cluster.ingressVips;

/** VIPs are the cluster's business unless its networking is left to the user; a single node answers on its own address. */
export const needsVips = (cluster: Cluster): boolean => !cluster.userManagedNetworking && !isSingleNode(cluster);

export type VipVerdict =
  | Readonly<{ kind: "usable" }>
  | Readonly<{ kind: "unusable"; problem: Problem }>
  | Readonly<{ kind: "unverified"; ip: string }>;

export function judgeVip(
  vip: Vip,
  kind: VipKind,
  { cluster, hosts, policy }: Readonly<{ cluster: Cluster; hosts: readonly Host[]; policy: Policy }>,
): VipVerdict {
  const problem =
    addressProblem(vip.ip, kind) ??
    // A load balancer that the user runs may stand anywhere, serve both roles, and answers already.
    (cluster.loadBalancer === "user-managed"
      ? null
      : (placeProblem(vip.ip, kind, cluster.machineNetworks) ?? sharedVipProblem(vip.ip, kind, cluster)));
  if (problem) return { kind: "unusable", problem };
  if (cluster.loadBalancer === "user-managed") return { kind: "usable" };
  switch (isFree(vip, hosts)) {
    case true:
      return { kind: "usable" };
    case false:
      return { kind: "unusable", problem: inUse(vip.ip, kind) };
    case null:
      return isNeverTried(cluster, policy) ? { kind: "usable" } : { kind: "unverified", ip: vip.ip };
  }
}

/** When nobody will ever look, waiting for an answer would hold the cluster back for good: leases are known to be free. */
const isNeverTried = ({ vipDhcpAllocation }: Cluster, { disabledSteps }: Policy): boolean =>
  vipDhcpAllocation || disabledSteps.includes("verify-vips");

export const addressProblem = (ip: string, kind: VipKind): Problem | null =>
  parseAddress(ip)
    ? null
    : {
        found: `"${ip}" as ${kind} virtual IP, which is not an address`,
        needed: "an IPv4 or IPv6 address",
        remedy: "correct the address",
      };

export function placeProblem(ip: string, kind: VipKind, machineNetworks: readonly string[]): Problem | null {
  const network = machineNetworks.flatMap((cidr) => parseNetwork(cidr) ?? []).find((one) => contains(one, ip));
  if (!network) {
    return {
      found: `${kind} virtual IP ${ip} outside the machine network ${machineNetworks.join(", ")}`,
      needed: "an address in a machine network",
      remedy: "choose an address that hosts of the cluster share a network with",
    };
  }
  const special = isNetworkAddress(network, ip) ? "network" : isBroadcastAddress(network, ip) ? "broadcast" : null;
  if (special === null) return null;
  return {
    found: `${kind} virtual IP ${ip}, the ${special} address of its machine network`,
    needed: "an address that a machine could have",
    remedy: "choose another address",
  };
}

export function sharedVipProblem(
  ip: string,
  kind: VipKind,
  { apiVips, ingressVips }: Pick<Cluster, "apiVips" | "ingressVips">,
): Problem | null {
  const others = kind === "API" ? ingressVips : apiVips;
  if (!others.some((other) => sameAddress(other.ip, ip))) return null;
  return {
    found: `${ip} as virtual IP of both the API and ingress`,
    needed: "two different addresses, unless a user-managed load balancer serves both",
    remedy: "choose another address for one of them",
  };
}

const inUse = (ip: string, kind: VipKind): Problem => ({
  found: `${kind} virtual IP ${ip} in use by another machine`,
  needed: "an address that nobody answers on",
  remedy: "free the address or choose another one",
});

/** Hosts that tried the address know best; else the lists of free addresses; null when nobody has looked yet. */
function isFree({ ip, verification }: Vip, hosts: readonly Host[]): boolean | null {
  if (verification !== "unverified") return verification === "succeeded";
  const holding = new Map<string, boolean>();
  const lists = hosts.flatMap((host) =>
    (host.freeAddresses ?? []).filter(({ network = "" }) => {
      const known = holding.get(network) ?? holds(network, ip);
      holding.set(network, known);
      return known;
    }),
  );
  return lists.length === 0 ? null : lists.every(({ freeAddresses = [] }) => freeAddresses.includes(ip));
}

function holds(cidr: string, ip: string): boolean {
  const network = parseNetwork(cidr);
  return network !== null && contains(network, ip);
}

/** A single node has no address to move: both VIPs are its own address in each machine network. */
export function singleNodeVips({ cluster, hosts }: Pick<ClusterSnapshot, "cluster" | "hosts">): Readonly<{
  apiVips: readonly Vip[];
  ingressVips: readonly Vip[];
}> {
  const addresses = hosts.flatMap((host) => (host.inventory ? hostAddresses(host.inventory) : []));
  const vips = cluster.machineNetworks.flatMap((cidr): Vip[] => {
    const network = parseNetwork(cidr);
    const own = network && addresses.find(({ address }) => contains(network, address));
    return own ? [{ ip: own.address, verification: "unverified" }] : [];
  });
  return { apiVips: vips, ingressVips: vips };
}
