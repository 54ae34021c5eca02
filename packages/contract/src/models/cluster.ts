import { type Static, Type } from "typebox";
import { Cidr, DateTime, Enumeration, Int64, Ipv4Cidr, MapOf, Model, Nullable, named, Uuid } from "../schema.ts";
import { CpuArchitecture } from "./architecture.ts";
import { HighAvailabilityMode, NetworkType, NodeRoles } from "./cluster-choices.ts";
import { Host } from "./host.ts";
import { ImageInfo } from "./infra-env.ts";
import { LogsState } from "./logs.ts";
import {
  ApiVip,
  ClusterNetwork,
  HostNetwork,
  IngressVip,
  LoadBalancer,
  MachineNetwork,
  ServiceNetwork,
} from "./network.ts";
import { BundleCreateParams, MonitoredOperator } from "./operator.ts";

export const FinalizingStage = named(
  "finalizing-stage",
  Enumeration([
    "Waiting for cluster operators",
    "Adding router ca",
    "Applying olm manifests",
    "Waiting for olm operators csv initialization",
    "Waiting for olm operators csv",
    "Waiting for OLM operator setup jobs",
    "Done",
  ]),
);
export type FinalizingStage = Static<typeof FinalizingStage>;

export const ClusterProgressInfo = Model("cluster-progress-info", {
  total_percentage: Type.Optional(Type.Integer()),
  preparing_for_installation_stage_percentage: Type.Optional(Type.Integer()),
  installing_stage_percentage: Type.Optional(Type.Integer()),
  finalizing_stage_percentage: Type.Optional(Type.Integer()),
  finalizing_stage: Type.Optional(FinalizingStage),
  finalizing_stage_started_at: Type.Optional(DateTime()),
  finalizing_stage_timed_out: Type.Optional(Type.Boolean()),
});
export type ClusterProgressInfo = Static<typeof ClusterProgressInfo>;

export const DiskEncryption = Model("disk-encryption", {
  enable_on: Type.Optional(NodeRoles({ assumed: "none" })),
  mode: Type.Optional(Enumeration(["tpmv2", "tang"], { assumed: "tpmv2" })),
  tang_servers: Type.Optional(Type.String()),
});
export type DiskEncryption = Static<typeof DiskEncryption>;

export const IgnitionEndpoint = Model("ignition-endpoint", {
  url: Type.Optional(Nullable(Type.String())),
  ca_certificate: Type.Optional(Nullable(Type.String())),
});
export type IgnitionEndpoint = Static<typeof IgnitionEndpoint>;

export const LastInstallationPreparation = Model("last-installation-preparation", {
  status: Type.Optional(Enumeration(["not_started", "failed", "success"], { assumed: "not_started" })),
  reason: Type.Optional(Type.String()),
});
export type LastInstallationPreparation = Static<typeof LastInstallationPreparation>;

export const PlatformExternal = Model("platform_external", {
  platform_name: Type.Optional(Nullable(Type.String({ minLength: 1 }))),
  cloud_controller_manager: Type.Optional(Nullable(Enumeration(["", "External"], { assumed: "" }))),
});
export type PlatformExternal = Static<typeof PlatformExternal>;

export const PlatformType = named(
  "platform_type",
  Enumeration(["baremetal", "nutanix", "vsphere", "none", "external"]),
);
export type PlatformType = Static<typeof PlatformType>;

export const Platform = Model("platform", {
  type: PlatformType,
  external: Type.Optional(Nullable(PlatformExternal)),
});
export type Platform = Static<typeof Platform>;

