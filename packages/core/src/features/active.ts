// Which features a cluster uses, as it stands.
import type * as wire from "@muster/contract";
import { type Cluster, isDay2Cluster, isSingleNode, type PlatformType } from "../model/cluster.ts";
import { effectiveRole, type Host } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import { clusterFamilies } from "../network/families.ts";
import { findOperator } from "../operators/catalogue.ts";
import { atLeast } from "../version.ts";
import { externalPlatformOci, type FeatureId } from "./feature.ts";

const networkTypeFeatures = {
  OpenShiftSDN: "SDN_NETWORK_TYPE",
  OVNKubernetes: "OVN_NETWORK_TYPE",
  Cilium: "CILIUM_NETWORK_TYPE",
  Calico: "CALICO_NETWORK_TYPE",
  CiscoACI: "CISCO_ACI_NETWORK_TYPE",
  None: "NONE_NETWORK_TYPE",
} as const satisfies Record<Cluster["networkType"], FeatureId>;

const platformFeatures = {
  baremetal: "BAREMETAL_PLATFORM",
  none: "NONE_PLATFORM",
  nutanix: "NUTANIX_INTEGRATION",
  vsphere: "VSPHERE_INTEGRATION",
  external: "EXTERNAL_PLATFORM",
} as const satisfies Record<PlatformType, FeatureId>;

const imageFeatures: Partial<Record<wire.ImageType, FeatureId>> = {
  "minimal-iso": "MINIMAL_ISO",
  "full-iso": "FULL_ISO",
};

/** Empty for pool hosts' own image types: only what belongs to the cluster counts. */
export function activeFeatures(
  cluster: Cluster,
  hosts: readonly Host[] = [],
  infraEnvs: readonly InfraEnv[] = [],
): ReadonlySet<FeatureId> {
  const active = new Set<FeatureId>([
    ...topology(cluster, hosts),
    ...networking(cluster),
    platformFeature(cluster),
    networkTypeFeatures[cluster.networkType],
  ]);
  if (cluster.manifests.some(({ source }) => source === "user")) active.add("CUSTOM_MANIFEST");
  for (const { imageType } of infraEnvs) {
    const feature = imageFeatures[imageType];
    if (feature) active.add(feature);
  }
  for (const { name } of cluster.monitoredOperators) {
    const feature = findOperator(name)?.feature;
    if (feature) active.add(feature);
  }
  return active;
}

function platformFeature({ platform }: Cluster): FeatureId {
  const isOracle = platform.type === "external" && platform.external?.platformName === externalPlatformOci;
  return isOracle ? "EXTERNAL_PLATFORM_OCI" : platformFeatures[platform.type];
}

function topology(cluster: Cluster, hosts: readonly Host[]): FeatureId[] {
  if (isSingleNode(cluster)) return isDay2Cluster(cluster) ? ["SNO", "SINGLE_NODE_EXPANSION"] : ["SNO"];
  if (cluster.controlPlaneCount > 3) return ["NON_STANDARD_HA_CONTROL_PLANE"];
  return cluster.controlPlaneCount === 2 ? [twoNodeTopology(cluster, hosts)] : [];
}

/** Until hosts tell, two control plane nodes mean an arbiter, where an arbiter is possible. */
function twoNodeTopology(cluster: Cluster, hosts: readonly Host[]): FeatureId {
  if (hosts.some((host) => effectiveRole(host) === "arbiter")) return "TNA";
  if (hosts.some((host) => host.fencingCredentials !== null)) return "TNF";
  return cluster.platform.type === "none" && !atLeast(cluster.openshiftVersion, "4.22") ? "TNF" : "TNA";
}

function networking(cluster: Cluster): FeatureId[] {
  const features: FeatureId[] = [];
  const platform = cluster.platform.type;
  if (cluster.userManagedNetworking) features.push("USER_MANAGED_NETWORKING");
  else if (platform !== "none" && platform !== "external") features.push("CLUSTER_MANAGED_NETWORKING");
  if (platform === "external") features.push("PLATFORM_MANAGED_NETWORKING");
  if (cluster.vipDhcpAllocation) features.push("VIP_AUTO_ALLOC");
  if (cluster.loadBalancer === "user-managed") features.push("USER_MANAGED_LOAD_BALANCER");
  if (cluster.apiVips.length > 1 || cluster.ingressVips.length > 1) features.push("DUAL_STACK_VIPS");
  const [primary, secondary] = clusterFamilies(cluster);
  if (secondary) features.push("DUAL_STACK", ...(primary === "IPv6" ? (["DUAL_STACK_PRIMARY_IPV6"] as const) : []));
  return features;
}
