// The networks of a cluster as a form holds them, and the request they become.
import type { Cluster, ClusterDefaultConfig, V2ClusterUpdateParams } from "@muster/contract";

export const stacks = ["ipv4", "ipv6", "dual"] as const;
export type Stack = (typeof stacks)[number];

export const networkTypes = [
  "OVNKubernetes",
  "OpenShiftSDN",
  "CiscoACI",
  "Cilium",
  "Calico",
  "None",
] as const satisfies NonNullable<Cluster["network_type"]>[];

export type NetworkFields = Readonly<{
  managed: "cluster" | "user";
  stack: Stack;
  machine: string;
  machineSecond: string;
  apiVip: string;
  apiVipSecond: string;
  ingressVip: string;
  ingressVipSecond: string;
  clusterCidr: string;
  clusterPrefix: string;
  clusterCidrSecond: string;
  clusterPrefixSecond: string;
  serviceCidr: string;
  serviceCidrSecond: string;
  networkType: NonNullable<Cluster["network_type"]>;
  ntp: string;
}>;

const isIpv6 = (text: string | undefined): boolean => text?.includes(":") ?? false;

export function networkFieldsOf(cluster: Cluster): NetworkFields {
  const { machine_networks: machines = [], cluster_networks: pods = [], service_networks: services = [] } = cluster;
  const { api_vips: apis = [], ingress_vips: ingresses = [] } = cluster;
  return {
    managed: cluster.user_managed_networking ? "user" : "cluster",
    stack: pods.length > 1 || machines.length > 1 ? "dual" : isIpv6(pods[0]?.cidr) ? "ipv6" : "ipv4",
    machine: machines[0]?.cidr ?? "",
    machineSecond: machines[1]?.cidr ?? "",
    apiVip: apis[0]?.ip ?? "",
    apiVipSecond: apis[1]?.ip ?? "",
    ingressVip: ingresses[0]?.ip ?? "",
    ingressVipSecond: ingresses[1]?.ip ?? "",
    clusterCidr: pods[0]?.cidr ?? "",
    clusterPrefix: String(pods[0]?.host_prefix ?? ""),
    clusterCidrSecond: pods[1]?.cidr ?? "",
    clusterPrefixSecond: String(pods[1]?.host_prefix ?? ""),
    serviceCidr: services[0]?.cidr ?? "",
    serviceCidrSecond: services[1]?.cidr ?? "",
    networkType: cluster.network_type ?? "OVNKubernetes",
    ntp: cluster.additional_ntp_source ?? "",
  };
}

/** What changes with the address families: the cluster's inner networks take the service's defaults. */
export function withStack(stack: Stack, defaults: ClusterDefaultConfig): Partial<NetworkFields> {
  const pods = stack === "ipv4" ? defaults.cluster_networks_ipv4 : defaults.cluster_networks_dualstack;
  const services = stack === "ipv4" ? defaults.service_networks_ipv4 : defaults.service_networks_dualstack;
  const wanted = <Network extends Readonly<{ cidr?: string }>>(networks: readonly Network[] = []) =>
    stack === "ipv6" ? networks.filter(({ cidr }) => isIpv6(cidr)) : networks;
  const [pod, secondPod] = wanted(pods);
  const [service, secondService] = wanted(services);
  return {
    stack,
    clusterCidr: pod?.cidr ?? "",
    clusterPrefix: String(pod?.host_prefix ?? ""),
    clusterCidrSecond: secondPod?.cidr ?? "",
    clusterPrefixSecond: String(secondPod?.host_prefix ?? ""),
    serviceCidr: service?.cidr ?? "",
    serviceCidrSecond: secondService?.cidr ?? "",
    machineSecond: "",
    apiVipSecond: "",
    ingressVipSecond: "",
  };
}

const given = (...texts: readonly string[]): string[] => texts.map((text) => text.trim()).filter((text) => text !== "");

const pairs = (fields: NetworkFields) => {
  const isDual = fields.stack === "dual";
  return {
    machines: given(fields.machine, isDual ? fields.machineSecond : ""),
    apis: given(fields.apiVip, isDual ? fields.apiVipSecond : ""),
    ingresses: given(fields.ingressVip, isDual ? fields.ingressVipSecond : ""),
    services: given(fields.serviceCidr, isDual ? fields.serviceCidrSecond : ""),
    pods: [
      { cidr: fields.clusterCidr.trim(), prefix: fields.clusterPrefix },
      ...(isDual ? [{ cidr: fields.clusterCidrSecond.trim(), prefix: fields.clusterPrefixSecond }] : []),
    ].filter(({ cidr }) => cidr !== ""),
  };
};

export const networksOf = pairs;

export function networkRequest(
  fields: NetworkFields,
  changed: readonly (keyof NetworkFields)[],
): V2ClusterUpdateParams {
  const { machines, apis, ingresses, services, pods } = pairs(fields);
  const touches = (...names: (keyof NetworkFields)[]) => names.some((name) => changed.includes(name));
  const byUser = fields.managed === "user";
  const newStack = touches("stack", "managed");
  return {
    ...(touches("managed") && { user_managed_networking: byUser }),
    ...((newStack || touches("clusterCidr", "clusterPrefix", "clusterCidrSecond", "clusterPrefixSecond")) && {
      cluster_networks: pods.map(({ cidr, prefix }) => ({ cidr, host_prefix: Number(prefix) })),
    }),
    ...((newStack || touches("serviceCidr", "serviceCidrSecond")) && {
      service_networks: services.map((cidr) => ({ cidr })),
    }),
    ...((newStack || touches("machine", "machineSecond")) && { machine_networks: machines.map((cidr) => ({ cidr })) }),
    ...((newStack || touches("apiVip", "apiVipSecond")) && { api_vips: byUser ? [] : apis.map((ip) => ({ ip })) }),
    ...((newStack || touches("ingressVip", "ingressVipSecond")) && {
      ingress_vips: byUser ? [] : ingresses.map((ip) => ({ ip })),
    }),
    ...(touches("networkType") && { network_type: fields.networkType }),
    ...(touches("ntp") && { additional_ntp_source: fields.ntp.trim() }),
  };
}
