import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv } from "../../test/builders.ts";
import type { Cluster } from "../model/cluster.ts";
import { resolveOperators } from "../operators/selection.ts";
import { refusalSentence } from "../refusal.ts";
import { activeFeatures } from "./active.ts";
import { findIncompatibilities, incompatibilities } from "./incompatibilities.ts";

const withOperators = (...names: string[]): Partial<Cluster> => ({
  monitoredOperators: resolveOperators(
    names.map((name) => ({ name })),
    [],
    aCluster(),
    { checkClusterVersion: false },
  ),
});

const singleNode: Partial<Cluster> = {
  controlPlaneCount: 1,
  platform: { type: "none", external: null },
  userManagedNetworking: true,
};
const external = (platformName: string): Partial<Cluster> => ({
  platform: { type: "external", external: { platformName, cloudControllerManager: "" } },
  userManagedNetworking: true,
});
const vips = (...ips: string[]) => ips.map((ip) => ({ ip, verification: "unverified" }) as const);

describe("features that a cluster uses", () => {
  test.each<[string, Partial<Cluster>, string]>([
    ["a usual cluster", {}, "BAREMETAL_PLATFORM CLUSTER_MANAGED_NETWORKING OVN_NETWORK_TYPE"],
    ["a single node", singleNode, "NONE_PLATFORM OVN_NETWORK_TYPE SNO USER_MANAGED_NETWORKING"],
    [
      "hosts added to a single node",
      { ...singleNode, kind: "AddHostsCluster" },
      "NONE_PLATFORM OVN_NETWORK_TYPE SINGLE_NODE_EXPANSION SNO USER_MANAGED_NETWORKING",
    ],
    [
      "five control plane nodes",
      { controlPlaneCount: 5 },
      "BAREMETAL_PLATFORM CLUSTER_MANAGED_NETWORKING NON_STANDARD_HA_CONTROL_PLANE OVN_NETWORK_TYPE",
    ],
    [
      "Oracle Cloud",
      external("oci"),
      "EXTERNAL_PLATFORM_OCI OVN_NETWORK_TYPE PLATFORM_MANAGED_NETWORKING USER_MANAGED_NETWORKING",
    ],
    [
      "another external platform",
      external("acme"),
      "EXTERNAL_PLATFORM OVN_NETWORK_TYPE PLATFORM_MANAGED_NETWORKING USER_MANAGED_NETWORKING",
    ],
    [
      "dual stack with IPv6 first, two VIPs, own load balancer, DHCP, manifests",
      {
        clusterNetworks: [
          { cidr: "fd01::/48", hostPrefix: 64 },
          { cidr: "10.128.0.0/14", hostPrefix: 23 },
        ],
        serviceNetworks: ["fd02::/112", "172.30.0.0/16"],
        apiVips: vips("fd00::5", "192.168.10.5"),
        loadBalancer: "user-managed",
        vipDhcpAllocation: true,
        manifests: [{ folder: "manifests", fileName: "a.yaml", source: "user", content: "c" }],
      },
      "BAREMETAL_PLATFORM CLUSTER_MANAGED_NETWORKING CUSTOM_MANIFEST DUAL_STACK DUAL_STACK_PRIMARY_IPV6 DUAL_STACK_VIPS OVN_NETWORK_TYPE USER_MANAGED_LOAD_BALANCER VIP_AUTO_ALLOC",
    ],
    [
      "an operator with its dependency",
      withOperators("mtv"),
      "BAREMETAL_PLATFORM CLUSTER_MANAGED_NETWORKING CNV MTV OVN_NETWORK_TYPE",
    ],
  ])("%s", (_, over, expected) => {
    expect([...activeFeatures(aCluster(over))].sort().join(" ")).toBe(expected);
  });

  test.each([
    ["an arbiter host", [aHost({ role: "arbiter" })], "TNA"],
    [
      "fencing credentials",
      [
        aHost({
          fencingCredentials: {
            address: "redfish://10.0.0.1",
            username: "u",
            password: "p",
            certificateVerification: "Enabled",
            macAddress: null,
          },
        }),
      ],
      "TNF",
    ],
    ["nothing known yet", [], "TNA"],
  ])("two control plane nodes and %s", (_, hosts, expected) => {
    expect(activeFeatures(aCluster({ controlPlaneCount: 2 }), hosts)).toContain(expected);
  });

  test("two nodes on platform none before 4.22 can only mean fencing", () => {
    const cluster = aCluster({ ...singleNode, controlPlaneCount: 2, openshiftVersion: "4.21.0" });
    expect(activeFeatures(cluster)).toContain("TNF");
  });

  test("the images that its hosts boot count", () => {
    expect(activeFeatures(aCluster(), [], [anInfraEnv({ imageType: "minimal-iso" })])).toContain("MINIMAL_ISO");
  });
});

