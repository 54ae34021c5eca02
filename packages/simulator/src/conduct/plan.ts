// What a cluster is to be, and the requests that describe it to the service.
import type { ClusterCreateParams, InfraEnvCreateParams, Platform } from "@muster/contract";
import type { PlatformMaker } from "../inventories/kinds.ts";
import type { MachineOptions } from "../machine/machine.ts";
import type { FleetOptions } from "./fleet.ts";
import { apiVips, ingressVips, insideNetworks, type Stack, siteNetworks } from "./site-networks.ts";
import { type Nodes, type Topology, topologies } from "./topology.ts";

export type PlannedPlatform = Platform["type"] | "oci";

export type ClusterPlan = Omit<FleetOptions, "infraEnvId" | "count"> &
  Readonly<{
    name?: string;
    topology?: Topology | Nodes;
    stack?: Stack;
    platform?: PlannedPlatform;
    /** Whether people bring load balancers and names; as the platform has it unless said otherwise. */
    userManagedNetworking?: boolean;
    /** Whether virtual IPs are leased by DHCP, which only old versions can. */
    leasedVips?: boolean;
    /** The service's default unless said otherwise. */
    openshiftVersion?: string;
    /** Where the machines are: different numbers, different networks. */
    siteNumber?: number;
    /** The last word about the requests. */
    clusterParams?: Partial<ClusterCreateParams>;
    infraEnvParams?: Partial<InfraEnvCreateParams>;
    /** Real seconds for each wait. */
    withinSeconds?: number;
  }>;

export const nodesOf = ({ topology = "compact" }: ClusterPlan): Nodes =>
  typeof topology === "string" ? topologies[topology] : topology;

export const isArm = ({ machine }: ClusterPlan): boolean =>
  typeof machine === "object" && machine.kind === "arm64-server";

const networksOf = ({ siteNumber = 10, stack = "ipv4" }: ClusterPlan) => siteNetworks(siteNumber, stack);

/** Nothing that opens any door: well-formed, and known to nobody. */
export const pullSecret = JSON.stringify({
  auths: Object.fromEntries(
    ["cloud.openshift.com", "quay.io", "registry.connect.redhat.com", "registry.redhat.io"].map((registry) => [
      registry,
      { auth: Buffer.from("simulated:machine").toString("base64"), email: "nobody@example.com" },
    ]),
  ),
});

export function clusterRequest(plan: ClusterPlan, openshiftVersion: string): ClusterCreateParams {
  const { name = "lab", stack = "ipv4" } = plan;
  const { controlPlanes } = nodesOf(plan);
  return {
    name,
    openshift_version: openshiftVersion,
    base_dns_domain: "example.com",
    pull_secret: pullSecret,
    high_availability_mode: controlPlanes === 1 ? "None" : "Full",
    control_plane_count: controlPlanes,
    cpu_architecture: isArm(plan) ? "arm64" : "x86_64",
    ...insideNetworks(stack),
    // With one family the service finds the network by itself.
    ...(stack === "dual-stack" ? { machine_networks: networksOf(plan).map((cidr) => ({ cidr })) } : {}),
    ...platformRequest(plan),
    ...plan.clusterParams,
  };
}

function platformRequest(plan: ClusterPlan): Partial<ClusterCreateParams> {
  const { platform } = plan;
  const isSingleNode = nodesOf(plan).controlPlanes === 1;
  const byPlatform = platform === "none" || platform === "external" || platform === "oci";
  const userManaged = plan.userManagedNetworking ?? (isSingleNode || byPlatform);
  return {
    user_managed_networking: userManaged,
    ...(platform ? { platform: wirePlatform(platform) } : {}),
    ...(userManaged ? {} : vipRequest(plan)),
  };
}

function vipRequest(plan: ClusterPlan): Partial<ClusterCreateParams> {
  // OVNKubernetes cannot work with leases.
  if (plan.leasedVips) return { vip_dhcp_allocation: true, network_type: "OpenShiftSDN" };
  const networks = networksOf(plan);
  return {
    api_vips: apiVips(networks).map((ip) => ({ ip })),
    ingress_vips: ingressVips(networks).map((ip) => ({ ip })),
  };
}

function wirePlatform(platform: PlannedPlatform): Platform {
  if (platform !== "oci" && platform !== "external") return { type: platform };
  const platform_name = platform === "oci" ? "oci" : "lab";
  return { type: "external", external: { platform_name, cloud_controller_manager: "External" } };
}

export function infraEnvRequest(plan: ClusterPlan, clusterId: string): InfraEnvCreateParams {
  const { name = "lab" } = plan;
  return {
    name: `${name}_infra-env`,
    cluster_id: clusterId,
    pull_secret: pullSecret,
    cpu_architecture: isArm(plan) ? "arm64" : "x86_64",
    image_type: plan.platform === "oci" ? "minimal-iso" : "full-iso",
    ...plan.infraEnvParams,
  };
}

const makers: Readonly<Partial<Record<PlannedPlatform, PlatformMaker>>> = {
  vsphere: "vsphere",
  nutanix: "nutanix",
  oci: "oci",
};

/** Machines that suit the plan; what the plan says of them itself comes last. */
export function plannedMachine(plan: ClusterPlan, index: number): Partial<MachineOptions> {
  const { machine = {}, platform, name = "lab" } = plan;
  const maker = platform ? makers[platform] : undefined;
  return {
    networks: networksOf(plan),
    hostname: `${name}-${index}`,
    ...(maker ? { platform: maker } : {}),
    ...(typeof machine === "function" ? machine(index) : machine),
  };
}
