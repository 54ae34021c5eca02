import * as wire from "@muster/contract";
import { describe, expect, test } from "vitest";
import type { CpuArchitecture, PlatformType } from "../model/cluster.ts";
import { architectureLevels } from "./architectures.ts";
import { detailedSupport } from "./detailed.ts";
import { type FeatureId, incompatibleFeatures } from "./feature.ts";
import { supportLevels, supportOf } from "./support-levels.ts";
import { featureRule, features } from "./table.ts";

const everyId: readonly FeatureId[] = wire.FeatureSupportLevelId.enum;

/** "4.16", "4.16 arm64", "4.16 x86_64 vsphere", "4.16 x86_64 external oci" */
function context(text: string) {
  const [version = "", architecture = "x86_64", platform, externalPlatformName = null] = text.split(" ");
  return {
    version,
    architecture: architecture as CpuArchitecture,
    platform: (platform ?? null) as PlatformType | null,
    externalPlatformName,
  };
}

/** Feature, context, level, and the reason when it is not there; `-` when the question does not arise. */
const rows: readonly [FeatureId, string, string][] = [
  ["SNO", "4.22", "supported"],
  ["SNO", "4.12 s390x", "unavailable cpuArchitecture"],
  ["SNO", "4.13 s390x", "dev-preview"],
  ["SNO", "4.13 ppc64le", "dev-preview"],
  ["SNO", "4.14 ppc64le", "supported"],
  ["SNO", "4.22 x86_64 vsphere", "unavailable platform"],
  ["SNO", "4.22 x86_64 nutanix", "unavailable platform"],
  ["SNO", "4.22 x86_64 none", "supported"],
  ["TNA", "4.18", "unavailable openshiftVersion"],
  ["TNA", "4.19", "tech-preview"],
  ["TNA", "4.20", "supported"],
  ["TNA", "4.21 x86_64 none", "unavailable platform"],
  ["TNA", "4.22 x86_64 none", "supported"],
  ["TNA", "4.22 x86_64 external", "unavailable platform"],
  ["TNA", "4.22 x86_64 baremetal", "supported"],
  ["TNF", "4.19", "unavailable openshiftVersion"],
  ["TNF", "4.20", "tech-preview"],
  ["TNF", "4.21", "tech-preview"],
  ["TNF", "4.22", "supported"],
  ["TNF", "4.22 x86_64 vsphere", "unavailable platform"],
  ["TNF", "4.20 x86_64 none", "tech-preview"],
  ["CUSTOM_MANIFEST", "4.9", "supported"],
  ["SINGLE_NODE_EXPANSION", "4.10", "unavailable openshiftVersion"],
  ["SINGLE_NODE_EXPANSION", "4.11", "supported"],
  ["SINGLE_NODE_EXPANSION", "4.13 s390x", "dev-preview"],
  ["SINGLE_NODE_EXPANSION", "4.22 x86_64 vsphere", "unavailable platform"],
  ["MINIMAL_ISO", "4.22", "supported"],
  ["MINIMAL_ISO", "4.22 s390x", "unavailable cpuArchitecture"],
  ["FULL_ISO", "4.22", "supported"],
  ["FULL_ISO", "4.22 x86_64 external", "supported"],
  ["FULL_ISO", "4.22 x86_64 external oci", "unavailable ociExternalIntegrationDisabled"],
  ["NON_STANDARD_HA_CONTROL_PLANE", "4.17", "unavailable openshiftVersion"],
  ["NON_STANDARD_HA_CONTROL_PLANE", "4.18", "supported"],
  ["NON_STANDARD_HA_CONTROL_PLANE", "4.18 x86_64 external", "supported"],
  ["NON_STANDARD_HA_CONTROL_PLANE", "4.18 x86_64 vsphere", "unavailable platform"],
  ["VIP_AUTO_ALLOC", "4.14", "dev-preview"],
  ["VIP_AUTO_ALLOC", "4.15", "unavailable openshiftVersion"],
  ["VIP_AUTO_ALLOC", "4.14 x86_64 external", "unavailable platform"],
  ["CLUSTER_MANAGED_NETWORKING", "4.22", "supported"],
  ["CLUSTER_MANAGED_NETWORKING", "4.10 arm64", "unavailable cpuArchitecture"],
  ["CLUSTER_MANAGED_NETWORKING", "4.11 arm64", "supported"],
  ["CLUSTER_MANAGED_NETWORKING", "4.22 s390x", "unavailable cpuArchitecture"],
  ["CLUSTER_MANAGED_NETWORKING", "4.22 ppc64le", "unavailable cpuArchitecture"],
  ["CLUSTER_MANAGED_NETWORKING", "4.22 x86_64 external", "unavailable platform"],
  ["DUAL_STACK", "4.9", "supported"],
  ["DUAL_STACK_VIPS", "4.11", "unavailable openshiftVersion"],
  ["DUAL_STACK_VIPS", "4.12", "supported"],
  ["DUAL_STACK_VIPS", "4.14 x86_64 external oci", "unavailable platform"],
  ["DUAL_STACK_VIPS", "4.14 x86_64 external", "supported"],
  ["USER_MANAGED_NETWORKING", "4.22", "supported"],
  ["USER_MANAGED_NETWORKING", "4.22 x86_64 nutanix", "unavailable platform"],
  ["PLATFORM_MANAGED_NETWORKING", "4.22", "-"],
  ["PLATFORM_MANAGED_NETWORKING", "4.22 x86_64 external", "supported"],
  ["PLATFORM_MANAGED_NETWORKING", "4.22 x86_64 none", "supported"],
  ["PLATFORM_MANAGED_NETWORKING", "4.22 x86_64 baremetal", "unsupported platform"],
  ["SDN_NETWORK_TYPE", "4.14", "supported"],
  ["SDN_NETWORK_TYPE", "4.15", "unavailable openshiftVersion"],
  ["OVN_NETWORK_TYPE", "4.22", "supported"],
  ["CILIUM_NETWORK_TYPE", "4.22", "supported"],
  ["CALICO_NETWORK_TYPE", "4.22", "supported"],
  ["CISCO_ACI_NETWORK_TYPE", "4.22", "supported"],
  ["NONE_NETWORK_TYPE", "4.22", "supported"],
  ["USER_MANAGED_LOAD_BALANCER", "4.15", "unavailable openshiftVersion"],
  ["USER_MANAGED_LOAD_BALANCER", "4.16", "supported"],
  ["DUAL_STACK_PRIMARY_IPV6", "4.11", "unavailable openshiftVersion"],
  ["DUAL_STACK_PRIMARY_IPV6", "4.12", "tech-preview"],
  ["DUAL_STACK_PRIMARY_IPV6", "4.22 x86_64 external", "unavailable platform"],
  ["DUAL_STACK_PRIMARY_IPV6", "4.22 x86_64 nutanix", "unavailable platform"],
  ["DUAL_STACK_PRIMARY_IPV6", "4.22 x86_64 vsphere", "unavailable platform"],
  ["BAREMETAL_PLATFORM", "4.22", "supported"],
  ["BAREMETAL_PLATFORM", "4.22 x86_64 none", "-"],
  ["NONE_PLATFORM", "4.22", "supported"],
  ["NONE_PLATFORM", "4.22 x86_64 none", "-"],
  ["NUTANIX_INTEGRATION", "4.10", "unavailable openshiftVersion"],
  ["NUTANIX_INTEGRATION", "4.11", "dev-preview"],
  ["NUTANIX_INTEGRATION", "4.12", "supported"],
  ["NUTANIX_INTEGRATION", "4.12 arm64", "unavailable cpuArchitecture"],
  ["NUTANIX_INTEGRATION", "4.12 x86_64 nutanix", "-"],
  ["VSPHERE_INTEGRATION", "4.22", "supported"],
  ["VSPHERE_INTEGRATION", "4.22 arm64", "supported"],
  ["VSPHERE_INTEGRATION", "4.22 s390x", "unavailable cpuArchitecture"],
  ["VSPHERE_INTEGRATION", "4.22 x86_64 vsphere", "-"],
  ["EXTERNAL_PLATFORM_OCI", "4.13", "unavailable openshiftVersion"],
  ["EXTERNAL_PLATFORM_OCI", "4.14", "supported"],
  ["EXTERNAL_PLATFORM_OCI", "4.14 ppc64le", "unavailable cpuArchitecture"],
  ["EXTERNAL_PLATFORM_OCI", "4.14 x86_64 external", "-"],
  ["EXTERNAL_PLATFORM", "4.13", "unavailable openshiftVersion"],
  ["EXTERNAL_PLATFORM", "4.14", "supported"],
  ["EXTERNAL_PLATFORM", "4.14 x86_64 external", "-"],
  ["LVM", "4.10", "unavailable openshiftVersion"],
  ["LVM", "4.11", "dev-preview"],
  ["LVM", "4.12", "supported"],
  ["LVM", "4.22 s390x", "unavailable cpuArchitecture"],
  ["LVM", "4.22 arm64", "supported"],
  ["LVM", "4.22 x86_64 vsphere", "unavailable platform"],
  ["ODF", "4.22", "supported"],
  ["ODF", "4.22 arm64", "unavailable cpuArchitecture"],
  ["ODF", "4.22 s390x", "supported"],
  ["ODF", "4.22 x86_64 external oci", "unavailable platform"],
  ["CNV", "4.22", "supported"],
  ["CNV", "4.13 arm64", "unavailable cpuArchitecture"],
  ["CNV", "4.14 arm64", "dev-preview"],
  ["CNV", "4.14 aarch64", "dev-preview"],
  ["CNV", "4.22 s390x", "unavailable cpuArchitecture"],
  ["CNV", "4.22 x86_64 nutanix", "unavailable platform"],
  ["LSO", "4.22", "supported"],
  ["LSO", "4.22 arm64", "unavailable cpuArchitecture"],
  ["MCE", "4.9", "unavailable openshiftVersion"],
  ["MCE", "4.10", "supported"],
  ["MCE", "4.22 x86_64 nutanix", "unavailable platform"],
  ["MTV", "4.13", "unavailable openshiftVersion"],
  ["MTV", "4.14", "supported"],
  ["MTV", "4.14 arm64", "unavailable cpuArchitecture"],
  ["MTV", "4.14 x86_64 vsphere", "unavailable platform"],
  ["NODE_FEATURE_DISCOVERY", "4.5", "unavailable openshiftVersion"],
  ["NODE_FEATURE_DISCOVERY", "4.6", "dev-preview"],
  ["NODE_FEATURE_DISCOVERY", "4.22 arm64", "dev-preview"],
  ["NODE_FEATURE_DISCOVERY", "4.22 s390x", "unavailable cpuArchitecture"],
  ["NVIDIA_GPU", "4.22", "dev-preview"],
  ["NVIDIA_GPU", "4.22 arm64", "unavailable cpuArchitecture"],
  ["PIPELINES", "4.22 s390x", "dev-preview"],
  ["SERVICEMESH", "4.22", "dev-preview"],
  ["SERVERLESS", "4.22", "dev-preview"],
  ["OPENSHIFT_AI", "4.11", "unavailable openshiftVersion"],
  ["OPENSHIFT_AI", "4.12", "dev-preview"],
  ["OPENSHIFT_AI", "4.22 ppc64le", "unavailable cpuArchitecture"],
  ["OPENSHIFT_AI", "4.22 x86_64 external oci", "unavailable platform"],
  ["AUTHORINO", "4.22 arm64", "dev-preview"],
  ["OSC", "4.9", "unavailable openshiftVersion"],
  ["OSC", "4.10", "supported"],
  ["OSC", "4.22 arm64", "unavailable cpuArchitecture"],
  ["OSC", "4.22 x86_64 vsphere", "unavailable platform"],
  ["NMSTATE", "4.11", "unavailable openshiftVersion"],
  ["NMSTATE", "4.12", "supported"],
  ["NMSTATE", "4.22 s390x", "unavailable cpuArchitecture"],
  ["NMSTATE", "4.22 x86_64 external", "unavailable platform"],
  ["AMD_GPU", "4.22", "dev-preview"],
  ["AMD_GPU", "4.22 arm64", "unavailable cpuArchitecture"],
  ["KMM", "4.22 arm64", "dev-preview"],
  ["NODE_HEALTHCHECK", "4.22", "supported"],
  ["SELF_NODE_REMEDIATION", "4.22", "tech-preview"],
  ["FENCE_AGENTS_REMEDIATION", "4.22", "supported"],
  ["NODE_MAINTENANCE", "4.22", "supported"],
  ["KUBE_DESCHEDULER", "4.22", "supported"],
  ["CLUSTER_OBSERVABILITY", "4.22", "supported"],
  ["LOKI", "4.16", "unavailable openshiftVersion"],
  ["LOKI", "4.17", "supported"],
  ["OPENSHIFT_LOGGING", "4.16", "unavailable openshiftVersion"],
  ["OPENSHIFT_LOGGING", "4.17", "supported"],
  ["NUMA_RESOURCES", "4.22", "supported"],
  ["OADP", "4.22", "supported"],
  ["METALLB", "4.10", "unavailable openshiftVersion"],
  ["METALLB", "4.11", "supported"],
];

