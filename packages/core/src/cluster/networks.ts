import type { Cluster } from "../model/cluster.ts";
import { type Family, familyOf } from "../network/address.ts";
import { familiesOf } from "../network/families.ts";
import type { Policy } from "../policy.ts";

type ClusterNetwork = Cluster["clusterNetworks"][number];
type GivenNetwork = Readonly<{ cidr?: string; hostPrefix?: number }>;

/** Networks as the wire gives them: the lists, or the single fields of older clients. Undefined: not given. */
export type GivenNetworks = Readonly<{
  clusterNetworks?: readonly GivenNetwork[];
  clusterNetworkCidr?: string;
  clusterNetworkHostPrefix?: number;
  serviceNetworks?: readonly GivenNetwork[];
  serviceNetworkCidr?: string;
  machineNetworks?: readonly GivenNetwork[];
  machineNetworkCidr?: string;
}>;

const cidrs = (networks: readonly GivenNetwork[]): readonly string[] => networks.flatMap(({ cidr }) => cidr || []);

export function givenClusterNetworks(
  { clusterNetworks, clusterNetworkCidr, clusterNetworkHostPrefix }: GivenNetworks,
  current: readonly ClusterNetwork[],
  { networkDefaults }: Policy,
): readonly ClusterNetwork[] | null {
  const complete = ({ cidr = "", hostPrefix }: GivenNetwork): ClusterNetwork => ({
    cidr,
    hostPrefix: hostPrefix ?? networkDefaults[familyOf(cidr) ?? "IPv4"].clusterNetwork.hostPrefix,
  });
  if (clusterNetworks) return clusterNetworks.filter(({ cidr }) => cidr).map(complete);
  const hostPrefix = clusterNetworkHostPrefix;
  if (clusterNetworkCidr)
    return [complete({ cidr: clusterNetworkCidr, ...(hostPrefix === undefined ? {} : { hostPrefix }) })];
  const [first, ...others] = current;
  return hostPrefix === undefined || !first ? null : [{ ...first, hostPrefix }, ...others];
}

export const givenServiceNetworks = ({
  serviceNetworks,
  serviceNetworkCidr,
}: GivenNetworks): readonly string[] | null =>
  serviceNetworks ? cidrs(serviceNetworks) : serviceNetworkCidr ? [serviceNetworkCidr] : null;

export const givenMachineNetworks = ({
  machineNetworks,
  machineNetworkCidr,
}: GivenNetworks): readonly string[] | null =>
  machineNetworks ? cidrs(machineNetworks) : machineNetworkCidr ? [machineNetworkCidr] : null;

type NewNetworks = Pick<Cluster, "clusterNetworks" | "serviceNetworks" | "machineNetworks">;

/** Networks of a new cluster. What is not given follows the families of what is: VIPs of IPv6 make an IPv6 cluster. */
export function newNetworks(given: GivenNetworks, vips: readonly string[], policy: Policy): NewNetworks {
  const defaults = policy.networkDefaults;
  const clusterNetworks = givenClusterNetworks(given, [defaults.IPv4.clusterNetwork], policy) ?? [];
  const serviceNetworks = givenServiceNetworks(given) ?? [];
  const machineNetworks = givenMachineNetworks(given) ?? [];
  const known = familiesOf([...cidrs(clusterNetworks), ...serviceNetworks, ...machineNetworks, ...vips]);
  const families: readonly Family[] = known.length > 0 ? known : ["IPv4"];
  return {
    clusterNetworks:
      clusterNetworks.length > 0 ? clusterNetworks : families.map((family) => defaults[family].clusterNetwork),
    serviceNetworks:
      serviceNetworks.length > 0 ? serviceNetworks : families.map((family) => defaults[family].serviceNetwork),
    machineNetworks,
  };
}
