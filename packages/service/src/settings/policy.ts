// What core needs to know of the settings.
import {
  type FromWire,
  fromWire,
  type VersionedClusterHostRequirementsDetails,
  VersionedHostRequirements,
} from "@muster/contract";
import {
  defaultPolicy,
  minute,
  type Policy,
  type RequirementRole,
  type RoleRequirements,
  type VersionedRequirements,
} from "@muster/core";
import type { Settings } from "./schema.ts";

export function policyFrom(settings: Settings): Policy {
  return {
    ...defaultPolicy,
    hardwareRequirements: requirementsFrom(settings.HW_VALIDATOR_REQUIREMENTS),
    edgeWorkerProducts: settings.EDGE_WORKERS_PRODUCT_NAMES,
    operators: operatorsFrom(settings),
    disabledHostValidations: settings.DISABLED_HOST_VALIDATIONS,
    disabledClusterValidations: settings.DISABLED_CLUSTER_VALIDATIONS,
    disabledSteps: settings.DISABLED_STEPS,
    softTimeouts: settings.ENABLE_SOFT_TIMEOUTS,
    maxClockDifference: settings.HW_VALIDATOR_MAX_TIME_DIFF_MINUTES * minute,
    maxDisconnection: settings.HOST_MAX_DISCONNECTION_TIME,
    stageTimeouts: hostStageTimeouts(settings),
    hostPendingUserActionTimeout: settings.HOST_INSTALLING_PENDING_USER_ACTION_TIMEOUT,
    // Preparing includes fetching images, so it may never be the shorter of the two (reference service 3.6).
    hostPreparationTimeout: Math.max(
      settings.PREPARE_FOR_INSTALLATION_HOST_TIMEOUT,
      settings.IMAGE_AVAILABILITY_TIMEOUT + minute,
    ),
    clusterPreparationTimeout: Math.max(
      settings.PREPARE_FOR_INSTALLATION_TIMEOUT,
      settings.IMAGE_AVAILABILITY_TIMEOUT + 2 * minute,
    ),
    diskCheckTimeout: settings.DISK_CHECK_TIMEOUT,
    imageAvailabilityTimeout: settings.IMAGE_AVAILABILITY_TIMEOUT,
    installationTimeout: settings.INSTALLATION_TIMEOUT,
    finalizingTimeout: settings.FINALIZING_TIMEOUT,
    finalizingStageTimeouts: finalizingStageTimeouts(settings),
    hostLogTimeouts: { collection: settings.HOST_LOG_COLLECTION_TIMEOUT, pending: settings.HOST_LOG_PENDING_TIMEOUT },
    clusterLogTimeouts: { collection: settings.LOG_COLLECTION_TIMEOUT, pending: settings.LOG_PENDING_TIMEOUT },
    networkDefaults: {
      IPv4: {
        clusterNetwork: { cidr: settings.CLUSTER_NETWORK_CIDR, hostPrefix: settings.CLUSTER_NETWORK_HOST_PREFIX },
        serviceNetwork: settings.SERVICE_NETWORK_CIDR,
      },
      IPv6: {
        clusterNetwork: {
          cidr: settings.CLUSTER_NETWORK_CIDR_IPV6,
          hostPrefix: settings.CLUSTER_NETWORK_HOST_PREFIX_IPV6,
        },
        serviceNetwork: settings.SERVICE_NETWORK_CIDR_IPV6,
      },
    },
    defaultNtpSource: settings.NTP_DEFAULT_SERVER ?? "",
    imageType: settings.ISO_IMAGE_TYPE,
    bootstrapHostMac: settings.BOOTSTRAP_HOST_MAC ?? "",
    tnaClusters: settings.TNA_CLUSTERS_SUPPORT,
    tnfClusters: settings.TNF_CLUSTERS_SUPPORT,
    diskEncryption: settings.DISK_ENCRYPTION_SUPPORT,
    agentInventoryMaxSize: settings.AGENT_INVENTORY_MAX_SIZE,
    agentInventoryDiskMinSize: settings.AGENT_INVENTORY_DISK_MIN_SIZE,
    agentImage: settings.AGENT_DOCKER_IMAGE,
    installerImage: settings.INSTALLER_IMAGE,
    controllerImage: settings.CONTROLLER_IMAGE,
    upgradeAgent: settings.ENABLE_UPGRADE_AGENT,
    skipMcoReboot: settings.ENABLE_SKIP_MCO_REBOOT,
    checkClusterVersion: settings.CHECK_CLUSTER_VERSION,
    kubeApi: settings.ENABLE_KUBE_API,
    serviceBaseUrl: settings.SERVICE_BASE_URL ?? "",
    imageServiceBaseUrl: settings.IMAGE_SERVICE_BASE_URL ?? "",
    mustGatherImages: settings.MUST_GATHER_IMAGES ?? {},
  };
}

