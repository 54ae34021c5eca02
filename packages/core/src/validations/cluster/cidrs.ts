import { fail, pass, pending } from "../../finding.ts";
import type { Cluster } from "../../model/cluster.ts";
import {
  hostPrefixProblem,
  type NamedNetwork,
  overlapping,
  overlappingOvn,
  overlapsFound,
  roomForHostsProblem,
} from "../../network/cidr-rules.ts";
import { familiesOf } from "../../network/families.ts";
import { needsMachineNetworks } from "../../network/machine-networks.ts";
import type { ClusterValidation } from "./validation.ts";

export const clusterCidrDefined: ClusterValidation = {
  id: "cluster-cidr-defined",
  category: "network",
  needs: [],
  check: ({ cluster }) =>
    cluster.clusterNetworks.length > 0
      ? pass("The cluster network is set.")
      : fail({ found: "no cluster network", needed: "a network for pods", remedy: "set cluster_networks" }),
};

export const serviceCidrDefined: ClusterValidation = {
  id: "service-cidr-defined",
  category: "network",
  needs: [],
  check: ({ cluster }) =>
    cluster.serviceNetworks.length > 0
      ? pass("The service network is set.")
      : fail({ found: "no service network", needed: "a network for services", remedy: "set service_networks" }),
};

const allDefined = (cluster: Cluster): boolean =>
  cluster.clusterNetworks.length > 0 &&
  cluster.serviceNetworks.length > 0 &&
  (cluster.machineNetworks.length > 0 || !needsMachineNetworks(cluster));

const awaited = "the machine, cluster and service networks to be set";

export const noCidrsOverlapping: ClusterValidation = {
  id: "no-cidrs-overlapping",
  category: "network",
  needs: [],
  check: ({ cluster }) => {
    if (!allDefined(cluster)) return pending(awaited);
    if (cluster.clusterNetworks.length !== cluster.serviceNetworks.length) {
      return {
        status: "error",
        says: `There are ${cluster.clusterNetworks.length} cluster networks but ${cluster.serviceNetworks.length} service networks; give as many of one as of the other.`,
      };
    }
    const own = ownNetworks(cluster);
    const pairs = [...overlapping(own), ...(ovnKeepsItsOwn(cluster) ? overlappingOvn(own) : [])];
    if (pairs.length === 0) return pass("No networks overlap.");
    return fail({
      found: overlapsFound(pairs),
      needed: "networks that have no address in common",
      remedy: "change one network of each pair",
    });
  },
};

const ownNetworks = (cluster: Cluster): readonly NamedNetwork[] => [
  ...cluster.machineNetworks.map((cidr) => ({ name: "machine network", cidr })),
  ...cluster.clusterNetworks.map(({ cidr }) => ({ name: "cluster network", cidr })),
  ...cluster.serviceNetworks.map((cidr) => ({ name: "service network", cidr })),
];

/** The install-config can move OVNKubernetes' own networks; whoever does so is trusted to know where. */
const ovnKeepsItsOwn = ({ networkType, installConfigOverrides }: Cluster): boolean =>
  networkType === "OVNKubernetes" && !installConfigOverrides.includes("ovnKubernetesConfig");

export const networksSameAddressFamilies: ClusterValidation = {
  id: "networks-same-address-families",
  category: "network",
  needs: [],
  check: ({ cluster }) => {
    if (!allDefined(cluster)) return pending(awaited);
    const lists = [
      { name: "machine", families: familiesOf(cluster.machineNetworks) },
      { name: "cluster", families: familiesOf(cluster.clusterNetworks.map(({ cidr }) => cidr)) },
      { name: "service", families: familiesOf(cluster.serviceNetworks) },
    ].filter(({ families }) => families.length > 0);
    if (new Set(lists.map(({ families }) => families.join())).size <= 1) {
      return pass("All networks are of the same address families.");
    }
    return fail({
      found: lists.map(({ name, families }) => `${name} networks of ${families.join(" and ")}`).join(", "),
      needed: "the same families, in the same order, for all of them",
      remedy: "add the missing networks, remove those too many, or change their order",
    });
  },
};

export const networkPrefixValid: ClusterValidation = {
  id: "network-prefix-valid",
  category: "network",
  needs: ["cluster-cidr-defined"],
  check: ({ cluster, hosts }) => {
    for (const network of cluster.clusterNetworks) {
      const problem = hostPrefixProblem(network) ?? roomForHostsProblem(network, hosts.length, cluster.networkType);
      if (problem) return fail(problem);
    }
    return pass("The cluster network has room for all hosts.");
  },
};