describe("the feature table", () => {
  test("has a row for each of the 56 features of the wire, and no other", () => {
    expect(features).toHaveLength(56);
    expect(features.map(({ id }) => id).toSorted()).toEqual([...everyId].toSorted());
  });

  test("every feature is asked about below", () => {
    expect(everyId.filter((id) => !rows.some(([asked]) => asked === id))).toEqual([]);
  });

  test.each(rows)("%s with %s is %s", (id, text, expected) => {
    const judgement = supportOf(id, context(text));
    expect(judgement ? [judgement.level, judgement.reason].filter(Boolean).join(" ") : "-").toBe(expected);
  });

  test("pre-releases count as their minor version", () => {
    expect(supportOf("TNA", context("4.19.0-ec.3"))?.level).toBe("tech-preview");
  });

  test("an architecture that the version does not know takes every feature with it", () => {
    const levels = supportLevels(context("4.9 arm64"));
    expect(new Set(Object.values(levels))).toEqual(new Set(["unavailable"]));
  });

  test("features whose question does not arise are left out of the answer", () => {
    expect(Object.keys(supportLevels(context("4.22")))).toHaveLength(55);
    const chosen = supportLevels(context("4.22 x86_64 baremetal"));
    expect(chosen.BAREMETAL_PLATFORM).toBeUndefined();
    expect(chosen.PLATFORM_MANAGED_NETWORKING).toBe("unsupported");
    expect(Object.keys(chosen)).toHaveLength(56 - 6);
  });
});