function hostStageTimeouts(settings: Settings): Policy["stageTimeouts"] {
  return {
    "Starting installation": settings.HOST_STAGE_STARTING_INSTALLATION_TIMEOUT,
    "Waiting for control plane": settings.HOST_STAGE_WAITING_FOR_CONTROL_PLANE_TIMEOUT,
    "Waiting for bootkube": settings.HOST_STAGE_WAITING_FOR_BOOTKUBE_TIMEOUT,
    "Waiting for controller": settings.HOST_STAGE_WAITING_FOR_CONTROLLER_TIMEOUT,
    Installing: settings.HOST_STAGE_INSTALLING_TIMEOUT,
    "Writing image to disk": settings.HOST_STAGE_WRITING_IMAGE_TO_DISK_TIMEOUT,
    "Copying registry data to disk": settings.HOST_STAGE_COPYING_REGISTRY_DATA_TO_DISK_TIMEOUT,
    Rebooting: settings.HOST_STAGE_REBOOTING_TIMEOUT,
    "Waiting for ignition": settings.HOST_STAGE_WAITING_FOR_IGNITION_TIMEOUT,
    Configuring: settings.HOST_STAGE_CONFIGURING_TIMEOUT,
    Joined: settings.HOST_STAGE_JOINED_TIMEOUT,
  };
}

function finalizingStageTimeouts(settings: Settings): Policy["finalizingStageTimeouts"] {
  return given({
    "Waiting for cluster operators": settings.FINALIZING_STAGE_WAITING_FOR_CLUSTER_OPERATORS_TIMEOUT,
    "Adding router ca": settings.FINALIZING_STAGE_ADDING_ROUTER_CA_TIMEOUT,
    "Applying olm manifests": settings.FINALIZING_STAGE_APPLYING_OLM_MANIFESTS_TIMEOUT,
    "Waiting for olm operators csv initialization":
      settings.FINALIZING_STAGE_WAITING_FOR_OLM_OPERATORS_CSV_INITIALIZATION_TIMEOUT,
    "Waiting for olm operators csv": settings.FINALIZING_STAGE_WAITING_FOR_OLM_OPERATORS_CSV_TIMEOUT,
    "Waiting for OLM operator setup jobs": settings.FINALIZING_STAGE_WAITING_FOR_OLM_OPERATOR_SETUP_JOBS_TIMEOUT,
  });
}

