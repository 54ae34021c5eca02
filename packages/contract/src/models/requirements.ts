import { type Static, Type } from "typebox";
import { Double, Enumeration, Model, Nullable, named, Uuid } from "../schema.ts";

export const ClusterHostRequirementsDetails = Model("cluster-host-requirements-details", {
  cpu_cores: Type.Optional(Type.Integer()),
  ram_mib: Type.Optional(Type.Integer()),
  disk_size_gb: Type.Optional(Type.Integer()),
  installation_disk_speed_threshold_ms: Type.Optional(Type.Integer()),
  network_latency_threshold_ms: Type.Optional(Nullable(Double())),
  packet_loss_percentage: Type.Optional(Nullable(Double())),
  tpm_enabled_in_bios: Type.Optional(Type.Boolean()),
});
export type ClusterHostRequirementsDetails = Static<typeof ClusterHostRequirementsDetails>;

export const HostTypeHardwareRequirements = Model("host-type-hardware-requirements", {
  quantitative: Type.Optional(ClusterHostRequirementsDetails),
  qualitative: Type.Optional(Type.Array(Type.String())),
});
export type HostTypeHardwareRequirements = Static<typeof HostTypeHardwareRequirements>;

export const HostTypeHardwareRequirementsWrapper = Model("host-type-hardware-requirements-wrapper", {
  worker: Type.Optional(HostTypeHardwareRequirements),
  master: Type.Optional(HostTypeHardwareRequirements),
});
export type HostTypeHardwareRequirementsWrapper = Static<typeof HostTypeHardwareRequirementsWrapper>;

export const OperatorHardwareRequirements = Model("operator-hardware-requirements", {
  operator_name: Type.Optional(Type.String()),
  dependencies: Type.Optional(Type.Array(Type.String())),
  requirements: Type.Optional(HostTypeHardwareRequirementsWrapper),
});
export type OperatorHardwareRequirements = Static<typeof OperatorHardwareRequirements>;

export const PreflightHardwareRequirements = Model("preflight-hardware-requirements", {
  operators: Type.Optional(Type.Array(OperatorHardwareRequirements)),
  ocp: Type.Optional(HostTypeHardwareRequirementsWrapper),
});
export type PreflightHardwareRequirements = Static<typeof PreflightHardwareRequirements>;

export const OperatorHostRequirements = Model("operator-host-requirements", {
  operator_name: Type.Optional(Type.String()),
  requirements: Type.Optional(ClusterHostRequirementsDetails),
});
export type OperatorHostRequirements = Static<typeof OperatorHostRequirements>;

export const ClusterHostRequirements = Model("cluster-host-requirements", {
  host_id: Type.Optional(Uuid()),
  total: Type.Optional(ClusterHostRequirementsDetails),
  ocp: Type.Optional(ClusterHostRequirementsDetails),
  operators: Type.Optional(Type.Array(OperatorHostRequirements)),
});
export type ClusterHostRequirements = Static<typeof ClusterHostRequirements>;

export const ClusterHostRequirementsList = named("cluster-host-requirements-list", Type.Array(ClusterHostRequirements));
export type ClusterHostRequirementsList = Static<typeof ClusterHostRequirementsList>;

export const VersionedClusterHostRequirementsDetails = Model("versioned-cluster-host-requirements-details", {
  cpu_cores: Type.Optional(Nullable(Type.Integer())),
  ram_mib: Type.Optional(Nullable(Type.Integer())),
  disk_size_gb: Type.Optional(Nullable(Type.Integer())),
  installation_disk_speed_threshold_ms: Type.Optional(Nullable(Type.Integer())),
  network_latency_threshold_ms: Type.Optional(Nullable(Double())),
  packet_loss_percentage: Type.Optional(Nullable(Double())),
});
export type VersionedClusterHostRequirementsDetails = Static<typeof VersionedClusterHostRequirementsDetails>;

export const VersionedHostRequirements = Model("versioned-host-requirements", {
  version: Type.Optional(Type.String()),
  match_type: Type.Optional(Enumeration(["exact", "min_version"])),
  master: Type.Optional(VersionedClusterHostRequirementsDetails),
  arbiter: Type.Optional(VersionedClusterHostRequirementsDetails),
  worker: Type.Optional(VersionedClusterHostRequirementsDetails),
  sno: Type.Optional(VersionedClusterHostRequirementsDetails),
  "edge-worker": Type.Optional(VersionedClusterHostRequirementsDetails),
});
export type VersionedHostRequirements = Static<typeof VersionedHostRequirements>;
