import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, anInventory, aSnapshot, now } from "../../test/builders.ts";
import type { Changes } from "../changes.ts";
import type { Cluster, ClusterStatus } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import { minute } from "../model/instant.ts";
import { resolveOperators } from "../operators/selection.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import type { ClusterUpdate } from "./params.ts";
import { updateCluster } from "./update.ts";

const later = now + minute;
const vip = (ip: string, verification: "unverified" | "succeeded" = "unverified") => ({ ip, verification });

type Circumstances = Readonly<{ cluster?: Partial<Cluster>; hosts?: readonly Host[]; policy?: Partial<Policy> }>;

function update(given: ClusterUpdate, { cluster = {}, hosts, policy = {} }: Circumstances = {}) {
  const monitoredOperators = resolveOperators([], [], aCluster(), defaultPolicy);
  const snapshot = aSnapshot({ cluster: { monitoredOperators, ...cluster } });
  return updateCluster({ ...snapshot, hosts: hosts ?? snapshot.hosts }, given, { ...defaultPolicy, ...policy }, later);
}

function changes(given: ClusterUpdate, circumstances: Circumstances = {}): Changes {
  const outcome = update(given, circumstances);
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value;
}

const twoNetworks = [1, 2, 3].map((number) =>
  aHost(
    {
      inventory: anInventory(number, {
        interfaces: [
          { name: "eno1", ipv4Addresses: [`192.168.10.${number}/24`], ipv6Addresses: [] },
          { name: "eno2", ipv4Addresses: [`10.9.0.${number}/24`], ipv6Addresses: ["fd10::1/64"] },
        ],
      }),
    },
    number,
  ),
);
const userManaged: Partial<Cluster> = {
  platform: { type: "none", external: null },
  userManagedNetworking: true,
  apiVips: [],
  ingressVips: [],
  machineNetworks: [],
};
const singleNode: Partial<Cluster> = { ...userManaged, controlPlaneCount: 1 };
const dhcp: Partial<Cluster> = {
  vipDhcpAllocation: true,
  openshiftVersion: "4.14.1",
  networkType: "OpenShiftSDN",
  apiVipLease: "lease",
  ingressVipLease: "lease",
};
const day2: Partial<Cluster> = { kind: "AddHostsCluster", status: "adding-hosts" };