function operatorsFrom(settings: Settings): Policy["operators"] {
  const lvmRam = settings.LVM_MEMORY_PER_HOST_MIB;
  return {
    odf: {
      minDiskSizeGb: settings.ODF_MIN_DISK_SIZE_GB,
      minDisks: settings.ODF_NUM_MINIMUM_DISK,
      minHosts: settings.ODF_NUM_MINIMUM_HOST,
      perDiskCpu: settings.ODF_PER_DISK_CPU_COUNT,
      perDiskRamGib: settings.ODF_PER_DISK_RAM_GIB,
      cpuCompact: settings.ODF_PER_HOST_CPU_COMPACT_MODE,
      cpuStandard: settings.ODF_PER_HOST_CPU_STANDARD_MODE,
      ramGibCompact: settings.ODF_PER_HOST_MEMORY_GIB_COMPACT_MODE,
      ramGibStandard: settings.ODF_PER_HOST_MEMORY_GIB_STANDARD_MODE,
    },
    cnv: {
      supportedGpus: settings.CNV_SUPPORTED_GPUS,
      supportedSriovNics: settings.CNV_SUPPORTED_SRIOV_NICS,
      snoInstallHpp: settings.CNV_SNO_INSTALL_HPP,
      snoHppPoolGib: settings.CNV_SNO_POOL_SIZE_REQUEST_HPP_GIB,
    },
    lvm: {
      ...defaultPolicy.operators.lvm,
      cpu: settings.LVM_CPU_PER_HOST,
      ...(lvmRam === undefined ? {} : { ramMib: lvmRam, ramMibBefore416: lvmRam, ramMibBefore413: lvmRam }),
    },
    mtv: { cpu: settings.MTV_CPU_PER_HOST, ramMib: settings.MTV_MEMORY_PER_HOST_MIB },
    osc: { cpu: settings.Osc_CPU_PER_HOST, ramMib: settings.Osc_MEMORY_PER_HOST_MIB },
    openshiftAi: {
      minWorkers: settings.OPENSHIFT_AI_MIN_WORKER_NODES,
      minWorkerCpu: settings.OPENSHIFT_AI_MIN_WORKER_CPU_CORES,
      minWorkerRamGib: settings.OPENSHIFT_AI_MIN_WORKER_MEMORY_GIB,
    },
    nvidia: { requireGpu: settings.NVIDIA_REQUIRE_GPU, supportedVendors: settings.NVIDIA_SUPPORTED_GPUS },
    amd: { requireGpu: settings.AMD_REQUIRE_GPU, supportedVendors: settings.AMD_SUPPORTED_GPUS },
  };
}

/**
 * A given list takes the place of the built-in one; only figures that its default entry leaves out stay. Built-in rules
 * for single versions go, or they would undo what the person asked for.
 */
function requirementsFrom(list: Settings["HW_VALIDATOR_REQUIREMENTS"]): Policy["hardwareRequirements"] {
  if (list.length === 0) return defaultPolicy.hardwareRequirements;
  const entries = list.map((entry) => versionedRequirements(fromWire(VersionedHostRequirements, entry)));
  const builtIn = defaultPolicy.hardwareRequirements.find(({ version }) => version === "default");
  const asked = entries.find(({ version }) => version === "default");
  const roles: Partial<Record<RequirementRole, Partial<RoleRequirements>>> = { ...builtIn?.roles };
  for (const role of requirementRoles) {
    const figures = { ...roles[role], ...asked?.roles[role] };
    roles[role] = figures;
  }
  return [{ version: "default", matchType: "exact", roles }, ...entries.filter(({ version }) => version !== "default")];
}

const requirementRoles: readonly RequirementRole[] = ["master", "arbiter", "worker", "sno", "edgeWorker"];

function versionedRequirements(entry: FromWire<typeof VersionedHostRequirements>): VersionedRequirements {
  const roles: Partial<Record<RequirementRole, Partial<RoleRequirements>>> = {};
  for (const role of requirementRoles) {
    const details = entry[role];
    if (details !== undefined) roles[role] = roleRequirements(details);
  }
  return { version: entry.version ?? "default", matchType: entry.matchType ?? "exact", roles };
}

function roleRequirements(
  details: FromWire<typeof VersionedClusterHostRequirementsDetails>,
): Partial<RoleRequirements> {
  const { installationDiskSpeedThresholdMs, ...figures } = details;
  return installationDiskSpeedThresholdMs === undefined
    ? figures
    : { ...figures, diskSpeedThresholdMs: installationDiskSpeedThresholdMs };
}

/** Leaves out what is undefined. */
function given<Key extends string>(values: Record<Key, number | undefined>): Partial<Record<Key, number>> {
  const kept: Partial<Record<Key, number>> = {};
  for (const key in values) {
    const value = values[key];
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}
