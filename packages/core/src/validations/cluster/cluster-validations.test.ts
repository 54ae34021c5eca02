import { ClusterValidationId as WireIds } from "@muster/contract";
import { describe, expect, test } from "vitest";
import { aHost, anInventory, aSnapshot, now } from "../../../test/builders.ts";
import type { ClusterValidationId } from "../../finding.ts";
import type { Cluster, Vip } from "../../model/cluster.ts";
import type { Host } from "../../model/host.ts";
import { minute } from "../../model/instant.ts";
import { defaultPolicy, type Policy } from "../../policy.ts";
import { clusterValidations, validateCluster } from "./registry.ts";

type Circumstances = Readonly<{
  cluster?: Partial<Cluster>;
  hosts?: readonly Host[];
  hostCount?: number;
  policy?: Partial<Policy>;
}>;

function results({ cluster = {}, hosts, hostCount = 3, policy = {} }: Circumstances = {}) {
  const snapshot = aSnapshot({ hosts: hostCount, cluster });
  return validateCluster({
    ...snapshot,
    hosts: hosts ?? snapshot.hosts,
    policy: { ...defaultPolicy, ...policy },
    now,
    hostResults: new Map(),
  });
}

const resultOf = (id: ClusterValidationId, circumstances: Circumstances) =>
  results(circumstances).find((result) => result.id === id);

const unverified = (...ips: readonly string[]): readonly Vip[] => ips.map((ip) => ({ ip, verification: "unverified" }));
const succeeded = (...ips: readonly string[]): readonly Vip[] => ips.map((ip) => ({ ip, verification: "succeeded" }));
const undiscovered = [aHost({ inventory: null })];
const dual: Partial<Cluster> = {
  clusterNetworks: [
    { cidr: "10.128.0.0/14", hostPrefix: 23 },
    { cidr: "fd01::/48", hostPrefix: 64 },
  ],
  serviceNetworks: ["172.30.0.0/16", "fd02::/112"],
  machineNetworks: ["192.168.10.0/24", "fd10::/64"],
};
const userManaged: Partial<Cluster> = {
  userManagedNetworking: true,
  platform: { type: "none", external: null },
  machineNetworks: [],
  apiVips: [],
  ingressVips: [],
};
const singleNode: Partial<Cluster> = { ...userManaged, controlPlaneCount: 1 };
const dhcp: Partial<Cluster> = {
  vipDhcpAllocation: true,
  networkType: "OpenShiftSDN",
  openshiftVersion: "4.14.1",
  apiVips: [],
  ingressVips: [],
};
const loadBalancer: Partial<Cluster> = { loadBalancer: "user-managed" };
const userManifest = { folder: "manifests", fileName: "a.yaml", source: "user", content: "c" } as const;
const oci = { type: "external", external: { platformName: "oci", cloudControllerManager: "External" } } as const;
const behind = (minutes: number, number: number, over: Partial<Host> = {}) =>
  aHost({ clockSeconds: (now - minutes * minute) / 1000, ...over }, number);

type Row = readonly [ClusterValidationId, string, Circumstances, "success" | "failure" | "pending" | "error", string];

