import { describe, expect, test } from "vitest";
import { now } from "../../test/builders.ts";
import type { Cluster } from "../model/cluster.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { clusterDefaults, disconnectedCluster, importedCluster } from "./create.ts";
import type { NewCluster, Release } from "./params.ts";

const pullSecret = JSON.stringify({ auths: { "quay.io": { auth: btoa("user:pass") } } });
const birth = { id: "c1", now, owner: { userName: "admin", orgId: "org", emailDomain: "example.com" } };
const releaseOf = (version: string, cpuArchitecture: Release["cpuArchitecture"] = "x86_64"): Release => ({
  version,
  image: `quay.io/release:${version}`,
  cpuArchitecture,
});

type Circumstances = Readonly<{
  version?: string;
  architecture?: Release["cpuArchitecture"];
  policy?: Partial<Policy>;
}>;

const create = (input: Partial<NewCluster>, { version = "4.22.9", architecture, policy = {} }: Circumstances = {}) =>
  clusterDefaults(
    { name: "demo", openshiftVersion: version, pullSecret, ...input },
    releaseOf(version, architecture),
    { ...defaultPolicy, ...policy },
    birth,
  );

function created(input: Partial<NewCluster> = {}, circumstances: Circumstances = {}): Cluster {
  const outcome = create(input, circumstances);
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value;
}

test("a cluster of which only the name is known", () => {
  expect(created()).toMatchObject({
    id: "c1",
    kind: "Cluster",
    name: "demo",
    status: "insufficient",
    userName: "admin",
    orgId: "org",
    emailDomain: "example.com",
    openshiftVersion: "4.22.9",
    releaseImage: "quay.io/release:4.22.9",
    cpuArchitecture: "x86_64",
    controlPlaneCount: 3,
    platform: { type: "baremetal", external: null },
    userManagedNetworking: false,
    loadBalancer: "cluster-managed",
    networkType: "OVNKubernetes",
    clusterNetworks: [{ cidr: "10.128.0.0/14", hostPrefix: 23 }],
    serviceNetworks: ["172.30.0.0/16"],
    machineNetworks: [],
    machineNetworksGiven: false,
    vipDhcpAllocation: false,
    hyperthreading: "all",
    schedulableMasters: false,
    schedulableMastersForcedTrue: true,
    pullSecretSet: true,
    monitoredOperators: [expect.objectContaining({ name: "console", type: "builtin" })],
  });
});

