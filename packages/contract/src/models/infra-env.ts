import { type Static, Type } from "typebox";
import { DateTime, Enumeration, Fields, Int64, Model, Nullable, named, RendezvousIp, Uuid } from "../schema.ts";
import { SingleCpuArchitecture } from "./architecture.ts";
import { ProxySettings } from "./network.ts";

export const ImageType = named("image_type", Enumeration(["full-iso", "minimal-iso", "disconnected-iso"]));
export type ImageType = Static<typeof ImageType>;

export const InfraEnv = Model("infra-env", {
  kind: Enumeration(["InfraEnv"]),
  id: Uuid(),
  href: Type.String(),
  openshift_version: Type.Optional(Type.String()),
  name: Type.String(),
  user_name: Type.Optional(Type.String()),
  org_id: Type.Optional(Type.String()),
  email_domain: Type.Optional(Type.String()),
  proxy: Type.Optional(ProxySettings),
  additional_ntp_sources: Type.Optional(Type.String()),
  ntp_sources: Type.Optional(Type.String()),
  ssh_authorized_key: Type.Optional(Type.String()),
  pull_secret_set: Type.Optional(Type.Boolean()),
  static_network_config: Type.Optional(Type.String()),
  rendezvous_ip: Type.Optional(Nullable(RendezvousIp())),
  type: ImageType,
  ignition_config_override: Type.Optional(Type.String()),
  cluster_id: Type.Optional(Uuid()),
  size_bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  download_url: Type.Optional(Type.String()),
  generator_version: Type.Optional(Type.String()),
  updated_at: DateTime(),
  created_at: DateTime(),
  expires_at: Type.Optional(DateTime()),
  cpu_architecture: Type.Optional(SingleCpuArchitecture({ assumed: "x86_64" })),
  kernel_arguments: Type.Optional(Nullable(Type.String())),
  additional_trust_bundle: Type.Optional(Type.String()),
  network_discovery_delay_seconds: Type.Optional(Nullable(Int64({ minimum: 0 }))),
});
export type InfraEnv = Static<typeof InfraEnv>;

export const InfraEnvList = named("infra-env-list", Type.Array(InfraEnv));
export type InfraEnvList = Static<typeof InfraEnvList>;

const InterfaceMac = Type.String({
  pattern: "^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$",
  description: "a MAC address with colons such as 52:54:00:12:34:56",
});

export const MacInterfaceMap = named(
  "mac_interface_map",
  Type.Array(
    Fields({
      mac_address: Type.Optional(InterfaceMac),
      logical_nic_name: Type.Optional(Type.String()),
    }),
  ),
);
export type MacInterfaceMap = Static<typeof MacInterfaceMap>;

export const HostStaticNetworkConfig = Model("host_static_network_config", {
  network_yaml: Type.Optional(Type.String()),
  mac_interface_map: Type.Optional(MacInterfaceMap),
});
export type HostStaticNetworkConfig = Static<typeof HostStaticNetworkConfig>;

// One character at a time: a repeated group of repeats would take exponential time on hostile text.
const KernelArgumentText = Type.String({
  pattern: '^(?:[^ \\t\\n\\r"]|"[^"]*")+$',
  description: "a kernel argument without spaces, except inside double quotes",
});

export const KernelArgument = Model("kernel_argument", {
  operation: Type.Optional(Enumeration(["append", "replace", "delete"])),
  value: Type.Optional(KernelArgumentText),
});
export type KernelArgument = Static<typeof KernelArgument>;

export const KernelArguments = named("kernel_arguments", Type.Array(KernelArgument));
export type KernelArguments = Static<typeof KernelArguments>;

export const InfraEnvCreateParams = Model("infra-env-create-params", {
  name: Type.String(),
  proxy: Type.Optional(ProxySettings),
  additional_ntp_sources: Type.Optional(Nullable(Type.String())),
  ntp_sources: Type.Optional(Nullable(Type.String())),
  ssh_authorized_key: Type.Optional(Nullable(Type.String())),
  pull_secret: Type.String(),
  static_network_config: Type.Optional(Type.Array(HostStaticNetworkConfig)),
  rendezvous_ip: Type.Optional(Nullable(RendezvousIp())),
  image_type: Type.Optional(ImageType),
  ignition_config_override: Type.Optional(Type.String()),
  cluster_id: Type.Optional(Nullable(Uuid())),
  openshift_version: Type.Optional(Type.String()),
  cpu_architecture: Type.Optional(SingleCpuArchitecture({ assumed: "x86_64" })),
  kernel_arguments: Type.Optional(KernelArguments),
  additional_trust_bundle: Type.Optional(Type.String({ maxLength: 65535 })),
  network_discovery_delay_seconds: Type.Optional(Nullable(Int64({ minimum: 0 }))),
});
export type InfraEnvCreateParams = Static<typeof InfraEnvCreateParams>;

export const InfraEnvUpdateParams = Model("infra-env-update-params", {
  proxy: Type.Optional(ProxySettings),
  additional_ntp_sources: Type.Optional(Nullable(Type.String())),
  ntp_sources: Type.Optional(Nullable(Type.String())),
  ssh_authorized_key: Type.Optional(Nullable(Type.String())),
  pull_secret: Type.Optional(Type.String()),
  static_network_config: Type.Optional(Type.Array(HostStaticNetworkConfig)),
  rendezvous_ip: Type.Optional(Nullable(RendezvousIp())),
  image_type: Type.Optional(ImageType),
  ignition_config_override: Type.Optional(Type.String()),
  kernel_arguments: Type.Optional(KernelArguments),
  additional_trust_bundle: Type.Optional(Nullable(Type.String({ maxLength: 65535 }))),
  openshift_version: Type.Optional(Nullable(Type.String())),
  network_discovery_delay_seconds: Type.Optional(Nullable(Int64({ minimum: 0 }))),
});
export type InfraEnvUpdateParams = Static<typeof InfraEnvUpdateParams>;

export const ImageCreateParams = Model("image-create-params", {
  ssh_public_key: Type.Optional(Type.String()),
  static_network_config: Type.Optional(Type.Array(HostStaticNetworkConfig)),
  image_type: Type.Optional(ImageType),
});
export type ImageCreateParams = Static<typeof ImageCreateParams>;

export const ImageInfo = Model("image_info", {
  ssh_public_key: Type.Optional(Type.String()),
  size_bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  download_url: Type.Optional(Type.String()),
  generator_version: Type.Optional(Type.String()),
  created_at: Type.Optional(DateTime()),
  expires_at: Type.Optional(DateTime()),
  static_network_config: Type.Optional(Type.String()),
  type: Type.Optional(ImageType),
});
export type ImageInfo = Static<typeof ImageInfo>;
