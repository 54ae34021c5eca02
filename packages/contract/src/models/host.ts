import { type Static, Type } from "typebox";
import { DateTime, Enumeration, Fields, Model, Nullable, named, Uuid } from "../schema.ts";
import { LogsState } from "./logs.ts";

export const HostStage = named(
  "host-stage",
  Enumeration([
    "Starting installation",
    "Waiting for control plane",
    "Waiting for bootkube",
    "Waiting for controller",
    "Installing",
    "Writing image to disk",
    "Copying registry data to disk",
    "Rebooting",
    "Waiting for ignition",
    "Configuring",
    "Joined",
    "Done",
    "Failed",
  ]),
);
export type HostStage = Static<typeof HostStage>;

export const HostProgressInfo = Model("host-progress-info", {
  installation_percentage: Type.Optional(Type.Integer()),
  current_stage: Type.Optional(HostStage),
  progress_info: Type.Optional(Type.String()),
  stage_started_at: Type.Optional(DateTime()),
  stage_updated_at: Type.Optional(DateTime()),
  stage_timed_out: Type.Optional(Type.Boolean()),
});
export type HostProgressInfo = Static<typeof HostProgressInfo>;

const assignableRoles = ["auto-assign", "master", "arbiter", "worker"] as const;

export const HostRole = named("host-role", Enumeration([...assignableRoles, "bootstrap"]));
export type HostRole = Static<typeof HostRole>;

export const Host = Model("host", {
  kind: Enumeration(["Host", "AddToExistingClusterHost"]),
  id: Uuid(),
  href: Type.String(),
  cluster_id: Type.Optional(Nullable(Uuid())),
  infra_env_id: Type.Optional(Uuid()),
  status: Enumeration([
    "discovering",
    "known",
    "disconnected",
    "insufficient",
    "disabled",
    "preparing-for-installation",
    "preparing-failed",
    "preparing-successful",
    "pending-for-input",
    "installing",
    "installing-in-progress",
    "installing-pending-user-action",
    "resetting-pending-user-action",
    "installed",
    "error",
    "resetting",
    "added-to-existing-cluster",
    "cancelled",
    "binding",
    "unbinding",
    "unbinding-pending-user-action",
    "known-unbound",
    "disconnected-unbound",
    "insufficient-unbound",
    "disabled-unbound",
    "discovering-unbound",
    "reclaiming",
    "reclaiming-rebooting",
  ]),
  status_info: Type.String(),
  validations_info: Type.Optional(Type.String()),
  logs_info: Type.Optional(LogsState),
  status_updated_at: Type.Optional(DateTime()),
  progress: Type.Optional(HostProgressInfo),
  stage_started_at: Type.Optional(DateTime()),
  stage_updated_at: Type.Optional(DateTime()),
  progress_stages: Type.Optional(Nullable(Type.Array(HostStage))),
  connectivity: Type.Optional(Type.String()),
  api_vip_connectivity: Type.Optional(Type.String()),
  tang_connectivity: Type.Optional(Type.String()),
  inventory: Type.Optional(Type.String()),
  free_addresses: Type.Optional(Type.String()),
  ntp_sources: Type.Optional(Type.String()),
  disks_info: Type.Optional(Type.String()),
  role: Type.Optional(HostRole),
  suggested_role: Type.Optional(HostRole),
  bootstrap: Type.Optional(Type.Boolean()),
  logs_collected_at: Type.Optional(DateTime()),
  logs_started_at: Type.Optional(DateTime()),
  installer_version: Type.Optional(Type.String()),
  installation_disk_path: Type.Optional(Type.String()),
  installation_disk_id: Type.Optional(Type.String()),
  updated_at: Type.Optional(DateTime()),
  created_at: Type.Optional(DateTime()),
  checked_in_at: Type.Optional(DateTime()),
  connection_timed_out: Type.Optional(Type.Boolean()),
  registered_at: Type.Optional(DateTime()),
  discovery_agent_version: Type.Optional(Type.String()),
  requested_hostname: Type.Optional(Type.String()),
  user_name: Type.Optional(Type.String()),
  media_status: Type.Optional(Nullable(Enumeration(["connected", "disconnected"], { assumed: "connected" }))),
  deleted_at: Type.Optional(DateTime()),
  ignition_config_overrides: Type.Optional(Type.String()),
  installer_args: Type.Optional(Type.String()),
  timestamp: Type.Optional(Type.Integer()),
  machine_config_pool_name: Type.Optional(Type.String()),
  images_status: Type.Optional(Type.String()),
  domain_name_resolutions: Type.Optional(Type.String()),
  ignition_endpoint_token_set: Type.Optional(Type.Boolean()),
  node_labels: Type.Optional(Type.String()),
  disks_to_be_formatted: Type.Optional(Type.String()),
  skip_formatting_disks: Type.Optional(Type.String()),
  fencing_credentials: Type.Optional(Type.String()),
});
export type Host = Static<typeof Host>;

