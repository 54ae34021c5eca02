// Every feature of reference service 9.3: where it works, how well, and what it cannot be combined with.
import { isMinor } from "../version.ts";
import { type FeatureId, type FeatureRule, isOci, judge, type SupportContext } from "./feature.ts";
import { asFor, before, byArchitecture, from, notOn, notOnOci, onlyOn, onPlatformFrom } from "./limits.ts";

const beforePlatformChoice = ({ platform }: SupportContext) => platform === null;
const notX86 = ["ARM64_ARCHITECTURE", "PPC64LE_ARCHITECTURE", "S390X_ARCHITECTURE"] as const;
const mainframeAndPower = ["S390X_ARCHITECTURE", "PPC64LE_ARCHITECTURE"] as const;

const singleNode: FeatureRule = {
  id: "SNO",
  title: "Single node",
  limits: [byArchitecture, notOn("nutanix", "vsphere")],
  level: ({ version, architecture }) =>
    (architecture === "s390x" || architecture === "ppc64le") && isMinor(version, "4.13") ? "dev-preview" : "supported",
  incompatibleWith: [
    "ODF",
    "NUTANIX_INTEGRATION",
    "VSPHERE_INTEGRATION",
    "CLUSTER_MANAGED_NETWORKING",
    "VIP_AUTO_ALLOC",
    "USER_MANAGED_LOAD_BALANCER",
    "NODE_HEALTHCHECK",
    "SELF_NODE_REMEDIATION",
    "FENCE_AGENTS_REMEDIATION",
    "NODE_MAINTENANCE",
    "KUBE_DESCHEDULER",
    { id: "DUAL_STACK_PRIMARY_IPV6", before: "4.19" },
  ],
  incompatibleArchitectures: [
    { id: "S390X_ARCHITECTURE", before: "4.13" },
    { id: "PPC64LE_ARCHITECTURE", before: "4.13" },
  ],
};

const topologies: readonly FeatureRule[] = [
  singleNode,
  {
    id: "TNA",
    title: "Two control plane nodes with an arbiter",
    limits: [onlyOn("baremetal", "none"), onPlatformFrom("none", "4.22"), from("4.19")],
    level: ({ version }) => (isMinor(version, "4.19") ? "tech-preview" : "supported"),
    incompatibleWith: [
      "NUTANIX_INTEGRATION",
      "VSPHERE_INTEGRATION",
      "EXTERNAL_PLATFORM",
      "EXTERNAL_PLATFORM_OCI",
      { id: "NONE_PLATFORM", before: "4.22" },
    ],
  },
  {
    id: "TNF",
    title: "Two control plane nodes with fencing",
    limits: [onlyOn("baremetal", "none"), from("4.20")],
    level: ({ version }) => (isMinor(version, "4.20") || isMinor(version, "4.21") ? "tech-preview" : "supported"),
    incompatibleWith: ["NUTANIX_INTEGRATION", "VSPHERE_INTEGRATION", "EXTERNAL_PLATFORM", "EXTERNAL_PLATFORM_OCI"],
  },
  {
    id: "NON_STANDARD_HA_CONTROL_PLANE",
    title: "Four or five control plane nodes",
    limits: [from("4.18"), onlyOn("baremetal", "none", "external")],
    incompatibleWith: ["NUTANIX_INTEGRATION", "VSPHERE_INTEGRATION"],
    incompatibleArchitectures: [...notX86, "MULTIARCH_RELEASE_IMAGE"],
  },
  {
    id: "SINGLE_NODE_EXPANSION",
    title: "Hosts added to a single node",
    limits: [from("4.11"), asFor(singleNode)],
    level: (context) => judge(singleNode, context)?.level ?? "supported",
  },
];

const images: readonly FeatureRule[] = [
  { id: "CUSTOM_MANIFEST", title: "Custom manifests" },
  {
    id: "MINIMAL_ISO",
    title: "Minimal ISO",
    limits: [byArchitecture],
    incompatibleArchitectures: ["S390X_ARCHITECTURE"],
  },
  {
    id: "FULL_ISO",
    title: "Full ISO",
    limits: [(context) => (isOci(context) ? { level: "unavailable", reason: "ociExternalIntegrationDisabled" } : null)],
    incompatibleWith: ["EXTERNAL_PLATFORM_OCI"],
  },
];