const rows: readonly Row[] = [
  ["machine-cidr-defined", "known", {}, "success", "192.168.10.0/24"],
  ["machine-cidr-defined", "left to the user", { cluster: userManaged }, "success", "No machine network is needed"],
  [
    "machine-cidr-defined",
    "before the first host",
    { cluster: { machineNetworks: [] }, hosts: undiscovered },
    "pending",
    "first host",
  ],
  [
    "machine-cidr-defined",
    "missing",
    { cluster: { machineNetworks: [] } },
    "failure",
    "set the API or the ingress virtual IP",
  ],
  [
    "machine-cidr-defined",
    "missing with DHCP",
    { cluster: { ...dhcp, machineNetworks: [] } },
    "failure",
    "set the machine network",
  ],
  [
    "machine-cidr-defined",
    "missing on a single node",
    { cluster: singleNode, hostCount: 1 },
    "failure",
    "default route",
  ],

  ["cluster-cidr-defined", "set", {}, "success", "is set"],
  ["cluster-cidr-defined", "missing", { cluster: { clusterNetworks: [] } }, "failure", "set cluster_networks"],
  ["service-cidr-defined", "set", {}, "success", "is set"],
  ["service-cidr-defined", "missing", { cluster: { serviceNetworks: [] } }, "failure", "set service_networks"],

  ["no-cidrs-overlapping", "apart", {}, "success", "No networks overlap"],
  [
    "no-cidrs-overlapping",
    "machines in the cluster network",
    { cluster: { machineNetworks: ["10.129.0.0/16"] } },
    "failure",
    "machine network 10.129.0.0/16 and cluster network",
  ],
  [
    "no-cidrs-overlapping",
    "machines in OVN's join network",
    { cluster: { machineNetworks: ["100.64.1.0/24"] } },
    "failure",
    "join network of OVNKubernetes",
  ],
  [
    "no-cidrs-overlapping",
    "OVN's networks moved",
    {
      cluster: {
        machineNetworks: ["100.64.1.0/24"],
        installConfigOverrides: '{"networking":{"ovnKubernetesConfig":{}}}',
      },
    },
    "success",
    "",
  ],
  [
    "no-cidrs-overlapping",
    "OVN's networks without OVN",
    { cluster: { machineNetworks: ["100.64.1.0/24"], networkType: "Calico" } },
    "success",
    "",
  ],
  ["no-cidrs-overlapping", "not all set", { cluster: { machineNetworks: [] } }, "pending", "to be set"],
  ["no-cidrs-overlapping", "no machine network needed", { cluster: userManaged }, "success", ""],
  [
    "no-cidrs-overlapping",
    "unequal numbers",
    { cluster: { clusterNetworks: dual.clusterNetworks ?? [] } },
    "error",
    "2 cluster networks but 1 service networks",
  ],

  ["networks-same-address-families", "IPv4", {}, "success", "same address families"],
  ["networks-same-address-families", "dual stack", { cluster: dual }, "success", ""],
  [
    "networks-same-address-families",
    "mixed",
    { cluster: { ...dual, machineNetworks: ["192.168.10.0/24"] } },
    "failure",
    "machine networks of IPv4, cluster networks of IPv4 and IPv6",
  ],
  [
    "networks-same-address-families",
    "another order",
    { cluster: { ...dual, serviceNetworks: ["fd02::/112", "172.30.0.0/16"] } },
    "failure",
    "service networks of IPv6 and IPv4",
  ],
  ["networks-same-address-families", "not all set", { cluster: { serviceNetworks: [] } }, "pending", "to be set"],
  ["networks-same-address-families", "no machine network needed", { cluster: userManaged }, "success", ""],

  ["network-prefix-valid", "room enough", {}, "success", "has room"],
  [
    "network-prefix-valid",
    "too few blocks",
    { cluster: { clusterNetworks: [{ cidr: "10.128.0.0/22", hostPrefix: 23 }] } },
    "failure",
    "room for 2 nodes",
  ],
  [
    "network-prefix-valid",
    "block larger than the network",
    { cluster: { clusterNetworks: [{ cidr: "10.128.0.0/24", hostPrefix: 23 }] } },
    "failure",
    "24 or more",
  ],
  [
    "network-prefix-valid",
    "no cluster network",
    { cluster: { clusterNetworks: [] } },
    "pending",
    "cluster-cidr-defined",
  ],

  ["machine-cidr-equals-to-calculated-cidr", "equal", {}, "success", "the one of the virtual IPs"],
  [
    "machine-cidr-equals-to-calculated-cidr",
    "another",
    { cluster: { machineNetworks: ["192.168.0.0/16"] } },
    "failure",
    "192.168.10.0/24, the network of hosts",
  ],
  [
    "machine-cidr-equals-to-calculated-cidr",
    "no host shares it",
    {
      cluster: { machineNetworks: ["10.9.0.0/24"], apiVips: succeeded("10.9.0.5"), ingressVips: succeeded("10.9.0.6") },
    },
    "failure",
    "a network of the hosts",
  ],
  [
    "machine-cidr-equals-to-calculated-cidr",
    "no ingress VIP",
    { cluster: { ingressVips: [] } },
    "pending",
    "virtual IPs to be set",
  ],
  [
    "machine-cidr-equals-to-calculated-cidr",
    "left to the user",
    { cluster: userManaged },
    "success",
    "left to the user",
  ],
  [
    "machine-cidr-equals-to-calculated-cidr",
    "load balancer",
    { cluster: { ...loadBalancer, machineNetworks: ["10.0.0.0/24"] } },
    "success",
    "load balancer",
  ],

  ["api-vips-defined", "set", {}, "success", "is set"],
  ["api-vips-defined", "missing", { cluster: { apiVips: [] } }, "failure", "API virtual IP (api_vips)"],
  ["api-vips-defined", "left to the user", { cluster: userManaged }, "success", "left to the user"],
  ["api-vips-defined", "single node", { cluster: singleNode }, "success", "own address"],
  [
    "api-vips-defined",
    "DHCP without network",
    { cluster: { ...dhcp, machineNetworks: [] } },
    "pending",
    "machine network",
  ],
  [
    "api-vips-defined",
    "DHCP asked a minute ago",
    { cluster: { ...dhcp, machineNetworksUpdatedAt: now - minute } },
    "failure",
    "wait: it may take up to 2 minutes",
  ],
  [
    "api-vips-defined",
    "DHCP asked long ago",
    { cluster: { ...dhcp, machineNetworksUpdatedAt: now - 3 * minute } },
    "failure",
    "after 2 minutes",
  ],
  ["ingress-vips-defined", "set", {}, "success", "is set"],
  ["ingress-vips-defined", "missing", { cluster: { ingressVips: [] } }, "failure", "ingress virtual IP (ingress_vips)"],
  ["ingress-vips-defined", "DHCP asked just now", { cluster: dhcp }, "failure", "a lease"],

  ["api-vips-valid", "verified", {}, "success", "192.168.10.100 can be used"],
  ["api-vips-valid", "missing", { cluster: { apiVips: [] } }, "pending", "to be set"],
  ["api-vips-valid", "before the first host", { hosts: undiscovered }, "pending", "first host"],
  ["api-vips-valid", "no machine network", { cluster: { machineNetworks: [] } }, "pending", "machine network"],
  [
    "api-vips-valid",
    "not verified yet",
    { cluster: { apiVips: unverified("192.168.10.100") } },
    "pending",
    "192.168.10.100",
  ],
  [
    "api-vips-valid",
    "in use",
    { cluster: { apiVips: [{ ip: "192.168.10.100", verification: "failed" }] } },
    "failure",
    "in use",
  ],
  [
    "api-vips-valid",
    "elsewhere",
    { cluster: { apiVips: succeeded("10.0.0.1") } },
    "failure",
    "outside the machine network",
  ],
  [
    "api-vips-valid",
    "same as ingress",
    { cluster: { apiVips: succeeded("192.168.10.101") } },
    "failure",
    "both the API and ingress",
  ],
  [
    "api-vips-valid",
    "load balancer elsewhere",
    { cluster: { ...loadBalancer, apiVips: unverified("10.0.0.1"), machineNetworks: [] } },
    "success",
    "10.0.0.1",
  ],
  [
    "api-vips-valid",
    "both families",
    { cluster: { ...dual, apiVips: succeeded("192.168.10.100", "fd10::100") } },
    "success",
    "fd10::100",
  ],
  [
    "api-vips-valid",
    "wrong order",
    { cluster: { ...dual, apiVips: succeeded("fd10::100", "192.168.10.100") } },
    "failure",
    "API virtual IPs of IPv6 and IPv4",
  ],
  ["api-vips-valid", "left to the user", { cluster: userManaged }, "success", "left to the user"],
  ["api-vips-valid", "single node", { cluster: singleNode }, "success", "own address"],
  ["ingress-vips-valid", "verified", {}, "success", "192.168.10.101 can be used"],
  [
    "ingress-vips-valid",
    "broadcast",
    { cluster: { ingressVips: succeeded("192.168.10.255") } },
    "failure",
    "broadcast address",
  ],
  [
    "ingress-vips-valid",
    "not verified yet",
    { cluster: { ingressVips: unverified("192.168.10.101") } },
    "pending",
    "192.168.10.101",
  ],

  ["network-type-valid", "OVN", {}, "success", "OVNKubernetes suits"],
  [
    "network-type-valid",
    "SDN",
    { cluster: { networkType: "OpenShiftSDN", openshiftVersion: "4.14.9" } },
    "success",
    "OpenShiftSDN suits",
  ],
  [
    "network-type-valid",
    "SDN in 4.15",
    { cluster: { networkType: "OpenShiftSDN", openshiftVersion: "4.15.0" } },
    "failure",
    "no longer has",
  ],
  [
    "network-type-valid",
    "SDN with IPv6",
    { cluster: { ...dual, networkType: "OpenShiftSDN", openshiftVersion: "4.14.9" } },
    "failure",
    "with IPv6",
  ],
  [
    "network-type-valid",
    "SDN on a single node",
    { cluster: { ...singleNode, networkType: "OpenShiftSDN", openshiftVersion: "4.14.9" } },
    "failure",
    "single node",
  ],
  ["network-type-valid", "OVN with DHCP", { cluster: { ...dhcp, networkType: "OVNKubernetes" } }, "failure", "by DHCP"],

  ["custom-manifests-requirements-satisfied", "OVN", {}, "success", "No custom manifests"],
  [
    "custom-manifests-requirements-satisfied",
    "Cilium without",
    { cluster: { networkType: "Cilium" } },
    "failure",
    "network type Cilium",
  ],
  [
    "custom-manifests-requirements-satisfied",
    "a system manifest is not enough",
    { cluster: { networkType: "None", manifests: [{ ...userManifest, source: "system" }] } },
    "failure",
    "network type None",
  ],
  [
    "custom-manifests-requirements-satisfied",
    "Calico with",
    { cluster: { networkType: "Calico", manifests: [userManifest] } },
    "success",
    "were added",
  ],

  ["dns-domain-defined", "set", {}, "success", "example.com"],
  ["dns-domain-defined", "missing", { cluster: { baseDnsDomain: "" } }, "failure", "set base_dns_domain"],
  ["pull-secret-set", "set", {}, "success", "is set"],
  ["pull-secret-set", "missing", { cluster: { pullSecretSet: false } }, "failure", "set pull_secret"],
  ["platform-requirements-satisfied", "bare metal", {}, "success", "nothing more"],
  ["platform-requirements-satisfied", "Oracle without manifests", { cluster: { platform: oci } }, "failure", "Oracle"],
  [
    "platform-requirements-satisfied",
    "Oracle with manifests",
    { cluster: { platform: oci, manifests: [userManifest] } },
    "success",
    "Oracle",
  ],

  ["ntp-server-configured", "clocks agree", { hosts: [behind(0, 1), behind(4, 2)] }, "success", "agree"],
  ["ntp-server-configured", "clocks differ", { hosts: [behind(0, 1), behind(5, 2)] }, "failure", "differ by 5 minutes"],
  [
    "ntp-server-configured",
    "a lost host's clock does not count",
    { hosts: [behind(0, 1), behind(60, 2, { status: "disconnected" })] },
    "success",
    "",
  ],
  [
    "ntp-server-configured",
    "one clock only",
    { hosts: [behind(60, 1), aHost({ clockSeconds: null }, 2)] },
    "success",
    "",
  ],

  ["all-hosts-are-ready-to-install", "all known", {}, "success", "All hosts"],
  [
    "all-hosts-are-ready-to-install",
    "preparing",
    { hosts: [aHost({ status: "preparing-successful" }), aHost({ status: "preparing-for-installation" }, 2)] },
    "success",
    "",
  ],
  [
    "all-hosts-are-ready-to-install",
    "one insufficient",
    { hosts: [aHost(), aHost({ status: "insufficient" }, 2)] },
    "failure",
    "host-2 (insufficient)",
  ],
  [
    "all-hosts-are-ready-to-install",
    "many",
    { hosts: [1, 2, 3, 4, 5, 6, 7].map((n) => aHost({ status: "discovering" }, n)) },
    "failure",
    "and 2 more",
  ],

  ["sufficient-masters-count", "undecided hosts that fit", {}, "success", "control plane it should have"],
  ["sufficient-masters-count", "too few", { hostCount: 2 }, "failure", "exactly 3 control plane nodes"],
  [
    "sufficient-masters-count",
    "too many chosen",
    { hosts: [1, 2, 3, 4].map((n) => aHost({ role: "master" }, n)) },
    "failure",
    "4 control plane nodes",
  ],
  [
    "sufficient-masters-count",
    "suggested roles count",
    { hosts: [1, 2, 3].map((n) => aHost({ suggestedRole: "master" }, n)) },
    "success",
    "",
  ],
  [
    "sufficient-masters-count",
    "hosts that are too weak",
    {
      hosts: [1, 2, 3].map((n) =>
        aHost({ inventory: anInventory(n, { cpu: { count: 2, architecture: "x86_64" } }) }, n),
      ),
    },
    "failure",
    "0 control plane nodes, 3 workers",
  ],
  ["sufficient-masters-count", "a single node", { cluster: singleNode, hostCount: 1 }, "success", ""],
  [
    "sufficient-masters-count",
    "a single node with company",
    { cluster: singleNode, hostCount: 2 },
    "failure",
    "nothing else",
  ],
];

