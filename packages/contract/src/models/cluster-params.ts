import { type Static, Type } from "typebox";
import { Cidr, Model, Nullable, Uuid } from "../schema.ts";
import { CpuArchitecture } from "./architecture.ts";
import { DiskEncryption, IgnitionEndpoint, Platform } from "./cluster.ts";
import { HighAvailabilityMode, NetworkType, NodeRoles } from "./cluster-choices.ts";
import { ApiVip, ClusterNetwork, IngressVip, LoadBalancer, MachineNetwork, ServiceNetwork } from "./network.ts";
import { BundleCreateParams, OperatorCreateParams } from "./operator.ts";

export const ClusterCreateParams = Model("cluster-create-params", {
  name: Type.String({ minLength: 1, maxLength: 54 }),
  high_availability_mode: Type.Optional(HighAvailabilityMode),
  openshift_version: Type.String(),
  ocp_release_image: Type.Optional(Type.String()),
  base_dns_domain: Type.Optional(Type.String()),
  cluster_network_cidr: Type.Optional(Cidr({ assumed: "10.128.0.0/14" })),
  cluster_network_host_prefix: Type.Optional(Type.Integer({ assumed: 23, minimum: 1, maximum: 128 })),
  service_network_cidr: Type.Optional(Cidr({ assumed: "172.30.0.0/16" })),
  api_vips: Type.Optional(Type.Array(ApiVip)),
  ingress_vips: Type.Optional(Type.Array(IngressVip)),
  pull_secret: Type.String(),
  ssh_public_key: Type.Optional(Type.String()),
  vip_dhcp_allocation: Type.Optional(Nullable(Type.Boolean({ assumed: false }))),
  http_proxy: Type.Optional(Nullable(Type.String())),
  https_proxy: Type.Optional(Nullable(Type.String())),
  no_proxy: Type.Optional(Nullable(Type.String())),
  user_managed_networking: Type.Optional(Nullable(Type.Boolean({ assumed: false }))),
  additional_ntp_source: Type.Optional(Nullable(Type.String())),
  ntp_sources: Type.Optional(Nullable(Type.String())),
  olm_operators: Type.Optional(Type.Array(OperatorCreateParams)),
  operator_bundles: Type.Optional(Type.Array(BundleCreateParams)),
  hyperthreading: Type.Optional(NodeRoles({ assumed: "all" })),
  network_type: Type.Optional(Nullable(NetworkType)),
  schedulable_masters: Type.Optional(Type.Boolean({ assumed: false })),
  cluster_networks: Type.Optional(Nullable(Type.Array(ClusterNetwork))),
  service_networks: Type.Optional(Nullable(Type.Array(ServiceNetwork))),
  machine_networks: Type.Optional(Nullable(Type.Array(MachineNetwork))),
  platform: Type.Optional(Nullable(Platform)),
  cpu_architecture: Type.Optional(CpuArchitecture({ assumed: "x86_64" })),
  disk_encryption: Type.Optional(DiskEncryption),
  ignition_endpoint: Type.Optional(IgnitionEndpoint),
  tags: Type.Optional(Nullable(Type.String())),
  control_plane_count: Type.Optional(Nullable(Type.Integer())),
  load_balancer: Type.Optional(LoadBalancer),
});
export type ClusterCreateParams = Static<typeof ClusterCreateParams>;

export const V2ClusterUpdateParams = Model("v2-cluster-update-params", {
  name: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 54 }))),
  base_dns_domain: Type.Optional(Nullable(Type.String())),
  cluster_network_cidr: Type.Optional(Nullable(Cidr())),
  platform: Type.Optional(Platform),
  cluster_network_host_prefix: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 128 }))),
  service_network_cidr: Type.Optional(Nullable(Cidr())),
  api_vips: Type.Optional(Nullable(Type.Array(ApiVip))),
  ingress_vips: Type.Optional(Nullable(Type.Array(IngressVip))),
  api_vip_dns_name: Type.Optional(Nullable(Type.String())),
  machine_network_cidr: Type.Optional(Nullable(Cidr())),
  pull_secret: Type.Optional(Nullable(Type.String())),
  ssh_public_key: Type.Optional(Nullable(Type.String())),
  vip_dhcp_allocation: Type.Optional(Nullable(Type.Boolean())),
  http_proxy: Type.Optional(Nullable(Type.String())),
  https_proxy: Type.Optional(Nullable(Type.String())),
  no_proxy: Type.Optional(Nullable(Type.String())),
  user_managed_networking: Type.Optional(Nullable(Type.Boolean())),
  additional_ntp_source: Type.Optional(Nullable(Type.String())),
  ntp_sources: Type.Optional(Nullable(Type.String())),
  olm_operators: Type.Optional(Type.Array(OperatorCreateParams)),
  operator_bundles: Type.Optional(Type.Array(BundleCreateParams)),
  hyperthreading: Type.Optional(Nullable(NodeRoles())),
  network_type: Type.Optional(Nullable(NetworkType)),
  schedulable_masters: Type.Optional(Type.Boolean({ assumed: false })),
  cluster_networks: Type.Optional(Nullable(Type.Array(ClusterNetwork))),
  service_networks: Type.Optional(Nullable(Type.Array(ServiceNetwork))),
  machine_networks: Type.Optional(Nullable(Type.Array(MachineNetwork))),
  disk_encryption: Type.Optional(DiskEncryption),
  ignition_endpoint: Type.Optional(IgnitionEndpoint),
  tags: Type.Optional(Nullable(Type.String())),
  control_plane_count: Type.Optional(Nullable(Type.Integer())),
  load_balancer: Type.Optional(LoadBalancer),
});
export type V2ClusterUpdateParams = Static<typeof V2ClusterUpdateParams>;

export const DisconnectedClusterCreateParams = Model("disconnected-cluster-create-params", {
  name: Type.String({ minLength: 1, maxLength: 54 }),
  openshift_version: Type.String(),
});
export type DisconnectedClusterCreateParams = Static<typeof DisconnectedClusterCreateParams>;

export const ImportClusterParams = Model("import-cluster-params", {
  name: Type.String(),
  api_vip_dnsname: Type.String(),
  openshift_version: Type.Optional(Type.String()),
  openshift_cluster_id: Uuid(),
});
export type ImportClusterParams = Static<typeof ImportClusterParams>;