const networking: readonly FeatureRule[] = [
  {
    id: "VIP_AUTO_ALLOC",
    title: "Virtual IPs from DHCP",
    limits: [notOn("external"), before("4.15")],
    level: "dev-preview",
    incompatibleWith: [
      "SNO",
      "EXTERNAL_PLATFORM_OCI",
      "NONE_PLATFORM",
      "EXTERNAL_PLATFORM",
      "USER_MANAGED_LOAD_BALANCER",
    ],
  },
  {
    id: "CLUSTER_MANAGED_NETWORKING",
    title: "Cluster-managed networking",
    limits: [byArchitecture, notOn("external")],
    incompatibleWith: ["SNO", "USER_MANAGED_NETWORKING", "EXTERNAL_PLATFORM_OCI", "NONE_PLATFORM", "EXTERNAL_PLATFORM"],
    incompatibleArchitectures: [...mainframeAndPower, { id: "ARM64_ARCHITECTURE", before: "4.11" }],
  },
  {
    id: "DUAL_STACK",
    title: "Dual stack",
    incompatibleWith: ["USER_MANAGED_LOAD_BALANCER", { id: "VSPHERE_INTEGRATION", before: "4.13" }],
  },
  {
    id: "DUAL_STACK_VIPS",
    title: "Dual-stack virtual IPs",
    limits: [from("4.12"), notOnOci],
    incompatibleWith: ["EXTERNAL_PLATFORM_OCI", "USER_MANAGED_LOAD_BALANCER"],
  },
  {
    id: "USER_MANAGED_NETWORKING",
    title: "User-managed networking",
    limits: [notOn("nutanix")],
    incompatibleWith: [
      "CLUSTER_MANAGED_NETWORKING",
      "NUTANIX_INTEGRATION",
      "BAREMETAL_PLATFORM",
      "USER_MANAGED_LOAD_BALANCER",
    ],
  },
  {
    id: "PLATFORM_MANAGED_NETWORKING",
    title: "Platform-managed networking",
    applies: ({ platform }) => platform !== null,
    limits: [
      ({ platform }) =>
        platform === "external" || platform === "none" ? null : { level: "unsupported", reason: "platform" },
    ],
    incompatibleWith: ["BAREMETAL_PLATFORM", "VSPHERE_INTEGRATION", "NUTANIX_INTEGRATION"],
  },
  {
    id: "USER_MANAGED_LOAD_BALANCER",
    title: "User-managed load balancer",
    limits: [from("4.16")],
    incompatibleWith: [
      "EXTERNAL_PLATFORM",
      "EXTERNAL_PLATFORM_OCI",
      "NONE_PLATFORM",
      "NUTANIX_INTEGRATION",
      "USER_MANAGED_NETWORKING",
      "VIP_AUTO_ALLOC",
      "DUAL_STACK",
      "DUAL_STACK_VIPS",
      "SNO",
      "DUAL_STACK_PRIMARY_IPV6",
    ],
  },
  {
    id: "DUAL_STACK_PRIMARY_IPV6",
    title: "Dual stack with IPv6 first",
    limits: [notOn("nutanix", "vsphere", "external"), from("4.12")],
    level: "tech-preview",
    incompatibleWith: [
      "USER_MANAGED_LOAD_BALANCER",
      "EXTERNAL_PLATFORM",
      "EXTERNAL_PLATFORM_OCI",
      "NUTANIX_INTEGRATION",
      "VSPHERE_INTEGRATION",
      { id: "SNO", before: "4.19" },
    ],
  },
];

const networkTypeIds = [
  "OVN_NETWORK_TYPE",
  "SDN_NETWORK_TYPE",
  "CILIUM_NETWORK_TYPE",
  "CALICO_NETWORK_TYPE",
  "CISCO_ACI_NETWORK_TYPE",
  "NONE_NETWORK_TYPE",
] as const satisfies readonly FeatureId[];

/** A cluster has one network type: each excludes all others. */
const networkType = (id: (typeof networkTypeIds)[number], title: string): FeatureRule => ({
  id,
  title,
  incompatibleWith: networkTypeIds.filter((other) => other !== id),
});

const networkTypes: readonly FeatureRule[] = [
  { ...networkType("SDN_NETWORK_TYPE", "OpenShift SDN"), limits: [before("4.15")] },
  networkType("OVN_NETWORK_TYPE", "OVN-Kubernetes"),
  networkType("CILIUM_NETWORK_TYPE", "Cilium"),
  networkType("CALICO_NETWORK_TYPE", "Calico"),
  networkType("CISCO_ACI_NETWORK_TYPE", "Cisco ACI"),
  networkType("NONE_NETWORK_TYPE", "No network plug-in"),
];

