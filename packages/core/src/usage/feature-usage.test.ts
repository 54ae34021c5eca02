import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, anInventory, now } from "../../test/builders.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import { resolveOperators } from "../operators/selection.ts";
import { featureUsage, usageNames } from "./feature-usage.ts";

type Over = { cluster?: Partial<Cluster>; host?: Partial<Host>; infraEnv?: Partial<InfraEnv> };

function usageOf({ cluster = {}, host = {}, infraEnv = {} }: Over = {}) {
  return featureUsage(aCluster(cluster), [aHost({ role: "master", ...host })], [anInfraEnv(infraEnv)]);
}

const vips = [
  { ip: "192.168.10.5", verification: "unverified" },
  { ip: "fd00::5", verification: "unverified" },
] as const;
const virtual = anInventory(1, { systemVendor: { virtual: true } });
const twoDisks = anInventory(1, {
  disks: ["sda", "sdb"].map((name) => ({ id: name, name, installationEligibility: { eligible: true } })),
});

/** Name, id, what makes it used, and what is told about the use. */
const rows: [string, string, Over, object?][] = [
  ["Additional NTP Source", "ADDITIONAL_NTP_SOURCE", { cluster: { additionalNtpSource: "a, b" } }, { source_count: 2 }],
  ["Requested hostname", "REQUESTED_HOSTNAME", { host: { requestedHostname: "node-a" } }, { host_count: 1 }],
  [
    "Proxy",
    "PROXY",
    { cluster: { proxy: { httpProxy: "http://p", httpsProxy: "", noProxy: "x" } } },
    { http_proxy: true, https_proxy: false, no_proxy: true },
  ],
  ["SNO", "SNO", { cluster: { controlPlaneCount: 1 } }],
  ["Day2 hosts", "DAY2_HOSTS", { cluster: { kind: "AddHostsCluster" } }, { host_count: 1 }],
  ["VIP auto alloc.", "VIP_AUTO_ALLOC", { cluster: { vipDhcpAllocation: true } }],
  ["Disk Selection", "DISK_SELECTION", { host: { inventory: twoDisks, installationDiskId: "sdb" } }, { host_count: 1 }],
  ["OVN network type", "OVN_NETWORK_TYPE", {}],
  ["SDN network type", "SDN_NETWORK_TYPE", { cluster: { networkType: "OpenShiftSDN" } }],
  ["CiscoACI network type", "CISCOACI_NETWORK_TYPE", { cluster: { networkType: "CiscoACI" } }],
  ["Cilium network type", "CILIUM_NETWORK_TYPE", { cluster: { networkType: "Cilium" } }],
  ["Calico network type", "CALICO_NETWORK_TYPE", { cluster: { networkType: "Calico" } }],
  ["None network type", "NONE_NETWORK_TYPE", { cluster: { networkType: "None" } }],
  ["Dual-stack", "DUAL_STACK", { cluster: { serviceNetworks: ["172.30.0.0/16", "fd02::/112"] } }],
  [
    "Platform selection",
    "PLATFORM_SELECTION",
    { cluster: { platform: { type: "vsphere", external: null } } },
    { platform_type: "vsphere" },
  ],
  ["Schedulable masters", "SCHEDULABLE_MASTERS", { cluster: { schedulableMasters: true } }],
  ["auto assign role", "AUTO_ASSIGN_ROLE", { host: { role: "auto-assign" } }, { host_count: 1 }],
  [
    "Custom manifest",
    "CUSTOM_MANIFEST",
    { cluster: { manifests: [{ folder: "openshift", fileName: "a.yaml", source: "user", content: "c" }] } },
  ],
  [
    "Disk encryption",
    "DISK_ENCRYPTION",
    { cluster: { diskEncryption: { enableOn: "masters", mode: "tang", tangServers: "[]" } } },
    { enable_on: "masters", mode: "tang" },
  ],
  [
    "Cluster managed networking with VMs",
    "CLUSTER_MANAGED_NETWORKING_WITH_VMS",
    { host: { inventory: virtual } },
    { host_count: 1 },
  ],
  ["arm64 architecture", "ARM64_ARCHITECTURE", { cluster: { cpuArchitecture: "arm64" } }],
  ["ppc64le architecture", "PPC64LE_ARCHITECTURE", { cluster: { cpuArchitecture: "ppc64le" } }],
  ["s390x architecture", "S390X_ARCHITECTURE", { cluster: { cpuArchitecture: "s390x" } }],
  ["Install Config Overrides", "INSTALL_CONFIG_OVERRIDES", { cluster: { installConfigOverrides: "{}" } }],
  ["Single Node Expansion", "SINGLE_NODE_EXPANSION", { cluster: { controlPlaneCount: 1, kind: "AddHostsCluster" } }],
  ["Ignition Config Override", "IGNITION_CONFIG_OVERRIDE", { infraEnv: { ignitionConfigOverride: "{}" } }],
  [
    "Static Network Config",
    "STATIC_NETWORK_CONFIG",
    { infraEnv: { staticNetworkConfig: [{ networkYaml: "", macInterfaceMap: [] }] } },
    { host_count: 1 },
  ],
  ["Cluster Tags", "CLUSTER_TAGS", { cluster: { tags: "a,b" } }, { tags_count: 2 }],
  [
    "LVM",
    "LVM",
    {
      cluster: {
        monitoredOperators: resolveOperators([{ name: "lvm" }], [], aCluster(), { checkClusterVersion: false }),
      },
    },
  ],
  ["Nutanix integration", "NUTANIX_INTEGRATION", { cluster: { platform: { type: "nutanix", external: null } } }],
  [
    "Hyperthreading",
    "HYPERTHREADING",
    { cluster: { hyperthreading: "masters" } },
    { hyperthreading_enabled: "masters" },
  ],
  [
    "discovery kernel arguments",
    "DISCOVERY_KERNEL_ARGUMENTS",
    { infraEnv: { kernelArguments: [{ operation: "append", value: "a" }] } },
  ],
  ["Dual-stack VIPs", "DUAL_STACK_VIPS", { cluster: { apiVips: vips } }],
  [
    "User Managed Networking With Multi Node",
    "USER_MANAGED_NETWORKING_WITH_MULTI_NODE",
    { cluster: { userManagedNetworking: true } },
  ],
  [
    "Validations have been ignored for this cluster",
    "VALIDATIONS_HAVE_BEEN_IGNORED_FOR_THIS_CLUSTER",
    { cluster: { ignoredHostValidations: ["all"] } },
  ],
  ["FIPS", "FIPS", { cluster: { installConfigOverrides: '{"fips": true}' } }],
];