describe("incompatible features", () => {
  test.each<[FeatureId, FeatureId, string, string]>([
    ["SNO", "DUAL_STACK_PRIMARY_IPV6", "4.18", "4.19"],
    ["DUAL_STACK_PRIMARY_IPV6", "SNO", "4.18", "4.19"],
    ["TNA", "NONE_PLATFORM", "4.21", "4.22"],
    ["NONE_PLATFORM", "TNA", "4.21", "4.22"],
    ["DUAL_STACK", "VSPHERE_INTEGRATION", "4.12", "4.13"],
    ["VSPHERE_INTEGRATION", "DUAL_STACK", "4.12", "4.13"],
    ["LVM", "CLUSTER_MANAGED_NETWORKING", "4.14", "4.15"],
    ["LVM", "VIP_AUTO_ALLOC", "4.14", "4.15"],
  ])("%s excludes %s in %s, no longer in %s", (feature, other, until, since) => {
    expect(incompatibleFeatures(featureRule(feature), until)).toContain(other);
    expect(incompatibleFeatures(featureRule(feature), since)).not.toContain(other);
  });

  test("each network type excludes the five others", () => {
    for (const { id } of features.filter((rule) => rule.id.endsWith("_NETWORK_TYPE"))) {
      expect(incompatibleFeatures(featureRule(id), "4.22")).toHaveLength(5);
    }
  });
});

