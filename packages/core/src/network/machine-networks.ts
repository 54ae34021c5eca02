// Which networks the machines of a cluster share, as far as it can be told from the VIPs and the hosts (reference service 3.10).
import { type Cluster, isDay2Cluster, isSingleNode } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { Inventory } from "../model/observations.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import { contains, type Family, formatNetwork, type Network, overlap, parseNetwork, sameNetwork } from "./address.ts";
import { defaultRoute } from "./default-route.ts";
import { clusterFamilies } from "./families.ts";
import { hostAddresses } from "./host-addresses.ts";
import { collectNetworks } from "./host-networks.ts";

/** Without VIPs of its own a cluster has no shared network to speak of; but a single node must choose one. */
export const needsMachineNetworks = (cluster: Cluster): boolean =>
  !isDay2Cluster(cluster) && (!cluster.userManagedNetworking || isSingleNode(cluster));

/** What the machine networks of a cluster should be now. Those that nobody can derive stay. */
export function deriveMachineNetworks({
  cluster,
  hosts,
}: Pick<ClusterSnapshot, "cluster" | "hosts">): readonly string[] {
  if (cluster.loadBalancer === "user-managed" || !needsMachineNetworks(cluster)) return cluster.machineNetworks;
  if (cluster.machineNetworksGiven) return asHostsHaveThem(cluster, hosts);
  if (isSingleNode(cluster)) return singleNodeNetworks(cluster, hosts);
  if (cluster.vipDhcpAllocation) return onlyNetwork(hosts);
  return withOtherFamily(cluster, hosts, networksOfVips(cluster, hosts)).map(({ cidr }) => cidr);
}

/**
 * Networks that a person gave stay. But with VIPs the size is that of the hosts (reference service 3.10): who writes
 * 192.168.0.0/24 for machines with a netmask of /23 would else wait for ever for machine-cidr-equals-to-calculated-cidr.
 */
function asHostsHaveThem(cluster: Cluster, hosts: readonly Host[]): readonly string[] {
  if (isSingleNode(cluster) || cluster.vipDhcpAllocation) return cluster.machineNetworks;
  const ofVips = networksOfVips(cluster, hosts);
  return cluster.machineNetworks.map((cidr) => {
    const given = parseNetwork(cidr);
    const own = given && ofVips.find(({ network }) => overlap(given, network));
    return own && !sameNetwork(own.network, given) ? own.cidr : cidr;
  });
}

type FoundNetwork = Readonly<{ cidr: string; network: Network }>;

/** The networks of hosts that hold the VIPs, in the order of the VIPs. */
export function networksOfVips(
  { apiVips, ingressVips }: Pick<Cluster, "apiVips" | "ingressVips">,
  hosts: readonly Host[],
): readonly FoundNetwork[] {
  const vips = [...apiVips, ...ingressVips];
  const networks = vips.length > 0 ? collectNetworks(hosts) : [];
  return [...new Set(vips.flatMap(({ ip }) => smallestHolding(networks, ip) ?? []))];
}

/** Where several networks hold an address the smallest is meant: the others come from too wide netmasks or overlays. */
const smallestHolding = (networks: readonly FoundNetwork[], ip: string): FoundNetwork | null =>
  networks
    .filter(({ network }) => contains(network, ip))
    .reduce<FoundNetwork | null>(
      (best, found) => (best === null || found.network.prefix > best.network.prefix ? found : best),
      null,
    );

function onlyNetwork(hosts: readonly Host[]): readonly string[] {
  const networks = collectNetworks(hosts);
  return networks.length === 1 ? networks.map(({ cidr }) => cidr) : [];
}

/** In dual stack the VIPs may be of one family only; the other family's network follows if the hosts share just one. */
function withOtherFamily(
  cluster: Cluster,
  hosts: readonly Host[],
  derived: readonly FoundNetwork[],
): readonly FoundNetwork[] {
  const [primary, secondary] = clusterFamilies({ ...cluster, machineNetworks: [] });
  const [known] = derived;
  if (!known || derived.length !== 1 || !secondary) return derived;
  const others = collectNetworks(hosts).filter(({ network }) => network.family !== known.network.family);
  if (others.length !== 1) return derived;
  return known.network.family === primary ? [known, ...others] : [...others, known];
}

/** The network behind the default route of the node, for each family the cluster asks for. */
function singleNodeNetworks(cluster: Cluster, hosts: readonly Host[]): readonly string[] {
  const inventory = hosts.find((host) => host.inventory !== null)?.inventory;
  if (!inventory) return [];
  const wanted = clusterFamilies({ ...cluster, machineNetworks: [] });
  const networks = wanted.flatMap((family) => networkBehindDefaultRoute(inventory, family) ?? []);
  if (networks.length > 0) return networks;
  // A machine of the other family altogether: naming its network lets the check of families explain what is wrong.
  return networkBehindDefaultRoute(inventory, wanted.includes("IPv6") ? "IPv4" : "IPv6") ?? [];
}

function networkBehindDefaultRoute(inventory: Inventory, family: Family): readonly string[] | null {
  const route = defaultRoute(inventory, family);
  if (!route) return null;
  const candidates = hostAddresses(inventory).filter(
    ({ interfaceName, network }) => interfaceName === route.interface && network.family === family,
  );
  // An IPv6 gateway is usually link-local, so it need not lie in the network.
  const best = candidates.find(({ network }) => contains(network, route.gateway ?? "")) ?? candidates[0];
  return best ? [formatNetwork(best.network)] : null;
}