describe("validations of a cluster", () => {
  test.each(rows)("%s: %s", (id, _, circumstances, status, words) => {
    expect(resultOf(id, circumstances)).toMatchObject({ id, status, message: expect.stringContaining(words) });
  });

  test("each of ours is seen both passing and holding back", () => {
    const ours = clusterValidations.filter(({ category }) => category !== "operators").map(({ id }) => id);
    const seen = (ids: readonly Row[]) => [...new Set(ids.map(([id]) => id))].sort();
    expect(seen(rows.filter((row) => row[3] === "success"))).toEqual([...ours].sort());
    expect(seen(rows.filter((row) => row[3] !== "success"))).toEqual([...ours].sort());
  });
});

describe("the registry", () => {
  test("holds the 48 ids that the wire knows, but for the legacy one", () => {
    const wanted = WireIds.enum.filter((id) => id !== "ocs-requirements-satisfied");
    expect(clusterValidations.map(({ id }) => id).sort()).toEqual([...wanted].sort());
    expect(clusterValidations).toHaveLength(48);
  });

  test("answers all of them, by category and id, on every topology", () => {
    for (const cluster of [{}, userManaged, singleNode, dhcp, dual, loadBalancer]) {
      const answers = results({ cluster });
      expect(answers).toHaveLength(48);
      const order = answers.map(({ category, id }) => `${category}/${id}`);
      expect(order).toEqual([...order].sort());
    }
  });

  test("a good cluster passes every one", () => {
    expect(results().filter(({ status }) => status !== "success")).toEqual([]);
  });

  test("settings turn one off for all; a cluster's own choice replaces the settings", () => {
    const policy = { disabledClusterValidations: ["dns-domain-defined"] };
    const cluster: Partial<Cluster> = { baseDnsDomain: "" };
    expect(resultOf("dns-domain-defined", { cluster, policy })?.status).toBe("disabled");
    const choice: Partial<Cluster> = { ...cluster, ignoredClusterValidations: ["ntp-server-configured"] };
    expect(resultOf("dns-domain-defined", { cluster: choice, policy })?.status).toBe("failure");
  });
});