describe("a cluster is refused", () => {
  const at = (openshiftVersion: string, over: Partial<Cluster> = {}): Partial<Cluster> => ({
    openshiftVersion,
    ...over,
  });

  test.each<[string, Partial<Cluster>, string[]]>([
    ["nothing, when all fits", {}, []],
    ["a single node with Data Foundation", { ...singleNode, ...withOperators("odf") }, ["features SNO ODF"]],
    ["a single node that manages its network", { controlPlaneCount: 1 }, ["features SNO CLUSTER_MANAGED_NETWORKING"]],
    ["LVM beside Data Foundation", withOperators("lvm", "odf"), ["features ODF LVM"]],
    [
      "LVM on several nodes before 4.15",
      at("4.14.1", withOperators("lvm")),
      ["features CLUSTER_MANAGED_NETWORKING LVM"],
    ],
    ["LVM on several nodes since 4.15", at("4.15.1", withOperators("lvm")), []],
    [
      "OpenShift SDN in 4.15",
      at("4.15.0", { networkType: "OpenShiftSDN" }),
      ["unavailable SDN_NETWORK_TYPE openshiftVersion"],
    ],
    [
      "nutanix before 4.11",
      at("4.10.1", { platform: { type: "nutanix", external: null } }),
      ["unavailable NUTANIX_INTEGRATION openshiftVersion"],
    ],
    [
      "virtualization on vsphere",
      { platform: { type: "vsphere", external: null }, ...withOperators("cnv") },
      ["features VSPHERE_INTEGRATION CNV", "unavailable CNV platform"],
    ],
    [
      "Authorino on arm64",
      { cpuArchitecture: "arm64", ...withOperators("authorino") },
      ["architecture AUTHORINO arm64"],
    ],
    [
      "four control plane nodes on arm64",
      { cpuArchitecture: "arm64", controlPlaneCount: 4 },
      ["architecture NON_STANDARD_HA_CONTROL_PLANE arm64"],
    ],
    ["an arbiter in 4.18", at("4.18.9", { controlPlaneCount: 2 }), ["unavailable TNA openshiftVersion"]],
    [
      "an own load balancer with user-managed networking",
      { ...singleNode, controlPlaneCount: 3, loadBalancer: "user-managed" },
      [
        "features USER_MANAGED_NETWORKING USER_MANAGED_LOAD_BALANCER",
        "features USER_MANAGED_LOAD_BALANCER NONE_PLATFORM",
      ],
    ],
    ["nothing, when it already runs", { ...singleNode, kind: "AddHostsCluster", ...withOperators("odf") }, []],
  ])("%s", (_, over, expected) => {
    expect(findIncompatibilities(aCluster(over)).map((found) => Object.values(found).join(" "))).toEqual(expected);
  });

  test("naming both features and what to do", () => {
    const [refusal] = incompatibilities(aCluster(withOperators("lvm", "odf")));
    expect(refusal).toMatchObject({ code: "incompatible-features", status: 400 });
    expect(refusal && refusalSentence(refusal)).toBe(
      '"OpenShift Data Foundation" together with "LVM Storage"; needed: one of the two: OpenShift 4.22.9 cannot have both. To go on, give up "OpenShift Data Foundation" or "LVM Storage".',
    );
  });

  test("naming the version, platform or architecture that lacks the feature", () => {
    const sentences = (over: Partial<Cluster>) => incompatibilities(aCluster(over)).map(({ found }) => found);
    expect(sentences(at("4.15.0", { networkType: "OpenShiftSDN" }))).toEqual(['"OpenShift SDN" with OpenShift 4.15.0']);
    expect(sentences({ cpuArchitecture: "arm64", ...withOperators("lso") })).toEqual([
      '"Local Storage Operator" on CPU architecture arm64',
    ]);
    expect(sentences({ platform: { type: "vsphere", external: null }, ...withOperators("cnv") })).toContain(
      '"OpenShift Virtualization" on platform vsphere',
    );
  });
});