describe("feature usage", () => {
  test("there are 36 names", () => {
    expect(usageNames).toHaveLength(36);
    expect(rows.map(([name]) => name).toSorted()).toEqual([...usageNames].toSorted());
  });

  test.each(rows)("%s", (name, id, over, data) => {
    expect(usageOf(over)[name]).toEqual({ id, name, ...(data && { data }) });
    if (name !== "OVN network type") expect(usageOf()[name]).toBeUndefined();
  });

  test("a usual cluster uses little", () => {
    expect(Object.keys(usageOf())).toEqual(["OVN network type"]);
  });

  test("operators are told by name, dependencies as such", () => {
    const monitoredOperators = resolveOperators([{ name: "mtv" }], [], aCluster(), { checkClusterVersion: true });
    const used = usageOf({ cluster: { monitoredOperators } });
    expect(used.MTV).toEqual({ id: "MTV", name: "MTV" });
    expect(used.CNV).toEqual({ id: "CNV", name: "CNV", data: { dependency_only: true } });
    expect(used.CONSOLE).toBeUndefined();
  });

  test("that roles were left open stays known once the installation has fixed them", () => {
    const before = usageOf({ host: { role: "auto-assign" } });
    expect(usageOf({ cluster: { featureUsage: before } })["auto assign role"]).toBeUndefined();
    const during = usageOf({ cluster: { featureUsage: before, installStartedAt: now } });
    expect(during["auto assign role"]).toEqual(before["auto assign role"]);
  });

  test.each<[string, Over]>([
    ["Requested hostname", { host: { requestedHostname: "host-1" } }],
    ["Disk Selection", { host: { inventory: twoDisks, installationDiskId: "sda" } }],
    ["Install Config Overrides", {}],
    ["FIPS", { cluster: { installConfigOverrides: '{"fips": false}' } }],
    ["User Managed Networking With Multi Node", { cluster: { userManagedNetworking: true, controlPlaneCount: 1 } }],
    ["Cluster managed networking with VMs", { host: { inventory: virtual }, cluster: { userManagedNetworking: true } }],
    [
      "Custom manifest",
      { cluster: { manifests: [{ folder: "openshift", fileName: "a.yaml", source: "system", content: "c" }] } },
    ],
  ])("%s is not used when what was asked for is what would have been", (name, over) => {
    expect(usageOf(over)[name]).toBeUndefined();
  });

  test("overrides and sources of one host or image are enough", () => {
    expect(usageOf({ host: { ignitionConfigOverrides: "{}" } })["Ignition Config Override"]?.data).toEqual({
      host_count: 1,
    });
    expect(usageOf({ infraEnv: { additionalNtpSources: "x" } })["Additional NTP Source"]?.data).toEqual({
      source_count: 1,
    });
    expect(
      usageOf({ infraEnv: { proxy: { httpProxy: "", httpsProxy: "http://p", noProxy: "" } } }).Proxy,
    ).toBeDefined();
  });
});
