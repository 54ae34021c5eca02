import { type Static, Type } from "typebox";
import {
  Enumeration,
  Fields,
  ImageReference,
  IpAddress,
  Ipv4,
  Ipv4Cidr,
  Ipv6,
  Mac,
  Model,
  named,
  Uuid,
} from "../schema.ts";
import { HostRole } from "./host.ts";
import { Ip, ProxySettings, VipVerification } from "./network.ts";

export const StepType = named(
  "step-type",
  Enumeration([
    "connectivity-check",
    "execute",
    "inventory",
    "install",
    "free-network-addresses",
    "dhcp-lease-allocate",
    "api-vip-connectivity-check",
    "tang-connectivity-check",
    "ntp-synchronizer",
    "installation-disk-speed-check",
    "container-image-availability",
    "domain-resolution",
    "stop-installation",
    "logs-gather",
    "next-step-runner",
    "upgrade-agent",
    "download-boot-artifacts",
    "reboot-for-reclaim",
    "verify-vips",
  ]),
);
export type StepType = Static<typeof StepType>;

export const Step = Model("step", {
  step_type: Type.Optional(StepType),
  step_id: Type.Optional(Type.String()),
  args: Type.Optional(Type.Array(Type.String())),
});
export type Step = Static<typeof Step>;

export const Steps = Model("steps", {
  next_instruction_seconds: Type.Optional(Type.Integer()),
  post_step_action: Type.Optional(Enumeration(["exit", "continue"], { assumed: "continue" })),
  instructions: Type.Optional(Type.Array(Step)),
});
export type Steps = Static<typeof Steps>;

export const StepReply = Model("step-reply", {
  step_type: Type.Optional(StepType),
  step_id: Type.Optional(Type.String()),
  exit_code: Type.Optional(Type.Integer()),
  output: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});
export type StepReply = Static<typeof StepReply>;

export const StepsReply = named("steps-reply", Type.Array(StepReply));
export type StepsReply = Static<typeof StepsReply>;

export const FreeNetworkAddresses = Model("free_network_addresses", {
  network: Type.Optional(Ipv4Cidr()),
  free_addresses: Type.Optional(Type.Array(Ipv4())),
});
export type FreeNetworkAddresses = Static<typeof FreeNetworkAddresses>;

export const FreeNetworksAddresses = named("free_networks_addresses", Type.Array(FreeNetworkAddresses));
export type FreeNetworksAddresses = Static<typeof FreeNetworksAddresses>;

export const FreeAddressesRequest = named("free_addresses_request", Type.Array(Ipv4Cidr()));
export type FreeAddressesRequest = Static<typeof FreeAddressesRequest>;

export const FreeAddressesList = named("free-addresses-list", Type.Array(Ipv4()));
export type FreeAddressesList = Static<typeof FreeAddressesList>;

export const DownloadBootArtifactsRequest = Model("download_boot_artifacts_request", {
  kernel_url: Type.String(),
  rootfs_url: Type.String(),
  initrd_url: Type.String(),
  host_fs_mount_dir: Type.String(),
});
export type DownloadBootArtifactsRequest = Static<typeof DownloadBootArtifactsRequest>;

export const RebootForReclaimRequest = Model("reboot_for_reclaim_request", {
  host_fs_mount_dir: Type.String(),
});
export type RebootForReclaimRequest = Static<typeof RebootForReclaimRequest>;

export const DiskSpeedCheckRequest = Model("disk_speed_check_request", {
  path: Type.String(),
});
export type DiskSpeedCheckRequest = Static<typeof DiskSpeedCheckRequest>;

export const DiskSpeedCheckResponse = Model("disk_speed_check_response", {
  io_sync_duration: Type.Optional(Type.Integer()),
  path: Type.Optional(Type.String()),
});
export type DiskSpeedCheckResponse = Static<typeof DiskSpeedCheckResponse>;

export const DomainResolutionRequest = Model("domain_resolution_request", {
  domains: Type.Array(Fields({ domain_name: Type.String() })),
});
export type DomainResolutionRequest = Static<typeof DomainResolutionRequest>;

export const DomainResolutionResponse = Model("domain_resolution_response", {
  resolutions: Type.Array(
    Fields({
      domain_name: Type.Optional(Type.String()),
      ipv4_addresses: Type.Optional(Type.Array(Ipv4())),
      ipv6_addresses: Type.Optional(Type.Array(Ipv6())),
      cnames: Type.Optional(Type.Array(Type.String())),
    }),
  ),
});
export type DomainResolutionResponse = Static<typeof DomainResolutionResponse>;

export const DhcpAllocationRequest = Model("dhcp_allocation_request", {
  interface: Type.String(),
  api_vip_mac: Mac(),
  ingress_vip_mac: Mac(),
  api_vip_lease: Type.Optional(Type.String()),
  ingress_vip_lease: Type.Optional(Type.String()),
});
export type DhcpAllocationRequest = Static<typeof DhcpAllocationRequest>;

export const DhcpAllocationResponse = Model("dhcp_allocation_response", {
  api_vip_address: Ipv4(),
  ingress_vip_address: Ipv4(),
  api_vip_lease: Type.Optional(Type.String()),
  ingress_vip_lease: Type.Optional(Type.String()),
});
export type DhcpAllocationResponse = Static<typeof DhcpAllocationResponse>;

