import { fail, pass, pending } from "../../finding.ts";
import { isSingleNode } from "../../model/cluster.ts";
import { parseNetwork, sameNetwork } from "../../network/address.ts";
import { needsMachineNetworks, networksOfVips } from "../../network/machine-networks.ts";
import { anyDiscovered, type ClusterValidation } from "./validation.ts";

export const machineCidrDefined: ClusterValidation = {
  id: "machine-cidr-defined",
  category: "network",
  needs: [],
  check: ({ cluster, hosts }) => {
    if (!needsMachineNetworks(cluster)) return pass("No machine network is needed: networking is left to the user.");
    if (cluster.machineNetworks.length > 0) {
      return pass(`The machine network is known: ${cluster.machineNetworks.join(", ")}.`);
    }
    if (!anyDiscovered(hosts)) return pending("the first host to be discovered");
    const found = "no machine network";
    if (isSingleNode(cluster)) {
      return fail({
        found,
        needed: "the network that the single node is reached in",
        remedy: "give the host a default route, or set the machine network",
      });
    }
    if (cluster.vipDhcpAllocation) {
      return fail({
        found,
        needed: "the network in which virtual IPs are asked for by DHCP",
        remedy: "set the machine network; the request for leases follows by itself",
      });
    }
    return fail({
      found,
      needed: "the network that all hosts and the virtual IPs share",
      remedy: "set the API or the ingress virtual IP; the machine network follows from it",
    });
  },
};

export const machineCidrEqualsCalculated: ClusterValidation = {
  id: "machine-cidr-equals-to-calculated-cidr",
  category: "network",
  needs: [],
  check: ({ cluster, hosts }) => {
    if (cluster.userManagedNetworking) return pass("No machine network is needed: networking is left to the user.");
    if (cluster.loadBalancer === "user-managed") {
      return pass("The machine network does not follow from virtual IPs of a user-managed load balancer.");
    }
    if (cluster.machineNetworks.length === 0 || cluster.apiVips.length === 0 || cluster.ingressVips.length === 0) {
      return pending("the machine network and the API and ingress virtual IPs to be set");
    }
    const set = cluster.machineNetworks.flatMap((cidr) => parseNetwork(cidr) ?? []);
    const calculated = networksOfVips(cluster, hosts);
    const missing = calculated.filter(({ network }) => !set.some((one) => sameNetwork(one, network)));
    if (calculated.length > 0 && missing.length === 0)
      return pass("The machine network is the one of the virtual IPs.");
    return fail({
      found: `machine network ${cluster.machineNetworks.join(", ")}`,
      needed:
        missing.length > 0
          ? `${missing.map(({ cidr }) => cidr).join(", ")}, the network of hosts that holds the virtual IPs`
          : "a network of the hosts that holds the virtual IPs",
      remedy: "correct the machine network or the virtual IPs",
    });
  },
};