const platforms: readonly FeatureRule[] = [
  {
    id: "BAREMETAL_PLATFORM",
    title: "Platform baremetal",
    applies: beforePlatformChoice,
    incompatibleWith: ["PLATFORM_MANAGED_NETWORKING", "USER_MANAGED_NETWORKING"],
  },
  {
    id: "NONE_PLATFORM",
    title: "Platform none",
    applies: beforePlatformChoice,
    incompatibleWith: [
      "VIP_AUTO_ALLOC",
      "CLUSTER_MANAGED_NETWORKING",
      "USER_MANAGED_LOAD_BALANCER",
      { id: "TNA", before: "4.22" },
    ],
  },
  {
    id: "NUTANIX_INTEGRATION",
    title: "Platform nutanix",
    applies: beforePlatformChoice,
    limits: [byArchitecture, from("4.11")],
    level: ({ version }) => (isMinor(version, "4.11") ? "dev-preview" : "supported"),
    incompatibleWith: [
      "SNO",
      "TNA",
      "TNF",
      "USER_MANAGED_NETWORKING",
      "LVM",
      "MCE",
      "CNV",
      "PLATFORM_MANAGED_NETWORKING",
      "MTV",
      "NON_STANDARD_HA_CONTROL_PLANE",
      "USER_MANAGED_LOAD_BALANCER",
      "OSC",
      "NMSTATE",
      "DUAL_STACK_PRIMARY_IPV6",
    ],
    incompatibleArchitectures: notX86,
  },
  {
    id: "VSPHERE_INTEGRATION",
    title: "Platform vsphere",
    applies: beforePlatformChoice,
    limits: [byArchitecture],
    incompatibleWith: [
      "SNO",
      "TNA",
      "TNF",
      "LVM",
      "PLATFORM_MANAGED_NETWORKING",
      "CNV",
      "MTV",
      "NON_STANDARD_HA_CONTROL_PLANE",
      "OSC",
      "DUAL_STACK_PRIMARY_IPV6",
      { id: "DUAL_STACK", before: "4.13" },
    ],
    incompatibleArchitectures: mainframeAndPower,
  },
  {
    id: "EXTERNAL_PLATFORM_OCI",
    title: "Platform external on Oracle Cloud",
    applies: beforePlatformChoice,
    limits: [byArchitecture, from("4.14")],
    incompatibleWith: [
      "TNA",
      "TNF",
      "CLUSTER_MANAGED_NETWORKING",
      "VIP_AUTO_ALLOC",
      "DUAL_STACK_VIPS",
      "FULL_ISO",
      "USER_MANAGED_LOAD_BALANCER",
      "NMSTATE",
      "ODF",
      "OPENSHIFT_AI",
      "DUAL_STACK_PRIMARY_IPV6",
    ],
    incompatibleArchitectures: mainframeAndPower,
  },
  {
    id: "EXTERNAL_PLATFORM",
    title: "Platform external",
    applies: beforePlatformChoice,
    limits: [from("4.14")],
    incompatibleWith: [
      "TNA",
      "TNF",
      "CLUSTER_MANAGED_NETWORKING",
      "VIP_AUTO_ALLOC",
      "USER_MANAGED_LOAD_BALANCER",
      "NMSTATE",
      "DUAL_STACK_PRIMARY_IPV6",
    ],
  },
];

