import { type Static, Type } from "typebox";
import { Enumeration, MapOf, Model, named } from "../schema.ts";

export const SupportLevel = named(
  "support-level",
  Enumeration(["supported", "unsupported", "tech-preview", "dev-preview", "unavailable"]),
);
export type SupportLevel = Static<typeof SupportLevel>;

export const SupportLevels = named("support-levels", MapOf(SupportLevel));
export type SupportLevels = Static<typeof SupportLevels>;

export const FeatureSupportLevelId = named(
  "feature-support-level-id",
  Enumeration([
    "SNO",
    "TNA",
    "TNF",
    "VIP_AUTO_ALLOC",
    "CUSTOM_MANIFEST",
    "SINGLE_NODE_EXPANSION",
    "LVM",
    "ODF",
    "LSO",
    "CNV",
    "MCE",
    "MTV",
    "OSC",
    "NUTANIX_INTEGRATION",
    "BAREMETAL_PLATFORM",
    "NONE_PLATFORM",
    "VSPHERE_INTEGRATION",
    "DUAL_STACK_VIPS",
    "CLUSTER_MANAGED_NETWORKING",
    "USER_MANAGED_NETWORKING",
    "MINIMAL_ISO",
    "FULL_ISO",
    "EXTERNAL_PLATFORM_OCI",
    "DUAL_STACK",
    "PLATFORM_MANAGED_NETWORKING",
    "EXTERNAL_PLATFORM",
    "OVN_NETWORK_TYPE",
    "SDN_NETWORK_TYPE",
    "CILIUM_NETWORK_TYPE",
    "CALICO_NETWORK_TYPE",
    "CISCO_ACI_NETWORK_TYPE",
    "NONE_NETWORK_TYPE",
    "NODE_FEATURE_DISCOVERY",
    "NVIDIA_GPU",
    "PIPELINES",
    "SERVICEMESH",
    "SERVERLESS",
    "OPENSHIFT_AI",
    "NON_STANDARD_HA_CONTROL_PLANE",
    "AUTHORINO",
    "USER_MANAGED_LOAD_BALANCER",
    "NMSTATE",
    "AMD_GPU",
    "KMM",
    "NODE_HEALTHCHECK",
    "SELF_NODE_REMEDIATION",
    "FENCE_AGENTS_REMEDIATION",
    "NODE_MAINTENANCE",
    "KUBE_DESCHEDULER",
    "CLUSTER_OBSERVABILITY",
    "NUMA_RESOURCES",
    "OADP",
    "METALLB",
    "DUAL_STACK_PRIMARY_IPV6",
    "LOKI",
    "OPENSHIFT_LOGGING",
  ]),
);
export type FeatureSupportLevelId = Static<typeof FeatureSupportLevelId>;

export const ArchitectureSupportLevelId = named(
  "architecture-support-level-id",
  Enumeration([
    "X86_64_ARCHITECTURE",
    "ARM64_ARCHITECTURE",
    "PPC64LE_ARCHITECTURE",
    "S390X_ARCHITECTURE",
    "MULTIARCH_RELEASE_IMAGE",
  ]),
);
export type ArchitectureSupportLevelId = Static<typeof ArchitectureSupportLevelId>;

export const IncompatibilityReason = named(
  "incompatibility-reason",
  Enumeration(["cpuArchitecture", "platform", "openshiftVersion", "ociExternalIntegrationDisabled"]),
);
export type IncompatibilityReason = Static<typeof IncompatibilityReason>;

export const Feature = Model("feature", {
  "feature-support-level-id": FeatureSupportLevelId,
  support_level: SupportLevel,
  reason: Type.Optional(IncompatibilityReason),
  incompatibilities: Type.Array(FeatureSupportLevelId),
});
export type Feature = Static<typeof Feature>;

export const Operator = Model("operator", {
  ...Feature.properties,
  name: Type.String(),
  dependencies: Type.Array(FeatureSupportLevelId),
});
export type Operator = Static<typeof Operator>;

export const Usage = Model("usage", {
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  data: Type.Optional(MapOf(Type.Unknown())),
});
export type Usage = Static<typeof Usage>;
