import type { Cluster } from "../model/cluster.ts";
import { type Family, familyOf } from "./address.ts";

/** Each family once, in the order of first appearance: the first is the primary one. Unreadable values are passed over. */
export function familiesOf(addressesOrCidrs: readonly string[]): readonly Family[] {
  const families = new Set<Family>();
  for (const text of addressesOrCidrs) {
    const family = familyOf(text);
    if (family) families.add(family);
  }
  return [...families];
}

type NetworkLists = Pick<Cluster, "clusterNetworks" | "serviceNetworks" | "machineNetworks">;

/** The families that a cluster's own networks ask for; machine networks speak only when the others are silent. */
export function clusterFamilies({
  clusterNetworks,
  serviceNetworks,
  machineNetworks,
}: NetworkLists): readonly Family[] {
  const inside = familiesOf([...clusterNetworks.map(({ cidr }) => cidr), ...serviceNetworks]);
  return inside.length > 0 ? inside : familiesOf(machineNetworks);
}

export const isDualStack = (networks: NetworkLists): boolean => clusterFamilies(networks).length === 2;