describe("what follows from what", () => {
  const dual = [{ cidr: "10.0.0.0/16" }, { cidr: "fd10::/64" }];
  test.each([
    [
      "mode None is one node on no platform",
      { highAvailabilityMode: "None" },
      {},
      { controlPlaneCount: 1, platform: { type: "none" }, userManagedNetworking: true },
    ],
    ["mode Full is three", { highAvailabilityMode: "Full" }, {}, { controlPlaneCount: 3 }],
    [
      "a count of one is a single node",
      { controlPlaneCount: 1 },
      {},
      { platform: { type: "none" }, userManagedNetworking: true },
    ],
    [
      "a single node as older clients ask for it",
      { highAvailabilityMode: "None", userManagedNetworking: true },
      { version: "4.8.1" },
      { controlPlaneCount: 1, networkType: "OVNKubernetes" },
    ],
    ["before 4.12 OpenShiftSDN", {}, { version: "4.11.9" }, { networkType: "OpenShiftSDN" }],
    [
      "IPv6 never OpenShiftSDN",
      { machineNetworks: [{ cidr: "fd10::/64" }] },
      { version: "4.11.9" },
      { networkType: "OVNKubernetes" },
    ],
    ["a wish for the network type counts", { networkType: "Calico" }, {}, { networkType: "Calico" }],
    [
      "IPv6 virtual IPs make an IPv6 cluster",
      { apiVips: [{ ip: "fd10::5" }], ingressVips: [{ ip: "fd10::6" }] },
      {},
      { clusterNetworks: [{ cidr: "fd01::/48", hostPrefix: 64 }], serviceNetworks: ["fd02::/112"] },
    ],
    [
      "dual-stack machine networks make dual-stack cluster and service networks",
      { machineNetworks: dual },
      {},
      {
        clusterNetworks: [{ cidr: "10.128.0.0/14" }, { cidr: "fd01::/48" }],
        serviceNetworks: ["172.30.0.0/16", "fd02::/112"],
        machineNetworksGiven: true,
        machineNetworksUpdatedAt: now,
      },
    ],
    [
      "IPv6 first, where it can be",
      { machineNetworks: dual.toReversed() },
      {},
      { serviceNetworks: ["fd02::/112", "172.30.0.0/16"] },
    ],
    [
      "host prefix by family",
      {
        clusterNetworks: [{ cidr: "10.0.0.0/14" }, { cidr: "fd03::/48" }],
        serviceNetworks: [{ cidr: "172.30.0.0/16" }, { cidr: "fd02::/112" }],
      },
      {},
      {
        clusterNetworks: [
          { cidr: "10.0.0.0/14", hostPrefix: 23 },
          { cidr: "fd03::/48", hostPrefix: 64 },
        ],
      },
    ],
    [
      "the single fields of older clients",
      { clusterNetworkCidr: "10.4.0.0/14", clusterNetworkHostPrefix: 24, serviceNetworkCidr: "172.31.0.0/16" },
      {},
      { clusterNetworks: [{ cidr: "10.4.0.0/14", hostPrefix: 24 }], serviceNetworks: ["172.31.0.0/16"] },
    ],
    [
      "empty lists are not given",
      { clusterNetworks: [], serviceNetworks: [], machineNetworks: [] },
      {},
      { clusterNetworks: [{ cidr: "10.128.0.0/14", hostPrefix: 23 }], machineNetworksGiven: false },
    ],
    ["user-managed networking means no platform", { userManagedNetworking: true }, {}, { platform: { type: "none" } }],
    [
      "cluster-managed networking means bare metal",
      { userManagedNetworking: false },
      {},
      { platform: { type: "baremetal" } },
    ],
    [
      "platform none means user-managed networking",
      { platform: { type: "none" } },
      {},
      { userManagedNetworking: true },
    ],
    ["vSphere manages its network by itself", { platform: { type: "vsphere" } }, {}, { userManagedNetworking: false }],
    [
      "vSphere may leave it to the user",
      { platform: { type: "vsphere" }, userManagedNetworking: true },
      {},
      { userManagedNetworking: true },
    ],
    ["Nutanix manages its network by itself", { platform: { type: "nutanix" } }, {}, { userManagedNetworking: false }],
    [
      "Oracle brings its cloud controller",
      { platform: { type: "external", external: { platformName: "oci" } } },
      {},
      {
        platform: { type: "external", external: { platformName: "oci", cloudControllerManager: "External" } },
        userManagedNetworking: true,
      },
    ],
    [
      "another external platform does not",
      { platform: { type: "external", external: { platformName: "acme" } } },
      {},
      { platform: { external: { cloudControllerManager: "" } } },
    ],
    [
      "a single node on an external platform",
      { controlPlaneCount: 1, platform: { type: "external", external: { platformName: "acme" } } },
      {},
      { platform: { type: "external" }, userManagedNetworking: true },
    ],
    [
      "mainframes have no platform",
      { cpuArchitecture: "s390x" },
      { architecture: "s390x" },
      { platform: { type: "none" }, userManagedNetworking: true },
    ],
    [
      "a multi-architecture release makes a mixed cluster",
      { cpuArchitecture: "x86_64" },
      { architecture: "multi" },
      { cpuArchitecture: "multi" },
    ],
    ["Arm has two names", { cpuArchitecture: "aarch64" }, { architecture: "arm64" }, { cpuArchitecture: "arm64" }],
    ["two nodes with an arbiter", { controlPlaneCount: 2 }, { version: "4.20.1" }, { controlPlaneCount: 2 }],
    ["five control plane nodes", { controlPlaneCount: 5 }, { version: "4.18.0" }, { controlPlaneCount: 5 }],
    [
      "a user-managed load balancer",
      { loadBalancer: { type: "user-managed" }, machineNetworks: [{ cidr: "10.0.0.0/24" }, { cidr: "10.0.1.0/24" }] },
      {},
      { loadBalancer: "user-managed" },
    ],
    [
      "virtual IPs start unverified",
      { apiVips: [{ ip: "192.168.0.5", verification: "succeeded" }], ingressVips: [{ ip: "" }] },
      {},
      { apiVips: [{ ip: "192.168.0.5", verification: "unverified" }], ingressVips: [] },
    ],
    [
      "operators bring their dependencies",
      { olmOperators: [{ name: "odf" }] },
      {},
      {
        monitoredOperators: [
          { name: "console" },
          { name: "lso", dependencyOnly: true },
          { name: "odf", dependencyOnly: false },
        ],
      },
    ],
    [
      "settings are taken over",
      {
        tags: "a,b",
        sshPublicKey: "",
        additionalNtpSource: " ntp.example.com ",
        httpProxy: "http://proxy:3128",
        noProxy: "a, b",
        diskEncryption: { enableOn: "masters" },
        schedulableMasters: true,
        baseDnsDomain: "example.com",
      },
      {},
      {
        tags: "a,b",
        additionalNtpSource: "ntp.example.com",
        proxy: { httpProxy: "http://proxy:3128", httpsProxy: "", noProxy: "a,b" },
        diskEncryption: { enableOn: "masters", mode: "tpmv2" },
        schedulableMasters: true,
        baseDnsDomain: "example.com",
      },
    ],
    [
      "time servers that the settings name, where the cluster names none",
      {},
      { policy: { defaultNtpSource: "ntp.example.com" } },
      { additionalNtpSource: "ntp.example.com", ntpSources: "" },
    ],
    [
      "its own time servers in their place",
      { ntpSources: "own.example.com" },
      { policy: { defaultNtpSource: "ntp.example.com" } },
      { additionalNtpSource: "", ntpSources: "own.example.com" },
    ],
    [
      "no further time servers where that was said",
      { additionalNtpSource: "" },
      { policy: { defaultNtpSource: "ntp.example.com" } },
      { additionalNtpSource: "" },
    ],
    [
      "virtual IPs from DHCP, where they still are to be had",
      { vipDhcpAllocation: true },
      { version: "4.11.0" },
      { vipDhcpAllocation: true, networkType: "OpenShiftSDN" },
    ],
    [
      "a guide from 2021",
      {
        highAvailabilityMode: "Full",
        userManagedNetworking: false,
        platform: { type: "baremetal" },
        baseDnsDomain: "lab.local",
        ingressVips: [{ ip: "192.168.0.6" }],
        clusterNetworks: [{ cidr: "10.128.0.0/14", hostPrefix: 23 }],
        serviceNetworks: [{ cidr: "172.30.0.0/16" }],
        machineNetworks: [{ cidr: "192.168.0.0/24" }],
        networkType: "OVNKubernetes",
        vipDhcpAllocation: false,
        hyperthreading: "all",
      },
      { version: "4.8.57" },
      { networkType: "OVNKubernetes", machineNetworks: ["192.168.0.0/24"] },
    ],
  ] as const satisfies readonly (readonly [string, Partial<NewCluster>, Circumstances, object])[])(
    "%s",
    (_, input, circumstances, expected) => expect(created(input, circumstances)).toMatchObject(expected),
  );

  test("settings of the service replace the default networks", () => {
    const networkDefaults = {
      ...defaultPolicy.networkDefaults,
      IPv4: { clusterNetwork: { cidr: "10.0.0.0/14", hostPrefix: 22 }, serviceNetwork: "172.20.0.0/16" },
    };
    expect(created({}, { policy: { networkDefaults } })).toMatchObject({
      clusterNetworks: [{ cidr: "10.0.0.0/14", hostPrefix: 22 }],
      serviceNetworks: ["172.20.0.0/16"],
    });
  });
});