const operators: readonly FeatureRule[] = [
  {
    id: "LVM",
    title: "LVM Storage",
    limits: [byArchitecture, from("4.11"), notOn("vsphere", "nutanix")],
    level: ({ version }) => (isMinor(version, "4.11") ? "dev-preview" : "supported"),
    incompatibleWith: [
      "NUTANIX_INTEGRATION",
      "VSPHERE_INTEGRATION",
      "ODF",
      { id: "VIP_AUTO_ALLOC", before: "4.15" },
      { id: "CLUSTER_MANAGED_NETWORKING", before: "4.15" },
    ],
    incompatibleArchitectures: mainframeAndPower,
  },
  {
    id: "ODF",
    title: "OpenShift Data Foundation",
    limits: [byArchitecture, notOnOci],
    incompatibleWith: ["SNO", "LVM", "EXTERNAL_PLATFORM_OCI"],
    incompatibleArchitectures: ["ARM64_ARCHITECTURE"],
  },
  {
    id: "CNV",
    title: "OpenShift Virtualization",
    limits: [byArchitecture, notOn("nutanix", "vsphere")],
    level: ({ architecture }) => (architecture === "arm64" || architecture === "aarch64" ? "dev-preview" : "supported"),
    incompatibleWith: ["NUTANIX_INTEGRATION", "VSPHERE_INTEGRATION"],
    incompatibleArchitectures: [...mainframeAndPower, { id: "ARM64_ARCHITECTURE", before: "4.14" }],
  },
  {
    id: "LSO",
    title: "Local Storage Operator",
    limits: [byArchitecture],
    incompatibleArchitectures: ["ARM64_ARCHITECTURE"],
  },
  {
    id: "MCE",
    title: "Multicluster engine",
    limits: [from("4.10"), notOn("nutanix")],
    incompatibleWith: ["NUTANIX_INTEGRATION"],
  },
  {
    id: "MTV",
    title: "Migration Toolkit for Virtualization",
    limits: [byArchitecture, notOn("vsphere", "nutanix"), from("4.14")],
    incompatibleWith: ["NUTANIX_INTEGRATION", "VSPHERE_INTEGRATION"],
    incompatibleArchitectures: notX86,
  },
  {
    id: "NODE_FEATURE_DISCOVERY",
    title: "Node Feature Discovery",
    limits: [byArchitecture, from("4.6")],
    level: "dev-preview",
    incompatibleArchitectures: mainframeAndPower,
  },
  {
    id: "NVIDIA_GPU",
    title: "NVIDIA GPU",
    limits: [byArchitecture],
    level: "dev-preview",
    incompatibleArchitectures: notX86,
  },
  { id: "PIPELINES", title: "Pipelines", level: "dev-preview" },
  { id: "SERVICEMESH", title: "Service Mesh", level: "dev-preview" },
  { id: "SERVERLESS", title: "Serverless", level: "dev-preview" },
  {
    id: "OPENSHIFT_AI",
    title: "OpenShift AI",
    limits: [byArchitecture, from("4.12"), notOnOci],
    level: "dev-preview",
    incompatibleWith: ["EXTERNAL_PLATFORM_OCI"],
    incompatibleArchitectures: notX86,
  },
  // The level does not look at the architecture, the check of a cluster does (reference service 9.3).
  { id: "AUTHORINO", title: "Authorino", level: "dev-preview", incompatibleArchitectures: ["ARM64_ARCHITECTURE"] },
  {
    id: "OSC",
    title: "Sandboxed containers",
    limits: [byArchitecture, notOn("vsphere", "nutanix"), from("4.10")],
    incompatibleWith: ["NUTANIX_INTEGRATION", "VSPHERE_INTEGRATION"],
    incompatibleArchitectures: notX86,
  },
  {
    id: "NMSTATE",
    title: "Kubernetes NMState",
    limits: [byArchitecture, notOn("nutanix", "external"), from("4.12")],
    incompatibleWith: ["NUTANIX_INTEGRATION", "EXTERNAL_PLATFORM", "EXTERNAL_PLATFORM_OCI"],
    incompatibleArchitectures: notX86,
  },
  {
    id: "AMD_GPU",
    title: "AMD GPU",
    limits: [byArchitecture],
    level: "dev-preview",
    incompatibleArchitectures: notX86,
  },
  { id: "KMM", title: "Kernel Module Management", level: "dev-preview" },
  { id: "NODE_HEALTHCHECK", title: "Node Health Check", incompatibleWith: ["SNO"] },
  { id: "SELF_NODE_REMEDIATION", title: "Self Node Remediation", level: "tech-preview", incompatibleWith: ["SNO"] },
  { id: "FENCE_AGENTS_REMEDIATION", title: "Fence Agents Remediation", incompatibleWith: ["SNO"] },
  { id: "NODE_MAINTENANCE", title: "Node Maintenance", incompatibleWith: ["SNO"] },
  { id: "KUBE_DESCHEDULER", title: "Kube Descheduler", incompatibleWith: ["SNO"] },
  { id: "CLUSTER_OBSERVABILITY", title: "Cluster Observability" },
  { id: "LOKI", title: "Loki", limits: [from("4.17")] },
  { id: "OPENSHIFT_LOGGING", title: "OpenShift Logging", limits: [from("4.17")] },
  { id: "NUMA_RESOURCES", title: "NUMA Resources" },
  { id: "OADP", title: "OpenShift API for Data Protection" },
  { id: "METALLB", title: "MetalLB", limits: [from("4.11")] },
];

export const features: readonly FeatureRule[] = [
  ...topologies,
  ...images,
  ...networking,
  ...networkTypes,
  ...platforms,
  ...operators,
];

const byId = new Map(features.map((rule) => [rule.id, rule]));

export function featureRule(id: FeatureId): FeatureRule {
  const rule = byId.get(id);
  if (!rule) throw new Error(`the feature table has no row for ${id}`);
  return rule;
}