export const HostList = named("host-list", Type.Array(Host));
export type HostList = Static<typeof HostList>;

export const HostCreateParams = Model("host-create-params", {
  host_id: Uuid(),
  discovery_agent_version: Type.Optional(Type.String()),
});
export type HostCreateParams = Static<typeof HostCreateParams>;

export const HostRegistrationResponse = Model("host_registration_response", {
  ...Host.properties,
  next_step_runner_command: Type.Optional(
    Fields({
      command: Type.Optional(Type.String()),
      args: Type.Optional(Type.Array(Type.String())),
      retry_seconds: Type.Optional(Type.Integer()),
    }),
  ),
});
export type HostRegistrationResponse = Static<typeof HostRegistrationResponse>;

export const DiskRole = named("disk-role", Enumeration(["none", "install"]));
export type DiskRole = Static<typeof DiskRole>;

export const DiskConfigParams = Model("disk-config-params", {
  id: Type.String(),
  role: Type.Optional(DiskRole),
});
export type DiskConfigParams = Static<typeof DiskConfigParams>;

export const DiskSkipFormattingParams = Model("disk-skip-formatting-params", {
  disk_id: Type.String(),
  skip_formatting: Type.Boolean(),
});
export type DiskSkipFormattingParams = Static<typeof DiskSkipFormattingParams>;

export const FencingCredentialsParams = Model("fencing-credentials-params", {
  address: Type.String(),
  username: Type.String(),
  password: Type.String(),
  certificate_verification: Type.Optional(Enumeration(["Enabled", "Disabled"], { assumed: "Enabled" })),
  mac_address: Type.Optional(Nullable(Type.String())),
});
export type FencingCredentialsParams = Static<typeof FencingCredentialsParams>;

const pair = { key: Type.String(), value: Type.String() };

export const IgnitionEndpointHttpHeadersParams = Model("ignition-endpoint-http-headers-params", pair);
export type IgnitionEndpointHttpHeadersParams = Static<typeof IgnitionEndpointHttpHeadersParams>;

export const NodeLabelParams = Model("node-label-params", pair);
export type NodeLabelParams = Static<typeof NodeLabelParams>;

export const HostUpdateParams = Model("host-update-params", {
  host_role: Type.Optional(Nullable(Enumeration([...assignableRoles]))),
  host_name: Type.Optional(Nullable(Type.String())),
  disks_selected_config: Type.Optional(Nullable(Type.Array(DiskConfigParams))),
  disks_skip_formatting: Type.Optional(Nullable(Type.Array(DiskSkipFormattingParams))),
  machine_config_pool_name: Type.Optional(Nullable(Type.String())),
  ignition_endpoint_token: Type.Optional(Nullable(Type.String())),
  ignition_endpoint_http_headers: Type.Optional(Nullable(Type.Array(IgnitionEndpointHttpHeadersParams))),
  node_labels: Type.Optional(Nullable(Type.Array(NodeLabelParams))),
  fencing_credentials: Type.Optional(Nullable(FencingCredentialsParams)),
});
export type HostUpdateParams = Static<typeof HostUpdateParams>;

export const InstallerArgsParams = Model("installer-args-params", {
  args: Type.Optional(Type.Array(Type.String())),
});
export type InstallerArgsParams = Static<typeof InstallerArgsParams>;

export const HostProgress = Model("host-progress", {
  current_stage: Type.Optional(HostStage),
  progress_info: Type.Optional(Type.String()),
});
export type HostProgress = Static<typeof HostProgress>;

export const HostRoleUpdateParams = named("host-role-update-params", Enumeration([...assignableRoles]));
export type HostRoleUpdateParams = Static<typeof HostRoleUpdateParams>;

export const HostIgnitionParams = Model("host-ignition-params", {
  config: Type.Optional(Type.String()),
});
export type HostIgnitionParams = Static<typeof HostIgnitionParams>;

export const DiskSpeed = Model("disk_speed", {
  tested: Type.Optional(Type.Boolean()),
  exit_code: Type.Optional(Type.Integer()),
  speed_ms: Type.Optional(Type.Integer()),
});
export type DiskSpeed = Static<typeof DiskSpeed>;

export const DiskInfo = Model("disk_info", {
  id: Type.Optional(Uuid()),
  path: Type.Optional(Type.String()),
  disk_speed: Type.Optional(DiskSpeed),
});
export type DiskInfo = Static<typeof DiskInfo>;

export const BindHostParams = Model("bind-host-params", {
  cluster_id: Uuid(),
});
export type BindHostParams = Static<typeof BindHostParams>;