export const Cluster = Model("cluster", {
  kind: Enumeration(["Cluster", "AddHostsCluster", "DisconnectedCluster"]),
  high_availability_mode: Type.Optional(HighAvailabilityMode),
  id: Uuid(),
  href: Type.String(),
  name: Type.Optional(Type.String()),
  user_name: Type.Optional(Type.String()),
  org_id: Type.Optional(Type.String()),
  email_domain: Type.Optional(Type.String()),
  openshift_version: Type.Optional(Type.String()),
  ocp_release_image: Type.Optional(Type.String()),
  openshift_cluster_id: Type.Optional(Uuid()),
  image_info: ImageInfo,
  platform: Type.Optional(Platform),
  base_dns_domain: Type.Optional(Type.String()),
  cluster_network_cidr: Type.Optional(Cidr()),
  cluster_network_host_prefix: Type.Optional(Type.Integer({ minimum: 1, maximum: 128 })),
  service_network_cidr: Type.Optional(Cidr()),
  api_vips: Type.Optional(Nullable(Type.Array(ApiVip))),
  api_vip_dns_name: Type.Optional(Nullable(Type.String())),
  machine_network_cidr: Type.Optional(Cidr()),
  ingress_vips: Type.Optional(Nullable(Type.Array(IngressVip))),
  ssh_public_key: Type.Optional(Type.String()),
  http_proxy: Type.Optional(Type.String()),
  https_proxy: Type.Optional(Type.String()),
  no_proxy: Type.Optional(Type.String()),
  status: Enumeration([
    "insufficient",
    "ready",
    "error",
    "preparing-for-installation",
    "pending-for-input",
    "installing",
    "finalizing",
    "installed",
    "adding-hosts",
    "cancelled",
    "installing-pending-user-action",
    "unmonitored",
  ]),
  status_info: Type.String(),
  status_updated_at: Type.Optional(DateTime()),
  progress: Type.Optional(ClusterProgressInfo),
  disk_encryption: Type.Optional(DiskEncryption),
  hosts: Type.Optional(Type.Array(Host)),
  ready_host_count: Type.Optional(Int64()),
  enabled_host_count: Type.Optional(Int64()),
  total_host_count: Type.Optional(Int64()),
  schedulable_masters: Type.Optional(Type.Boolean({ assumed: false })),
  schedulable_masters_forced_true: Type.Optional(Type.Boolean({ assumed: true })),
  updated_at: Type.Optional(DateTime()),
  created_at: Type.Optional(DateTime()),
  install_started_at: Type.Optional(DateTime()),
  install_completed_at: Type.Optional(DateTime()),
  host_networks: Type.Optional(Nullable(Type.Array(HostNetwork))),
  pull_secret_set: Type.Optional(Type.Boolean()),
  vip_dhcp_allocation: Type.Optional(Nullable(Type.Boolean())),
  validations_info: Type.Optional(Type.String()),
  logs_info: Type.Optional(LogsState),
  install_config_overrides: Type.Optional(Type.String()),
  controller_logs_collected_at: Type.Optional(DateTime()),
  controller_logs_started_at: Type.Optional(DateTime()),
  connectivity_majority_groups: Type.Optional(Type.String()),
  ip_collisions: Type.Optional(Type.String()),
  ignored_host_validations: Type.Optional(Type.String()),
  ignored_cluster_validations: Type.Optional(Type.String()),
  deleted_at: Type.Optional(DateTime()),
  user_managed_networking: Type.Optional(Nullable(Type.Boolean())),
  additional_ntp_source: Type.Optional(Type.String()),
  ntp_sources: Type.Optional(Type.String()),
  monitored_operators: Type.Optional(Type.Array(MonitoredOperator)),
  operator_bundles: Type.Optional(Type.Array(BundleCreateParams)),
  ams_subscription_id: Type.Optional(Uuid()),
  hyperthreading: Type.Optional(NodeRoles()),
  feature_usage: Type.Optional(Type.String()),
  network_type: Type.Optional(Nullable(NetworkType)),
  cluster_networks: Type.Optional(Nullable(Type.Array(ClusterNetwork))),
  service_networks: Type.Optional(Nullable(Type.Array(ServiceNetwork))),
  machine_networks: Type.Optional(Nullable(Type.Array(MachineNetwork))),
  cpu_architecture: Type.Optional(CpuArchitecture({ assumed: "x86_64" })),
  ignition_endpoint: Type.Optional(IgnitionEndpoint),
  imported: Type.Optional(Type.Boolean({ assumed: false })),
  tags: Type.Optional(Type.String()),
  "last-installation-preparation": Type.Optional(LastInstallationPreparation),
  org_soft_timeouts_enabled: Type.Optional(Type.Boolean()),
  control_plane_count: Type.Optional(Type.Integer()),
  load_balancer: Type.Optional(LoadBalancer),
});
export type Cluster = Static<typeof Cluster>;

export const ClusterList = named("cluster-list", Type.Array(Cluster));
export type ClusterList = Static<typeof ClusterList>;

export const CompletionParams = Model("completion-params", {
  is_success: Type.Boolean(),
  error_info: Type.Optional(Type.String()),
  data: Type.Optional(MapOf(Type.Unknown())),
});
export type CompletionParams = Static<typeof CompletionParams>;

export const IngressCertParams = named("ingress-cert-params", Type.String());
export type IngressCertParams = Static<typeof IngressCertParams>;

export const ClusterFinalizingProgress = Model("cluster-finalizing-progress", {
  finalizing_stage: Type.Optional(FinalizingStage),
});
export type ClusterFinalizingProgress = Static<typeof ClusterFinalizingProgress>;

export const ClusterDefaultConfig = Model("cluster_default_config", {
  cluster_network_cidr: Type.Optional(Ipv4Cidr()),
  cluster_network_host_prefix: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })),
  inactive_deletion_hours: Type.Optional(Type.Integer()),
  service_network_cidr: Type.Optional(Ipv4Cidr()),
  ntp_source: Type.Optional(Type.String()),
  cluster_networks_ipv4: Type.Optional(Type.Array(ClusterNetwork)),
  cluster_networks_dualstack: Type.Optional(Type.Array(ClusterNetwork)),
  service_networks_ipv4: Type.Optional(Type.Array(ServiceNetwork)),
  service_networks_dualstack: Type.Optional(Type.Array(ServiceNetwork)),
  forbidden_hostnames: Type.Optional(Type.Array(Type.String())),
});
export type ClusterDefaultConfig = Static<typeof ClusterDefaultConfig>;

export const Credentials = Model("credentials", {
  username: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  console_url: Type.Optional(Type.String()),
});
export type Credentials = Static<typeof Credentials>;

export const PresignedUrl = Model("presigned-url", {
  url: Type.String(),
  expires_at: Type.Optional(DateTime()),
});
export type PresignedUrl = Static<typeof PresignedUrl>;
