import { type Static, Type } from "typebox";
import {
  Double,
  Enumeration,
  Fields,
  ImageReference,
  IpAddress,
  Ipv4,
  Ipv4Cidr,
  Ipv6,
  Mac,
  Model,
  Nullable,
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

export const ConnectivityCheckNic = Model("connectivity-check-nic", {
  name: Type.Optional(Type.String()),
  mac: Type.Optional(Mac()),
  ip_addresses: Type.Optional(Type.Array(IpAddress())),
});
export type ConnectivityCheckNic = Static<typeof ConnectivityCheckNic>;

export const ConnectivityCheckHost = Model("connectivity-check-host", {
  host_id: Type.Optional(Uuid()),
  nics: Type.Optional(Type.Array(ConnectivityCheckNic)),
});
export type ConnectivityCheckHost = Static<typeof ConnectivityCheckHost>;

export const ConnectivityCheckParams = named("connectivity-check-params", Type.Array(ConnectivityCheckHost));
export type ConnectivityCheckParams = Static<typeof ConnectivityCheckParams>;

export const L2Connectivity = Model("l2-connectivity", {
  outgoing_nic: Type.Optional(Type.String()),
  outgoing_ip_address: Type.Optional(Type.String()),
  remote_ip_address: Type.Optional(Type.String()),
  remote_mac: Type.Optional(Type.String()),
  successful: Type.Optional(Type.Boolean()),
});
export type L2Connectivity = Static<typeof L2Connectivity>;

export const L3Connectivity = Model("l3-connectivity", {
  outgoing_nic: Type.Optional(Type.String()),
  remote_ip_address: Type.Optional(Type.String()),
  successful: Type.Optional(Type.Boolean()),
  average_rtt_ms: Type.Optional(Double()),
  packet_loss_percentage: Type.Optional(Double()),
});
export type L3Connectivity = Static<typeof L3Connectivity>;

export const MtuReport = Model("mtu-report", {
  outgoing_nic: Type.Optional(Type.String()),
  remote_ip_address: Type.Optional(Type.String()),
  mtu_successful: Type.Optional(Type.Boolean()),
});
export type MtuReport = Static<typeof MtuReport>;

export const ConnectivityRemoteHost = Model("connectivity-remote-host", {
  host_id: Type.Optional(Uuid()),
  l2_connectivity: Type.Optional(Type.Array(L2Connectivity)),
  l3_connectivity: Type.Optional(Type.Array(L3Connectivity)),
  mtu_report: Type.Optional(Type.Array(MtuReport)),
});
export type ConnectivityRemoteHost = Static<typeof ConnectivityRemoteHost>;

export const ConnectivityReport = Model("connectivity-report", {
  remote_hosts: Type.Optional(Type.Array(ConnectivityRemoteHost)),
});
export type ConnectivityReport = Static<typeof ConnectivityReport>;

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

export const ApiVipConnectivityAdditionalRequestHeader = Model("api_vip_connectivity_additional_request_header", {
  key: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
});
export type ApiVipConnectivityAdditionalRequestHeader = Static<typeof ApiVipConnectivityAdditionalRequestHeader>;

export const ApiVipConnectivityRequest = Model("api_vip_connectivity_request", {
  url: Type.String(),
  verify_cidr: Type.Optional(Type.Boolean()),
  ca_certificate: Type.Optional(Nullable(Type.String())),
  ignition_endpoint_token: Type.Optional(Nullable(Type.String())),
  request_headers: Type.Optional(Nullable(Type.Array(ApiVipConnectivityAdditionalRequestHeader))),
});
export type ApiVipConnectivityRequest = Static<typeof ApiVipConnectivityRequest>;

export const ApiVipConnectivityResponse = Model("api_vip_connectivity_response", {
  is_success: Type.Optional(Type.Boolean()),
  url: Type.Optional(Type.String()),
  download_error: Type.Optional(Type.String()),
  ignition: Type.Optional(Type.String()),
});
export type ApiVipConnectivityResponse = Static<typeof ApiVipConnectivityResponse>;

export const TangConnectivityRequest = Model("tang_connectivity_request", {
  tang_servers: Type.String(),
});
export type TangConnectivityRequest = Static<typeof TangConnectivityRequest>;

export const TangConnectivityResponse = Model("tang_connectivity_response", {
  is_success: Type.Optional(Type.Boolean()),
  tang_server_response: Type.Optional(
    Type.Array(
      Fields({
        tang_url: Type.Optional(Type.String()),
        payload: Type.Optional(Type.String()),
        signatures: Type.Optional(
          Type.Array(
            Fields({
              protected: Type.Optional(Type.String()),
              signature: Type.Optional(Type.String()),
            }),
          ),
        ),
      }),
    ),
  ),
});
export type TangConnectivityResponse = Static<typeof TangConnectivityResponse>;

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