describe("what an update changes", () => {
  test.each([
    [
      "nothing, when it says nothing new",
      {
        name: "demo",
        platform: { type: "baremetal" },
        userManagedNetworking: false,
        apiVips: [{ ip: "192.168.10.100" }],
      },
      {},
      {},
    ],
    [
      "plain settings",
      {
        name: "other",
        baseDnsDomain: "example.org",
        tags: "a",
        hyperthreading: "none",
        schedulableMasters: true,
        apiVipDnsName: "api.example.org",
      },
      {},
      {
        name: "other",
        baseDnsDomain: "example.org",
        tags: "a",
        hyperthreading: "none",
        schedulableMasters: true,
        apiVipDnsName: "api.example.org",
      },
    ],
    [
      "empty values clear",
      { baseDnsDomain: "", tags: "", apiVipDnsName: "" },
      { cluster: { tags: "a", apiVipDnsName: "x" } },
      { baseDnsDomain: "", tags: "", apiVipDnsName: "" },
    ],
    [
      "one part of the disk encryption",
      { diskEncryption: { enableOn: "workers" } },
      {},
      { diskEncryption: { enableOn: "workers", mode: "tpmv2", tangServers: "" } },
    ],
    [
      "the ignition endpoint",
      { ignitionEndpoint: { url: "https://ignition:22623" } },
      {},
      { ignitionEndpoint: { url: "https://ignition:22623", caCertificate: "" } },
    ],
    [
      "the list of time servers that replaces ends the one that adds",
      { ntpSources: "a" },
      { cluster: { additionalNtpSource: "b" } },
      { ntpSources: "a", additionalNtpSource: "" },
    ],
    [
      "and the other way round",
      { additionalNtpSource: "b" },
      { cluster: { ntpSources: "a" } },
      { ntpSources: "", additionalNtpSource: "b" },
    ],
    ["clearing one leaves the other", { ntpSources: "" }, { cluster: { additionalNtpSource: "b" } }, {}],
    [
      "a new VIP is unverified, one that stays keeps its verification",
      { apiVips: [{ ip: "192.168.10.99" }], ingressVips: [{ ip: "192.168.10.101", verification: "unverified" }] },
      {},
      { apiVips: [vip("192.168.10.99")] },
    ],
    [
      "a VIP elsewhere moves the machine network",
      { apiVips: [{ ip: "10.9.0.100" }], ingressVips: [{ ip: "10.9.0.101" }] },
      { hosts: twoNetworks },
      {
        apiVips: [vip("10.9.0.100")],
        ingressVips: [vip("10.9.0.101")],
        machineNetworks: ["10.9.0.0/24"],
        machineNetworksUpdatedAt: later,
      },
    ],
    [
      "even one that was given earlier",
      { apiVips: [{ ip: "10.9.0.100" }], ingressVips: [{ ip: "10.9.0.101" }] },
      { hosts: twoNetworks, cluster: { machineNetworksGiven: true } },
      {
        apiVips: [vip("10.9.0.100")],
        ingressVips: [vip("10.9.0.101")],
        machineNetworks: ["10.9.0.0/24"],
        machineNetworksGiven: false,
        machineNetworksUpdatedAt: later,
      },
    ],
    [
      "a VIP inside the given machine network leaves it",
      { apiVips: [{ ip: "192.168.10.99" }] },
      { cluster: { machineNetworksGiven: true } },
      { apiVips: [vip("192.168.10.99")] },
    ],
    [
      "no VIPs, no machine network",
      { apiVips: [], ingressVips: [] },
      {},
      { apiVips: [], ingressVips: [], machineNetworks: [], machineNetworksUpdatedAt: later },
    ],
    [
      "given machine networks stay",
      { machineNetworks: [{ cidr: "192.168.0.0/16" }] },
      { hosts: [] },
      { machineNetworks: ["192.168.0.0/16"], machineNetworksGiven: true, machineNetworksUpdatedAt: later },
    ],
    [
      "given machine networks have the size that they have on the hosts",
      { machineNetworks: [{ cidr: "192.168.0.0/16" }] },
      { cluster: { machineNetworks: [] } },
      { machineNetworks: ["192.168.10.0/24"], machineNetworksGiven: true, machineNetworksUpdatedAt: later },
    ],
    [
      "the single field of older clients",
      { machineNetworkCidr: "192.168.0.0/16" },
      { hosts: [] },
      { machineNetworks: ["192.168.0.0/16"], machineNetworksGiven: true, machineNetworksUpdatedAt: later },
    ],
    [
      "an empty list gives them free again",
      { machineNetworks: [] },
      { cluster: { machineNetworksGiven: true, machineNetworks: ["192.168.0.0/16"] } },
      { machineNetworks: ["192.168.10.0/24"], machineNetworksGiven: false, machineNetworksUpdatedAt: later },
    ],
    [
      "cluster and service networks",
      { clusterNetworks: [{ cidr: "10.0.0.0/14" }], serviceNetworks: [{ cidr: "172.31.0.0/16" }] },
      {},
      { clusterNetworks: [{ cidr: "10.0.0.0/14", hostPrefix: 23 }], serviceNetworks: ["172.31.0.0/16"] },
    ],
    [
      "only the host prefix",
      { clusterNetworkHostPrefix: 24 },
      {},
      { clusterNetworks: [{ cidr: "10.128.0.0/14", hostPrefix: 24 }] },
    ],
    [
      "user-managed networking drops VIPs and what was derived from them",
      { userManagedNetworking: true },
      {},
      {
        userManagedNetworking: true,
        platform: { type: "none", external: null },
        apiVips: [],
        ingressVips: [],
        machineNetworks: [],
        machineNetworksUpdatedAt: later,
      },
    ],
    [
      "as user interfaces ask for it",
      { userManagedNetworking: true, apiVips: [], ingressVips: [], vipDhcpAllocation: false },
      {},
      {
        userManagedNetworking: true,
        platform: { type: "none", external: null },
        apiVips: [],
        ingressVips: [],
        machineNetworks: [],
        machineNetworksUpdatedAt: later,
      },
    ],
    [
      "and back",
      { userManagedNetworking: false, apiVips: [{ ip: "192.168.10.5" }], ingressVips: [{ ip: "192.168.10.6" }] },
      { cluster: userManaged },
      {
        userManagedNetworking: false,
        platform: { type: "baremetal", external: null },
        apiVips: [vip("192.168.10.5")],
        ingressVips: [vip("192.168.10.6")],
        machineNetworks: ["192.168.10.0/24"],
        machineNetworksUpdatedAt: later,
      },
    ],
    [
      "another platform with the same networking",
      { platform: { type: "vsphere" } },
      {},
      { platform: { type: "vsphere", external: null } },
    ],
    [
      "vSphere stays user-managed when it was",
      { platform: { type: "vsphere" } },
      { cluster: { ...userManaged, platform: { type: "vsphere", external: null } } },
      {},
    ],
    [
      "one node instead of three",
      { controlPlaneCount: 1 },
      { hosts: [aHost()] },
      {
        controlPlaneCount: 1,
        platform: { type: "none", external: null },
        userManagedNetworking: true,
        apiVips: [],
        ingressVips: [],
      },
    ],
    [
      "three instead of one",
      { controlPlaneCount: 3 },
      { cluster: singleNode },
      { controlPlaneCount: 3, platform: { type: "baremetal", external: null }, userManagedNetworking: false },
    ],
    [
      "virtual IPs from DHCP start anew",
      { vipDhcpAllocation: true },
      { cluster: { openshiftVersion: "4.14.1", networkType: "OpenShiftSDN" } },
      { vipDhcpAllocation: true, apiVips: [], ingressVips: [] },
    ],
    [
      "virtual IPs of one's own end the leases",
      { vipDhcpAllocation: false, apiVips: [{ ip: "192.168.10.5" }], ingressVips: [{ ip: "192.168.10.6" }] },
      { cluster: dhcp },
      {
        vipDhcpAllocation: false,
        apiVipLease: "",
        ingressVipLease: "",
        apiVips: [vip("192.168.10.5")],
        ingressVips: [vip("192.168.10.6")],
      },
    ],
    [
      "leased virtual IPs do not stand in the way of other networks",
      { serviceNetworks: [{ cidr: "172.31.0.0/16" }] },
      { cluster: dhcp },
      { serviceNetworks: ["172.31.0.0/16"] },
    ],
    [
      "a single node's own address does not either",
      { serviceNetworks: [{ cidr: "172.31.0.0/16" }] },
      {
        hosts: [aHost()],
        cluster: {
          ...singleNode,
          apiVips: [vip("192.168.10.11")],
          ingressVips: [vip("192.168.10.11")],
          machineNetworks: ["192.168.10.0/24"],
        },
      },
      { serviceNetworks: ["172.31.0.0/16"] },
    ],
    [
      "a load balancer of one's own",
      { loadBalancer: { type: "user-managed" }, ingressVips: [{ ip: "192.168.10.100" }] },
      {},
      { loadBalancer: "user-managed", ingressVips: [vip("192.168.10.100")] },
    ],
    [
      "dual stack, both lists at once",
      {
        clusterNetworks: [{ cidr: "10.128.0.0/14" }, { cidr: "fd01::/48" }],
        serviceNetworks: [{ cidr: "172.30.0.0/16" }, { cidr: "fd02::/112" }],
      },
      { hosts: twoNetworks },
      {
        clusterNetworks: [
          { cidr: "10.128.0.0/14", hostPrefix: 23 },
          { cidr: "fd01::/48", hostPrefix: 64 },
        ],
        serviceNetworks: ["172.30.0.0/16", "fd02::/112"],
        machineNetworks: ["192.168.10.0/24", "fd10::/64"],
        machineNetworksUpdatedAt: later,
      },
    ],
    [
      "the first pull secret",
      { pullSecret: '{"auths":{"quay.io":{"auth":"dTpw"}}}' },
      { cluster: { pullSecretSet: false } },
      { pullSecretSet: true },
    ],
    [
      "what day 2 still needs",
      { apiVipDnsName: "api.example.com", httpProxy: "http://proxy:80", sshPublicKey: "" },
      { cluster: day2 },
      { apiVipDnsName: "api.example.com", proxy: { httpProxy: "http://proxy:80", httpsProxy: "", noProxy: "" } },
    ],
    [
      "day-2 settings that do not change may be repeated",
      { controlPlaneCount: 3, networkType: "OVNKubernetes", apiVips: [{ ip: "192.168.10.100" }] },
      { cluster: day2 },
      {},
    ],
  ] as const satisfies readonly (readonly [string, ClusterUpdate, Circumstances, Partial<Cluster>])[])(
    "%s",
    (_, given, circumstances, expected) => {
      const { cluster, hosts } = changes(given, circumstances);
      expect(cluster).toEqual(expected);
      expect(hosts.size).toBe(0);
    },
  );

  test("a change of the proxy is told", () => {
    expect(changes({ httpProxy: "http://proxy:80" }).events.map(({ name }) => name)).toEqual([
      "proxy_settings_changed",
    ]);
    expect(changes({ httpProxy: "" }).events).toEqual([]);
  });

  test("operators are replaced, with their dependencies; what was known of those that stay is kept", () => {
    const before = resolveOperators([{ name: "odf" }, { name: "mce" }], [], aCluster(), defaultPolicy).map(
      (operator) => (operator.name === "mce" ? { ...operator, statusInfo: "known" } : operator),
    );
    const after = changes({ olmOperators: [{ name: "mce" }] }, { cluster: { monitoredOperators: before } }).cluster;
    expect(after.monitoredOperators?.map(({ name, statusInfo }) => [name, statusInfo])).toEqual([
      ["console", ""],
      ["mce", "known"],
    ]);
  });

  test("a bundle joins the operators that were chosen one by one", () => {
    const before = resolveOperators([{ name: "mce" }], [], aCluster(), defaultPolicy);
    const after = changes(
      { operatorBundles: [{ id: "virtualization" }] },
      { cluster: { monitoredOperators: before } },
    ).cluster;
    const names = after.monitoredOperators?.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["console", "mce", "cnv"]));
    expect(after.operatorBundles).toEqual([{ id: "virtualization", optionalOperators: [] }]);
  });
});

