// Resources as tables and the live feed show them: the wire's fields without the bulky ones and without any that may hold a
// secret (overrides, proxies with passwords, credentials).
import { type Static, Type } from "typebox";
import { Model } from "../../schema.ts";
import { Cluster } from "../cluster.ts";
import { Host } from "../host.ts";
import { InfraEnv } from "../infra-env.ts";

export const HardwareSummary = Model("muster-hardware-summary", {
  architecture: Type.Optional(Type.String()),
  cpu_cores: Type.Integer(),
  memory_bytes: Type.Integer(),
  disks: Type.Integer(),
  disk_bytes: Type.Integer(),
  vendor: Type.Optional(Type.String()),
  product: Type.Optional(Type.String()),
  serial_number: Type.Optional(Type.String()),
  virtual: Type.Optional(Type.Boolean()),
  /** Without prefix lengths, IPv4 first. */
  addresses: Type.Array(Type.String()),
});
export type HardwareSummary = Static<typeof HardwareSummary>;

export const LeanHost = Model("muster-host", {
  ...Type.Omit(Host, [
    "inventory",
    "connectivity",
    "api_vip_connectivity",
    "tang_connectivity",
    "free_addresses",
    "ntp_sources",
    "disks_info",
    "images_status",
    "domain_name_resolutions",
    "ignition_config_overrides",
    "installer_args",
    "fencing_credentials",
    "ignition_endpoint_token_set",
  ]).properties,
  hardware: Type.Optional(HardwareSummary),
});
export type LeanHost = Static<typeof LeanHost>;

export const LeanCluster = Model("muster-cluster", {
  ...Type.Omit(Cluster, [
    "hosts",
    "image_info",
    "host_networks",
    "feature_usage",
    "install_config_overrides",
    "connectivity_majority_groups",
    "ip_collisions",
    "ignition_endpoint",
    "ssh_public_key",
    "http_proxy",
    "https_proxy",
    "no_proxy",
  ]).properties,
});
export type LeanCluster = Static<typeof LeanCluster>;

export const LeanInfraEnv = Model("muster-infra-env", {
  ...Type.Omit(InfraEnv, [
    "proxy",
    "ssh_authorized_key",
    "static_network_config",
    "ignition_config_override",
    "kernel_arguments",
    "additional_trust_bundle",
    // A link may carry a token.
    "download_url",
    "size_bytes",
    "expires_at",
    "generator_version",
  ]).properties,
});
export type LeanInfraEnv = Static<typeof LeanInfraEnv>;

const position = Type.Integer({ description: "where to follow the feed from, so that nothing is missed" });

export const LeanHostList = Model("muster-host-list", { position, hosts: Type.Array(LeanHost) });
export type LeanHostList = Static<typeof LeanHostList>;

export const LeanClusterList = Model("muster-cluster-list", { position, clusters: Type.Array(LeanCluster) });
export type LeanClusterList = Static<typeof LeanClusterList>;