describe("what is refused", () => {
  test.each([
    ["name", { name: "Demo" }, {}],
    ["base_dns_domain", { baseDnsDomain: "a b" }, {}],
    ["pull_secret", { pullSecret: "nonsense" }, {}],
    ["ssh_public_key", { sshPublicKey: "nonsense" }, {}],
    ["tags", { tags: "a,,b" }, {}],
    ["http_proxy", { httpProxy: "nonsense" }, {}],
    ["http_proxy", { httpProxy: "http://172.30.0.1:80" }, {}],
    ["additional_ntp_source", { additionalNtpSource: "a b" }, {}],
    ["ntp_sources", { additionalNtpSource: "a", ntpSources: "b" }, {}],
    ["disk_encryption", { diskEncryption: { enableOn: "all", mode: "tang" } }, {}],
    ["ignition_endpoint", { ignitionEndpoint: { url: "nonsense" } }, {}],
    ["cpu_architecture", { cpuArchitecture: "arm64" }, { architecture: "x86_64" }],
    ["control_plane_count", { controlPlaneCount: 3, highAvailabilityMode: "None" }, {}],
    ["control_plane_count", { controlPlaneCount: 1, highAvailabilityMode: "Full" }, {}],
    ["control_plane_count", { controlPlaneCount: 0 }, {}],
    ["control_plane_count", { controlPlaneCount: 6 }, {}],
    ["control_plane_count", { controlPlaneCount: 1 }, { version: "4.7.9" }],
    ["control_plane_count", { controlPlaneCount: 4 }, { version: "4.17.9" }],
    ["control_plane_count", { controlPlaneCount: 2 }, { version: "4.18.0" }],
    ["control_plane_count", { controlPlaneCount: 2 }, { policy: { tnaClusters: false } }],
    ["platform", { platform: { type: "baremetal" }, userManagedNetworking: true }, {}],
    ["platform", { platform: { type: "none" }, userManagedNetworking: false }, {}],
    ["platform", { platform: { type: "external" }, userManagedNetworking: false }, {}],
    ["platform", { platform: { type: "nutanix" }, userManagedNetworking: true }, {}],
    ["platform", { controlPlaneCount: 1, platform: { type: "baremetal" } }, {}],
    ["platform", { controlPlaneCount: 1, platform: { type: "vsphere" } }, {}],
    ["user_managed_networking", { controlPlaneCount: 1, userManagedNetworking: false }, {}],
    ["platform", { platform: { type: "external", external: { platformName: "oci", cloudControllerManager: "" } } }, {}],
    ["service_networks", { serviceNetworks: [{ cidr: "10.128.0.0/16" }] }, {}],
    ["api_vips", { userManagedNetworking: true, apiVips: [{ ip: "10.0.0.5" }] }, {}],
    ["api_vips", { vipDhcpAllocation: true, apiVips: [{ ip: "10.0.0.5" }] }, { version: "4.14.0" }],
    ["api_vips", { machineNetworks: [{ cidr: "192.168.0.0/24" }], apiVips: [{ ip: "10.0.0.5" }] }, {}],
    ["olm_operators", { olmOperators: [{ name: "nonsense" }] }, {}],
    ["operator_bundles", { operatorBundles: [{ id: "nonsense" }] }, {}],
  ] as const satisfies readonly (readonly [string, Partial<NewCluster>, Circumstances])[])(
    "%s: %j, %j",
    (field, input, circumstances) =>
      expect(create(input, circumstances)).toMatchObject({ kind: "refused", refusal: { status: 400, field } }),
  );

  test.each([
    ["Nutanix before 4.11", { platform: { type: "nutanix" } }, { version: "4.10.9" }],
    [
      "an external platform before 4.14",
      { platform: { type: "external", external: { platformName: "acme" } } },
      { version: "4.13.9" },
    ],
    ["a user-managed load balancer before 4.16", { loadBalancer: { type: "user-managed" } }, { version: "4.15.9" }],
    [
      "a user-managed load balancer without platform",
      { loadBalancer: { type: "user-managed" }, platform: { type: "none" } },
      {},
    ],
    ["virtual IPs from DHCP since 4.15", { vipDhcpAllocation: true }, {}],
    ["four control plane nodes on vSphere", { controlPlaneCount: 4, platform: { type: "vsphere" } }, {}],
    ["OpenShiftSDN since 4.15", { networkType: "OpenShiftSDN" }, {}],
    [
      "cluster-managed networking on a mainframe",
      { cpuArchitecture: "s390x", userManagedNetworking: false },
      { architecture: "s390x" },
    ],
  ] as const satisfies readonly (readonly [string, Partial<NewCluster>, Circumstances])[])(
    "%s",
    (_, input, circumstances) =>
      expect(create(input, circumstances)).toMatchObject({
        kind: "refused",
        refusal: { status: 400, code: "incompatible-features" },
      }),
  );
});