describe("what is refused", () => {
  const closed: readonly ClusterStatus[] = [
    "preparing-for-installation",
    "installing",
    "installing-pending-user-action",
    "finalizing",
    "installed",
    "error",
    "cancelled",
    "unmonitored",
  ];
  test.each(closed)("anything while the cluster is %s", (status) =>
    expect(update({ name: "other" }, { cluster: { status } })).toMatchObject({
      kind: "refused",
      refusal: { status: 409, found: expect.stringContaining(status) },
    }),
  );

  test.each(["insufficient", "ready", "pending-for-input", "adding-hosts"] as const)(
    "nothing while it is %s",
    (status) => expect(update({ name: "other" }, { cluster: { status } }).kind).toBe("done"),
  );

  test.each([
    ["name", { name: "Demo" }, {}],
    ["pull_secret", { pullSecret: "" }, {}],
    ["ntp_sources", { ntpSources: "a", additionalNtpSource: "b" }, {}],
    ["control_plane_count", { controlPlaneCount: 7 }, {}],
    ["platform", { platform: { type: "none" }, userManagedNetworking: false }, {}],
    ["platform", { platform: { type: "baremetal" } }, { cluster: singleNode }],
    ["user_managed_networking", { userManagedNetworking: false }, { cluster: singleNode }],
    ["api_vips", { apiVips: [{ ip: "192.168.10.5" }] }, { cluster: userManaged }],
    ["api_vips", { apiVips: [{ ip: "192.168.10.5" }] }, { cluster: dhcp }],
    ["api_vips", { apiVips: [{ ip: "192.168.10.101" }] }, {}],
    ["api_vips", { machineNetworks: [{ cidr: "10.0.0.0/24" }] }, {}],
    ["api_vip_dns_name", { apiVipDnsName: "a b" }, {}],
    ["service_networks", { serviceNetworks: [{ cidr: "10.128.0.0/16" }] }, {}],
    ["olm_operators", { olmOperators: [{}] }, {}],
    ["http_proxy", { httpProxy: "nonsense" }, {}],
  ] as const satisfies readonly (readonly [string, ClusterUpdate, Circumstances])[])(
    "%s: %j",
    (field, given, circumstances) =>
      expect(update(given, circumstances)).toMatchObject({ kind: "refused", refusal: { status: 400, field } }),
  );

  test.each([
    ["network_type", { networkType: "Calico" }],
    ["api_vips", { apiVips: [] }],
    ["control_plane_count", { controlPlaneCount: 5 }],
    ["olm_operators", { olmOperators: [{ name: "mce" }] }],
    ["schedulable_masters", { schedulableMasters: true }],
  ] as const satisfies readonly (readonly [string, ClusterUpdate])[])("on day 2: %s", (field, given) =>
    expect(update(given, { cluster: day2 })).toMatchObject({ kind: "refused", refusal: { status: 409, field } }),
  );

  test("features that exclude each other, but only those that this update brings together", () => {
    const sdn: Partial<Cluster> = { networkType: "OpenShiftSDN" };
    expect(update({ networkType: "OpenShiftSDN" })).toMatchObject({ refusal: { code: "incompatible-features" } });
    expect(update({ name: "other" }, { cluster: sdn }).kind).toBe("done");
  });

  test("Oracle's platform with an infra-env that makes full images", () => {
    const snapshot = { ...aSnapshot({ cluster: userManaged }), infraEnvs: [anInfraEnv({ imageType: "full-iso" })] };
    const given: ClusterUpdate = { platform: { type: "external", external: { platformName: "oci" } } };
    expect(updateCluster(snapshot, given, defaultPolicy, later)).toMatchObject({ kind: "refused" });
    const minimal = { ...snapshot, infraEnvs: [anInfraEnv({ imageType: "minimal-iso" })] };
    expect(updateCluster(minimal, given, defaultPolicy, later)).toMatchObject({ kind: "done" });
  });
});
