// What an operator of Muster may tune and core must know. The service fills it from its settings; tests start from `defaultPolicy`.
import type * as wire from "@muster/contract";
import type { HostStage } from "./model/host.ts";
import { hour, type Instant, minute } from "./model/instant.ts";

export type RoleRequirements = Readonly<{
  cpuCores: number;
  ramMib: number;
  diskSizeGb: number;
  diskSpeedThresholdMs: number;
  /** null: not checked for this role. */
  networkLatencyThresholdMs: number | null;
  packetLossPercentage: number | null;
}>;

export type RequirementRole = "master" | "arbiter" | "worker" | "sno" | "edgeWorker";

export type VersionedRequirements = Readonly<{
  /** "default" or a version. */
  version: string;
  matchType: "exact" | "min_version";
  roles: Readonly<Partial<Record<RequirementRole, Partial<RoleRequirements>>>>;
}>;

export type OperatorPolicy = Readonly<{
  odf: Readonly<{
    minDiskSizeGb: number;
    minDisks: number;
    minHosts: number;
    perDiskCpu: number;
    perDiskRamGib: number;
    cpuCompact: number;
    cpuStandard: number;
    ramGibCompact: number;
    ramGibStandard: number;
  }>;
  cnv: Readonly<{
    supportedGpus: readonly string[];
    supportedSriovNics: readonly string[];
    snoInstallHpp: boolean;
    snoHppPoolGib: number;
  }>;
  lvm: Readonly<{ cpu: number; ramMib: number; ramMibBefore416: number; ramMibBefore413: number }>;
  mtv: Readonly<{ cpu: number; ramMib: number }>;
  osc: Readonly<{ cpu: number; ramMib: number }>;
  openshiftAi: Readonly<{ minWorkers: number; minWorkerCpu: number; minWorkerRamGib: number }>;
  nvidia: Readonly<{ requireGpu: boolean; supportedVendors: readonly string[] }>;
  amd: Readonly<{ requireGpu: boolean; supportedVendors: readonly string[] }>;
}>;

export type Policy = Readonly<{
  hardwareRequirements: readonly VersionedRequirements[];
  edgeWorkerProducts: readonly string[];
  operators: OperatorPolicy;
  disabledHostValidations: readonly string[];
  disabledClusterValidations: readonly string[];
  disabledSteps: readonly wire.StepType[];
  softTimeouts: boolean;
  /** Clocks of hosts may differ by this much. */
  maxClockDifference: Instant;
  maxDisconnection: Instant;
  /** Bootstrap hosts get this much longer while they install. */
  bootstrapExtraDisconnection: Instant;
  installingWithoutProgress: Instant;
  stageTimeouts: Readonly<Partial<Record<HostStage, Instant>>>;
  otherStageTimeout: Instant;
  reclaimTimeout: Instant;
  hostPendingUserActionTimeout: Instant;
  hostPreparationTimeout: Instant;
  clusterPreparationTimeout: Instant;
  diskCheckTimeout: Instant;
  imageAvailabilityTimeout: Instant;
  installationTimeout: Instant;
  finalizingTimeout: Instant;
  finalizingStageTimeouts: Readonly<Partial<Record<wire.FinalizingStage, Instant>>>;
  finalizingStageSoftTimeouts: Readonly<Partial<Record<wire.FinalizingStage, Instant>>>;
  otherFinalizingStageTimeout: Instant;
  hostLogTimeouts: Readonly<{ collection: Instant; pending: Instant }>;
  clusterLogTimeouts: Readonly<{ collection: Instant; pending: Instant }>;
  vipDhcpTimeout: Instant;
  /** What a cluster gets that names no networks of a family (CLUSTER_NETWORK_CIDR and its kin). */
  networkDefaults: Readonly<
    Record<
      "IPv4" | "IPv6",
      Readonly<{ clusterNetwork: Readonly<{ cidr: string; hostPrefix: number }>; serviceNetwork: string }>
    >
  >;
  /** The time servers that a cluster or infra-env gets beside its own when it names none (NTP_DEFAULT_SERVER). */
  defaultNtpSource: string;
  /** The image an infra-env gets that asks for none (ISO_IMAGE_TYPE). */
  imageType: wire.ImageType;
  /** Empty: any. */
  bootstrapHostMac: string;
  tnaClusters: boolean;
  tnfClusters: boolean;
  diskEncryption: boolean;
  agentInventoryMaxSize: number;
  agentInventoryDiskMinSize: number;
  agentImage: string;
  installerImage: string;
  controllerImage: string;
  upgradeAgent: boolean;
  skipMcoReboot: boolean;
  checkClusterVersion: boolean;
  /** In kube mode reboots are not counted and free addresses are not scanned. */
  kubeApi: boolean;
  serviceBaseUrl: string;
  imageServiceBaseUrl: string;
  /** `{"4.16-x86_64": {"ocp": "image", "odf": "image"}}` */
  mustGatherImages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}>;

const master: RoleRequirements = {
  cpuCores: 4,
  ramMib: 16_384,
  diskSizeGb: 100,
  diskSpeedThresholdMs: 10,
  networkLatencyThresholdMs: 100,
  packetLossPercentage: 0,
};

