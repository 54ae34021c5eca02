// Checks of the networks and virtual IPs that a person asks for. What depends on hosts is left to the validations.
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import { firstRefusal, invalid, type Problem } from "../problem.ts";
import type { Refusal } from "../refusal.ts";
import { atLeast } from "../version.ts";
import { familyOf } from "./address.ts";
import { hostPrefixProblem, networkProblem, overlapping, overlapsFound, type Purpose } from "./cidr-rules.ts";
import { familiesOf } from "./families.ts";
import { addressProblem, placeProblem, sharedVipProblem } from "./vips.ts";

export type NetworkSettings = Pick<
  Cluster,
  | "openshiftVersion"
  | "controlPlaneCount"
  | "platform"
  | "userManagedNetworking"
  | "loadBalancer"
  | "networkType"
  | "clusterNetworks"
  | "serviceNetworks"
  | "machineNetworks"
  | "machineNetworksGiven"
  | "apiVips"
  | "ingressVips"
  | "vipDhcpAllocation"
>;

/** The first thing wrong with the networks of a cluster as they would be. */
export function checkClusterNetworks(settings: NetworkSettings): Refusal | null {
  return firstRefusal(
    () => checkList("cluster_networks", "cluster", clusterCidrs(settings), settings),
    () => checkHostPrefixes(settings),
    () => checkList("service_networks", "service", settings.serviceNetworks, settings),
    () => checkList("machine_networks", "machine", givenMachineNetworks(settings), settings),
    () => checkOverlaps(settings),
    () => checkVipsAllowed(settings),
    () => checkVipList("api_vips", settings),
    () => checkVipList("ingress_vips", settings),
    () => checkVipCounts(settings),
  );
}

const clusterCidrs = ({ clusterNetworks }: NetworkSettings): readonly string[] =>
  clusterNetworks.map(({ cidr }) => cidr);

const givenMachineNetworks = ({ machineNetworks, machineNetworksGiven }: NetworkSettings): readonly string[] =>
  machineNetworksGiven ? machineNetworks : [];

type ListField = "cluster_networks" | "service_networks" | "machine_networks";

function checkList(field: ListField, purpose: Purpose, cidrs: readonly string[], settings: NetworkSettings) {
  const userManagedLoadBalancer = settings.loadBalancer === "user-managed";
  const circumstances = { singleNode: isSingleNode(settings), userManagedLoadBalancer };
  for (const cidr of cidrs) {
    const problem = networkProblem(cidr, purpose, circumstances);
    if (problem) return invalid(field, problem);
  }
  // Behind a load balancer of their own, machines may live in many networks.
  if (purpose === "machine" && userManagedLoadBalancer) return null;
  return checkFamilies(field, cidrs, settings);
}

function checkFamilies(field: string, values: readonly string[], settings: NetworkSettings): Refusal | null {
  const families = familiesOf(values);
  if (values.length > families.length) {
    return invalid(field, {
      found: values.join(", "),
      needed: "at most one entry for IPv4 and one for IPv6",
      remedy: "keep one entry of each family",
    });
  }
  const problem = values.length === 2 && families[0] === "IPv6" ? primaryIpv6Problem(values, settings) : null;
  return problem && invalid(field, problem);
}

function primaryIpv6Problem(
  values: readonly string[],
  { openshiftVersion, platform }: NetworkSettings,
): Problem | null {
  const supported = platform.type === "baremetal" || platform.type === "none";
  if (supported && atLeast(openshiftVersion, "4.12")) return null;
  return {
    found: `${values.join(", ")}, with IPv6 first`,
    needed: supported
      ? `IPv4 first: version ${openshiftVersion} does not know IPv6 as primary family, 4.12 and later do`
      : `IPv4 first: platform ${platform.type} does not support IPv6 as primary family`,
    remedy: "list the IPv4 entry first",
  };
}

function checkHostPrefixes({ clusterNetworks }: NetworkSettings): Refusal | null {
  for (const network of clusterNetworks) {
    const problem = hostPrefixProblem(network);
    if (problem) return invalid("cluster_networks", problem);
  }
  return null;
}

function checkOverlaps(settings: NetworkSettings): Refusal | null {
  const named = [
    ...clusterCidrs(settings).map((cidr) => ({ name: "cluster network", field: "cluster_networks", cidr })),
    ...settings.serviceNetworks.map((cidr) => ({ name: "service network", field: "service_networks", cidr })),
    ...givenMachineNetworks(settings).map((cidr) => ({ name: "machine network", field: "machine_networks", cidr })),
  ];
  const [pair] = overlapping(named);
  if (!pair) return null;
  const field = named.find(({ cidr }) => cidr === pair[1].cidr)?.field ?? "cluster_networks";
  return invalid(field, {
    found: overlapsFound([pair]),
    needed: "networks that have no address in common",
    remedy: "change one of the two",
  });
}

function checkVipsAllowed({ apiVips, ingressVips, ...settings }: NetworkSettings): Refusal | null {
  const field = apiVips.length > 0 ? "api_vips" : "ingress_vips";
  const found = [...apiVips, ...ingressVips].map(({ ip }) => ip).join(", ");
  if (found === "") return null;
  if (settings.vipDhcpAllocation) {
    return invalid(field, {
      found,
      needed: "no virtual IPs: with vip_dhcp_allocation they come from the DHCP server",
      remedy: "leave them out, or set vip_dhcp_allocation to false in the same request",
    });
  }
  if (!settings.userManagedNetworking) return null;
  return invalid(field, {
    found,
    needed: "no virtual IPs: with user-managed networking the cluster announces none",
    remedy: "leave them out, or set user_managed_networking to false in the same request",
  });
}

function checkVipList(field: "api_vips" | "ingress_vips", settings: NetworkSettings): Refusal | null {
  const kind = field === "api_vips" ? "API" : "ingress";
  const ips = (kind === "API" ? settings.apiVips : settings.ingressVips).map(({ ip }) => ip);
  for (const ip of ips) {
    const problem = addressProblem(ip, kind) ?? vipPlaceProblem(ip, kind, settings);
    if (problem) return invalid(field, problem);
  }
  return checkFamilies(field, ips, settings);
}

function vipPlaceProblem(ip: string, kind: "API" | "ingress", settings: NetworkSettings): Problem | null {
  if (settings.loadBalancer === "user-managed") return null;
  const networks = givenMachineNetworks(settings).filter((cidr) => familyOf(cidr) === familyOf(ip));
  return (networks.length > 0 ? placeProblem(ip, kind, networks) : null) ?? sharedVipProblem(ip, kind, settings);
}

function checkVipCounts({ apiVips, ingressVips, openshiftVersion }: NetworkSettings): Refusal | null {
  const most = Math.max(apiVips.length, ingressVips.length);
  if (most === 2 && !atLeast(openshiftVersion, "4.12")) {
    return invalid(apiVips.length === 2 ? "api_vips" : "ingress_vips", {
      found: "two virtual IPs",
      needed: `one: version ${openshiftVersion} does not know virtual IPs of both families, 4.12 and later do`,
      remedy: "keep the first one",
    });
  }
  if (apiVips.length === ingressVips.length || apiVips.length === 0 || ingressVips.length === 0) return null;
  return invalid("ingress_vips", {
    found: `${apiVips.length} API and ${ingressVips.length} ingress virtual IPs`,
    needed: "as many of one as of the other",
    remedy: "give both a virtual IP in each family",
  });
}