export const NextStepCmdRequest = Model("next_step_cmd_request", {
  infra_env_id: Uuid(),
  host_id: Uuid(),
  agent_version: ImageReference(),
});
export type NextStepCmdRequest = Static<typeof NextStepCmdRequest>;

export const LogsGatherCmdRequest = Model("logs_gather_cmd_request", {
  cluster_id: Uuid(),
  infra_env_id: Uuid(),
  host_id: Uuid(),
  bootstrap: Type.Boolean(),
  installer_gather: Type.Boolean({ assumed: true }),
  master_ips: Type.Optional(Type.Array(IpAddress())),
});
export type LogsGatherCmdRequest = Static<typeof LogsGatherCmdRequest>;

export const InstallCmdRequest = Model("install_cmd_request", {
  cluster_id: Uuid(),
  infra_env_id: Uuid(),
  host_id: Uuid(),
  role: HostRole,
  boot_device: Type.String(),
  controller_image: ImageReference(),
  installer_image: ImageReference(),
  control_plane_count: Type.Optional(Type.Integer()),
  proxy: Type.Optional(ProxySettings),
  check_cvo: Type.Optional(Type.Boolean({ assumed: true })),
  disks_to_format: Type.Optional(Type.Array(Type.String())),
  must_gather_image: Type.Optional(Type.String()),
  mco_image: Type.Optional(ImageReference()),
  openshift_version: Type.Optional(Type.String()),
  service_ips: Type.Optional(Type.Array(IpAddress())),
  installer_args: Type.Optional(Type.String()),
  skip_installation_disk_cleanup: Type.Optional(Type.Boolean()),
  enable_skip_mco_reboot: Type.Optional(Type.Boolean()),
  notify_num_reboots: Type.Optional(Type.Boolean()),
  coreos_image: Type.Optional(Type.String()),
});
export type InstallCmdRequest = Static<typeof InstallCmdRequest>;

export const NtpSynchronizationRequest = Model("ntp_synchronization_request", {
  ntp_source: Type.String(),
});
export type NtpSynchronizationRequest = Static<typeof NtpSynchronizationRequest>;

export const SourceState = named(
  "source_state",
  Enumeration(["synced", "combined", "not_combined", "error", "variable", "unreachable"]),
);
export type SourceState = Static<typeof SourceState>;

export const NtpSource = Model("ntp_source", {
  source_name: Type.Optional(Type.String()),
  source_state: Type.Optional(SourceState),
});
export type NtpSource = Static<typeof NtpSource>;

export const NtpSynchronizationResponse = Model("ntp_synchronization_response", {
  ntp_sources: Type.Optional(Type.Array(NtpSource)),
});
export type NtpSynchronizationResponse = Static<typeof NtpSynchronizationResponse>;

export const ContainerImageAvailabilityRequest = Model("container_image_availability_request", {
  timeout: Type.Optional(Type.Integer()),
  images: Type.Array(ImageReference()),
});
export type ContainerImageAvailabilityRequest = Static<typeof ContainerImageAvailabilityRequest>;

export const ContainerImageAvailabilityResult = named(
  "container_image_availability_result",
  Enumeration(["success", "failure"]),
);
export type ContainerImageAvailabilityResult = Static<typeof ContainerImageAvailabilityResult>;

export const ContainerImageAvailability = Model("container_image_availability", {
  name: Type.Optional(Type.String()),
  size_bytes: Type.Optional(Type.Number()),
  time: Type.Optional(Type.Number()),
  download_rate: Type.Optional(Type.Number()),
  result: Type.Optional(ContainerImageAvailabilityResult),
});
export type ContainerImageAvailability = Static<typeof ContainerImageAvailability>;

export const ContainerImageAvailabilityResponse = Model("container_image_availability_response", {
  images: Type.Array(ContainerImageAvailability),
});
export type ContainerImageAvailabilityResponse = Static<typeof ContainerImageAvailabilityResponse>;

export const UpgradeAgentRequest = Model("upgrade_agent_request", {
  agent_image: Type.Optional(Type.String()),
});
export type UpgradeAgentRequest = Static<typeof UpgradeAgentRequest>;

export const UpgradeAgentResult = named("upgrade_agent_result", Enumeration(["success", "failure"]));
export type UpgradeAgentResult = Static<typeof UpgradeAgentResult>;

export const UpgradeAgentResponse = Model("upgrade_agent_response", {
  agent_image: Type.Optional(Type.String()),
  result: Type.Optional(UpgradeAgentResult),
});
export type UpgradeAgentResponse = Static<typeof UpgradeAgentResponse>;

export const VipType = named("vip_type", Enumeration(["api", "ingress"]));
export type VipType = Static<typeof VipType>;

export const VerifyVip = Model("verify_vip", {
  vip: Type.Optional(Ip),
  vip_type: Type.Optional(VipType),
});
export type VerifyVip = Static<typeof VerifyVip>;

export const VerifiedVip = Model("verified_vip", {
  vip: Type.Optional(Ip),
  vip_type: Type.Optional(VipType),
  verification: Type.Optional(VipVerification),
});
export type VerifiedVip = Static<typeof VerifiedVip>;

export const VerifyVipsRequest = named("verify_vips_request", Type.Array(VerifyVip));
export type VerifyVipsRequest = Static<typeof VerifyVipsRequest>;

export const VerifyVipsResponse = named("verify_vips_response", Type.Array(VerifiedVip));
export type VerifyVipsResponse = Static<typeof VerifyVipsResponse>;
