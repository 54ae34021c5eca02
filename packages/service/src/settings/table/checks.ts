import { ClusterValidationId, HostValidationId, StepType, VersionedHostRequirements } from "@muster/contract";
import { Type } from "typebox";
import { boolean, bytes, integer, json, list, listOf } from "../kind.ts";
import { setting } from "../setting.ts";

const amount = integer();

export const checks = {
  HW_VALIDATOR_REQUIREMENTS: setting(json(Type.Array(VersionedHostRequirements), "a JSON list of requirements"), {
    default: "[]",
    says: "What hosts need, by version and role, instead of the built-in figures. What an entry leaves out keeps the built-in figure.",
  }),
  HW_VALIDATOR_MAX_TIME_DIFF_MINUTES: setting(amount, {
    default: "4",
    unit: "minutes",
    says: "How far the clocks of a cluster's hosts may be apart.",
  }),
  DISABLED_HOST_VALIDATIONS: setting(listOf(HostValidationId, "ids of host validations"), {
    default: "",
    says: "Host checks that are not made.",
  }),
  DISABLED_CLUSTER_VALIDATIONS: setting(listOf(ClusterValidationId, "ids of cluster validations"), {
    default: "",
    says: "Cluster checks that are not made.",
  }),
  DISABLED_STEPS: setting(listOf(StepType, "step types"), { default: "", says: "Steps that agents are never given." }),
  EDGE_WORKERS_PRODUCT_NAMES: setting(list, {
    default: "BlueField SoC",
    says: "Products that count as edge workers, which need less disk.",
  }),
  AGENT_INVENTORY_MAX_SIZE: setting(bytes, {
    default: "0",
    says: "Agents shorten a report that is larger; 0 is no limit.",
  }),
  AGENT_INVENTORY_DISK_MIN_SIZE: setting(bytes, {
    default: "0",
    says: "Agents leave out smaller disks when they shorten a report.",
  }),
  DISK_ENCRYPTION_SUPPORT: setting(boolean, { default: "true", says: "Clusters may encrypt their disks." }),
  TNA_CLUSTERS_SUPPORT: setting(boolean, {
    default: "true",
    says: "Clusters of two nodes and an arbiter are allowed.",
  }),
  TNF_CLUSTERS_SUPPORT: setting(boolean, { default: "false", says: "Clusters of two nodes with fencing are allowed." }),
  ODF_MIN_DISK_SIZE_GB: setting(amount, {
    default: "25",
    unit: "GB",
    says: "Data Foundation: the smallest disk that counts.",
  }),
  ODF_NUM_MINIMUM_DISK: setting(amount, { default: "3", says: "Data Foundation: disks needed." }),
  ODF_NUM_MINIMUM_HOST: setting(amount, { default: "3", says: "Data Foundation: hosts needed." }),
  ODF_PER_DISK_CPU_COUNT: setting(amount, { default: "2", says: "Data Foundation: CPUs for each disk." }),
  ODF_PER_DISK_RAM_GIB: setting(amount, {
    default: "5",
    unit: "GiB",
    says: "Data Foundation: memory for each disk.",
  }),
  ODF_PER_HOST_CPU_COMPACT_MODE: setting(amount, {
    default: "6",
    says: "Data Foundation: CPUs for each host of a compact cluster.",
  }),
  ODF_PER_HOST_CPU_STANDARD_MODE: setting(amount, {
    default: "8",
    says: "Data Foundation: CPUs for each worker of a standard cluster.",
  }),
  ODF_PER_HOST_MEMORY_GIB_COMPACT_MODE: setting(amount, {
    default: "19",
    unit: "GiB",
    says: "Data Foundation: memory for each host of a compact cluster.",
  }),
  ODF_PER_HOST_MEMORY_GIB_STANDARD_MODE: setting(amount, {
    default: "19",
    unit: "GiB",
    says: "Data Foundation: memory for each worker of a standard cluster.",
  }),
  CNV_SUPPORTED_GPUS: setting(list, {
    default: "10de:1db6,10de:1eb8",
    says: "Virtualization: GPUs that can be passed to virtual machines, as vendor:device.",
  }),
  CNV_SUPPORTED_SRIOV_NICS: setting(list, {
    default: "8086:158b,15b3:1015,15b3:1017,15b3:1013,15b3:101b",
    says: "Virtualization: network cards that can be shared, as vendor:device.",
  }),
  CNV_SNO_INSTALL_HPP: setting(boolean, {
    default: "true",
    says: "Virtualization on a single node: add storage on the node's own disk.",
  }),
  CNV_SNO_POOL_SIZE_REQUEST_HPP_GIB: setting(amount, {
    default: "50",
    unit: "GiB",
    says: "Virtualization on a single node: the size of that storage.",
  }),
  CNV_MODE: setting(boolean, {
    default: "true",
    says: "Virtualization can be chosen.",
    noEffect: "an operator is installed when the cluster asks for it.",
  }),
  LVM_CPU_PER_HOST: setting(amount, { default: "1", says: "Logical volumes: CPUs for each host." }),
  LVM_MEMORY_PER_HOST_MIB: setting(amount, {
    unit: "MiB",
    unset: "100; 400 before 4.16; 1200 before 4.13",
    says: "Logical volumes: memory for each host, for every version.",
  }),
  MTV_CPU_PER_HOST: setting(amount, { default: "1", says: "Migration of virtual machines: CPUs for each host." }),
  MTV_MEMORY_PER_HOST_MIB: setting(amount, {
    default: "1024",
    unit: "MiB",
    says: "Migration of virtual machines: memory for each host.",
  }),
  Osc_CPU_PER_HOST: setting(amount, { default: "1", says: "Sandboxed containers: CPUs for each host." }),
  Osc_MEMORY_PER_HOST_MIB: setting(amount, {
    default: "1024",
    unit: "MiB",
    says: "Sandboxed containers: memory for each host.",
  }),
  OPENSHIFT_AI_MIN_WORKER_NODES: setting(amount, { default: "2", says: "AI: workers needed." }),
  OPENSHIFT_AI_MIN_WORKER_CPU_CORES: setting(amount, { default: "8", says: "AI: CPUs for each worker." }),
  OPENSHIFT_AI_MIN_WORKER_MEMORY_GIB: setting(amount, {
    default: "32",
    unit: "GiB",
    says: "AI: memory for each worker.",
  }),
  NVIDIA_REQUIRE_GPU: setting(boolean, { default: "true", says: "NVIDIA: some host must have a GPU." }),
  NVIDIA_SUPPORTED_GPUS: setting(list, { default: "10de", says: "NVIDIA: vendors whose GPUs count." }),
  AMD_REQUIRE_GPU: setting(boolean, { default: "true", says: "AMD: some host must have a GPU." }),
  AMD_SUPPORTED_GPUS: setting(list, { default: "1002", says: "AMD: vendors whose GPUs count." }),
};
