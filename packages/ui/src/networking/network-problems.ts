// What is wrong with the networks before anything is saved. The rules are the service's own.
import type { Cluster } from "@muster/contract";
import { checkClusterNetworks, type NetworkSettings, ntpProblem } from "@muster/core";
import { problemText } from "../parts/problem-text.ts";
import { texts } from "../texts/index.ts";
import { type NetworkFields, networksOf } from "./network-fields.ts";

export type NetworkProblems = { readonly [Name in keyof NetworkFields]?: string };

/** Which field of the form stands for a field of the wire. */
const formFields = {
  cluster_networks: "clusterCidr",
  service_networks: "serviceCidr",
  machine_networks: "machine",
  api_vips: "apiVip",
  ingress_vips: "ingressVip",
} as const satisfies Record<string, keyof NetworkFields>;

const isFormField = (field: string | undefined): field is keyof typeof formFields =>
  field !== undefined && field in formFields;

export function networkProblems(
  fields: NetworkFields,
  cluster: Pick<
    Cluster,
    "openshift_version" | "control_plane_count" | "platform" | "load_balancer" | "vip_dhcp_allocation"
  >,
): NetworkProblems {
  const ntp = ntpProblem(fields.ntp);
  const prefixes = (["clusterPrefix", "clusterPrefixSecond"] as const).filter(
    (name) => fields[name] !== "" && !(Number(fields[name]) >= 1 && Number(fields[name]) <= 128),
  );
  const refusal = prefixes.length > 0 ? null : checkClusterNetworks(settingsOf(fields, cluster));
  return {
    ...(ntp && { ntp: problemText(ntp) }),
    ...Object.fromEntries(prefixes.map((name) => [name, texts.networking.prefixInvalid])),
    ...(refusal && isFormField(refusal.field) && { [formFields[refusal.field]]: problemText(refusal) }),
  };
}

function settingsOf(fields: NetworkFields, cluster: Parameters<typeof networkProblems>[1]): NetworkSettings {
  const { machines, apis, ingresses, services, pods } = networksOf(fields);
  const byUser = fields.managed === "user";
  const vips = (ips: readonly string[]) =>
    byUser ? [] : ips.map((ip) => ({ ip, verification: "unverified" as const }));
  return {
    openshiftVersion: cluster.openshift_version ?? "",
    controlPlaneCount: cluster.control_plane_count ?? 3,
    platform: { type: cluster.platform?.type ?? "baremetal", external: null },
    userManagedNetworking: byUser,
    loadBalancer: cluster.load_balancer?.type ?? "cluster-managed",
    networkType: fields.networkType,
    clusterNetworks: pods.map(({ cidr, prefix }) => ({ cidr, hostPrefix: Number(prefix) })),
    serviceNetworks: services,
    machineNetworks: machines,
    machineNetworksGiven: machines.length > 0,
    apiVips: vips(apis),
    ingressVips: vips(ingresses),
    vipDhcpAllocation: cluster.vip_dhcp_allocation ?? false,
  };
}