/** The defaults of reference service §3.6, §4.4, §7.5 and §9.7. */
export const defaultPolicy: Policy = {
  hardwareRequirements: [
    {
      version: "default",
      matchType: "exact",
      roles: {
        master,
        arbiter: { ...master, cpuCores: 2, ramMib: 8_192, diskSizeGb: 50, networkLatencyThresholdMs: 1_000 },
        worker: { ...master, cpuCores: 2, ramMib: 8_192, networkLatencyThresholdMs: 1_000, packetLossPercentage: 10 },
        sno: { ...master, cpuCores: 8, networkLatencyThresholdMs: null, packetLossPercentage: null },
        edgeWorker: {
          ...master,
          cpuCores: 2,
          ramMib: 8_192,
          diskSizeGb: 15,
          networkLatencyThresholdMs: null,
          packetLossPercentage: null,
        },
      },
    },
    { version: "4.22", matchType: "min_version", roles: { sno: { cpuCores: 4 } } },
  ],
  edgeWorkerProducts: ["BlueField SoC"],
  operators: {
    odf: {
      minDiskSizeGb: 25,
      minDisks: 3,
      minHosts: 3,
      perDiskCpu: 2,
      perDiskRamGib: 5,
      cpuCompact: 6,
      cpuStandard: 8,
      ramGibCompact: 19,
      ramGibStandard: 19,
    },
    cnv: {
      supportedGpus: ["10de:1db6", "10de:1eb8"],
      supportedSriovNics: ["8086:158b", "15b3:1015", "15b3:1017", "15b3:1013", "15b3:101b"],
      snoInstallHpp: true,
      snoHppPoolGib: 50,
    },
    lvm: { cpu: 1, ramMib: 100, ramMibBefore416: 400, ramMibBefore413: 1_200 },
    mtv: { cpu: 1, ramMib: 1_024 },
    osc: { cpu: 1, ramMib: 1_024 },
    openshiftAi: { minWorkers: 2, minWorkerCpu: 8, minWorkerRamGib: 32 },
    nvidia: { requireGpu: true, supportedVendors: ["10de"] },
    amd: { requireGpu: true, supportedVendors: ["1002"] },
  },
  disabledHostValidations: [],
  disabledClusterValidations: [],
  disabledSteps: [],
  softTimeouts: false,
  maxClockDifference: 4 * minute,
  maxDisconnection: 3 * minute,
  bootstrapExtraDisconnection: 2 * minute,
  installingWithoutProgress: 20 * minute,
  stageTimeouts: {
    "Starting installation": 30 * minute,
    Installing: 60 * minute,
    "Waiting for control plane": 60 * minute,
    "Waiting for controller": 60 * minute,
    "Waiting for bootkube": 60 * minute,
    Joined: 60 * minute,
    Configuring: 60 * minute,
    "Writing image to disk": 30 * minute,
    "Copying registry data to disk": 90 * minute,
    Rebooting: 40 * minute,
    "Waiting for ignition": 24 * hour,
  },
  otherStageTimeout: 60 * minute,
  reclaimTimeout: 60 * minute,
  hostPendingUserActionTimeout: 60 * minute,
  hostPreparationTimeout: 17 * minute,
  clusterPreparationTimeout: 18 * minute,
  diskCheckTimeout: 8 * minute,
  imageAvailabilityTimeout: 16 * minute,
  installationTimeout: 24 * hour,
  finalizingTimeout: 5 * hour,
  finalizingStageTimeouts: {
    "Waiting for cluster operators": 10 * hour,
    "Applying olm manifests": 10 * minute,
    "Waiting for OLM operator setup jobs": 10 * minute,
  },
  finalizingStageSoftTimeouts: { "Waiting for cluster operators": 70 * minute },
  otherFinalizingStageTimeout: 70 * minute,
  hostLogTimeouts: { collection: 10 * minute, pending: 2 * minute },
  clusterLogTimeouts: { collection: 60 * minute, pending: 10 * minute },
  vipDhcpTimeout: 2 * minute,
  networkDefaults: {
    IPv4: { clusterNetwork: { cidr: "10.128.0.0/14", hostPrefix: 23 }, serviceNetwork: "172.30.0.0/16" },
    IPv6: { clusterNetwork: { cidr: "fd01::/48", hostPrefix: 64 }, serviceNetwork: "fd02::/112" },
  },
  defaultNtpSource: "",
  imageType: "full-iso",
  bootstrapHostMac: "",
  tnaClusters: true,
  tnfClusters: false,
  diskEncryption: true,
  agentInventoryMaxSize: 0,
  agentInventoryDiskMinSize: 0,
  agentImage: "quay.io/edge-infrastructure/assisted-installer-agent:latest",
  installerImage: "quay.io/edge-infrastructure/assisted-installer:latest",
  controllerImage: "quay.io/edge-infrastructure/assisted-installer-controller:latest",
  upgradeAgent: true,
  skipMcoReboot: true,
  checkClusterVersion: false,
  kubeApi: false,
  serviceBaseUrl: "",
  imageServiceBaseUrl: "",
  mustGatherImages: {},
};