describe("architectures", () => {
  test.each([
    ["4.9", "supported unavailable unavailable unavailable unavailable"],
    ["4.10", "supported supported unavailable unavailable unavailable"],
    ["4.11", "supported supported unavailable unavailable tech-preview"],
    ["4.12", "supported supported tech-preview tech-preview supported"],
    ["4.13", "supported supported supported supported supported"],
  ])("%s: x86_64, arm64, ppc64le, s390x, multi are %s", (version, expected) => {
    expect(Object.values(architectureLevels(version)).join(" ")).toBe(expected);
  });
});

describe("the detailed answer", () => {
  test("tells operators from other features, with reasons, incompatibilities and dependencies", () => {
    const answer = detailedSupport(context("4.16 arm64 baremetal"));
    expect(answer.operators).toHaveLength(28);
    expect(answer.features).toHaveLength(56 - 28 - 6);
    expect(answer.operators.find(({ name }) => name === "odf")).toEqual({
      featureSupportLevelId: "ODF",
      supportLevel: "unavailable",
      reason: "cpuArchitecture",
      incompatibilities: ["SNO", "LVM", "EXTERNAL_PLATFORM_OCI"],
      name: "odf",
      dependencies: ["LSO"],
    });
    expect(answer.features.find(({ featureSupportLevelId }) => featureSupportLevelId === "CUSTOM_MANIFEST")).toEqual({
      featureSupportLevelId: "CUSTOM_MANIFEST",
      supportLevel: "supported",
      incompatibilities: [],
    });
  });

  test("speaks the wire when converted", () => {
    const [operator] = detailedSupport(context("4.22")).operators;
    expect(operator && wire.toWire(wire.Operator, operator)).toMatchObject({ "feature-support-level-id": "LVM" });
  });
});