describe("clusters that are not installed from here", () => {
  const openshiftClusterId = "b0a5f6a4-0000-4000-8000-000000000001";

  test("an imported one takes its name from the API's name", () => {
    const input = { name: "scale-up", apiVipDnsname: "api.prod.example.com", openshiftClusterId };
    expect(importedCluster(input, releaseOf("4.20.1"), defaultPolicy, birth)).toMatchObject({
      kind: "done",
      value: {
        kind: "AddHostsCluster",
        status: "adding-hosts",
        imported: true,
        name: "prod",
        baseDnsDomain: "example.com",
        apiVipDnsName: "api.prod.example.com",
        openshiftClusterId,
        openshiftVersion: "4.20.1",
        monitoredOperators: [],
      },
    });
  });

  test("an imported one that is known by an address keeps the given name, and needs no version", () => {
    const input = { name: "prod", apiVipDnsname: "192.168.0.5", openshiftClusterId };
    expect(importedCluster(input, null, defaultPolicy, birth)).toMatchObject({
      kind: "done",
      value: { name: "prod", baseDnsDomain: "", openshiftVersion: "" },
    });
  });

  test.for(["", "not a name", "api..example.com"])("an imported one is refused when its API is %j", (apiVipDnsname) => {
    expect(
      importedCluster({ name: "prod", apiVipDnsname, openshiftClusterId }, null, defaultPolicy, birth),
    ).toMatchObject({ kind: "refused", refusal: { status: 400, field: "api_vip_dnsname" } });
  });

  test("one that will be installed offline is not watched", () => {
    const input = { name: "offline", openshiftVersion: "4.21" };
    expect(disconnectedCluster(input, releaseOf("4.21.3"), defaultPolicy, birth)).toMatchObject({
      kind: "done",
      value: { kind: "DisconnectedCluster", status: "unmonitored", openshiftVersion: "4.21.3" },
    });
    expect(disconnectedCluster({ ...input, name: "Off" }, releaseOf("4.21.3"), defaultPolicy, birth)).toMatchObject({
      kind: "refused",
      refusal: { field: "name" },
    });
  });
});
