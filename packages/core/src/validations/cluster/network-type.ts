import { fail, pass } from "../../finding.ts";
import { type Cluster, isSingleNode, type NetworkType } from "../../model/cluster.ts";
import { familiesOf } from "../../network/families.ts";
import type { Problem } from "../../problem.ts";
import { atLeast } from "../../version.ts";
import type { ClusterValidation } from "./validation.ts";

/** Network types that come with manifests of their own, which only the user has. */
const broughtByUser: ReadonlySet<NetworkType> = new Set([
  "Cilium",
  "Calico",
  "CiscoACI",
  "None",
] satisfies NetworkType[]);

export const networkTypeValid: ClusterValidation = {
  id: "network-type-valid",
  category: "network",
  needs: [],
  check: ({ cluster }) => {
    const problem = networkTypeProblem(cluster);
    return problem ? fail(problem) : pass(`The network type ${cluster.networkType} suits the cluster.`);
  },
};

type Typed = Pick<
  Cluster,
  | "networkType"
  | "openshiftVersion"
  | "controlPlaneCount"
  | "vipDhcpAllocation"
  | "clusterNetworks"
  | "serviceNetworks"
  | "machineNetworks"
>;

export function networkTypeProblem(cluster: Typed): Problem | null {
  if (cluster.networkType === "OVNKubernetes" && cluster.vipDhcpAllocation) {
    return {
      found: "virtual IPs by DHCP with network type OVNKubernetes",
      needed: "virtual IPs that are set, or network type OpenShiftSDN",
      remedy: "switch vip_dhcp_allocation off and set the virtual IPs",
    };
  }
  if (cluster.networkType !== "OpenShiftSDN") return null;
  const cidrs = [
    ...cluster.clusterNetworks.map(({ cidr }) => cidr),
    ...cluster.serviceNetworks,
    ...cluster.machineNetworks,
  ];
  const needed = "network type OVNKubernetes";
  const remedy = "set network_type to OVNKubernetes";
  if (atLeast(cluster.openshiftVersion, "4.15")) {
    return { found: `OpenShiftSDN, which version ${cluster.openshiftVersion} no longer has`, needed, remedy };
  }
  if (familiesOf(cidrs).includes("IPv6")) return { found: "OpenShiftSDN with IPv6 networks", needed, remedy };
  if (isSingleNode(cluster)) return { found: "OpenShiftSDN on a single node", needed, remedy };
  return null;
}

export const hasUserManifests = ({ manifests }: Cluster): boolean => manifests.some(({ source }) => source === "user");

export const customManifestsRequirements: ClusterValidation = {
  id: "custom-manifests-requirements-satisfied",
  category: "network",
  needs: [],
  check: ({ cluster }) => {
    if (!broughtByUser.has(cluster.networkType)) return pass("No custom manifests are needed.");
    if (hasUserManifests(cluster)) return pass("Custom manifests were added.");
    return fail({
      found: `no custom manifests for network type ${cluster.networkType}`,
      needed: "the manifests that install this network type",
      remedy: "add them as custom manifests of the cluster",
    });
  },
};
