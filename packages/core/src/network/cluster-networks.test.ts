import { describe, expect, test } from "vitest";
import { aCluster } from "../../test/builders.ts";
import type { Cluster, Vip } from "../model/cluster.ts";
import { checkClusterNetworks } from "./cluster-networks.ts";

const vips = (...ips: readonly string[]): readonly Vip[] => ips.map((ip) => ({ ip, verification: "unverified" }));
const noVips = { apiVips: [], ingressVips: [] } as const;
const ipv4 = { cidr: "10.128.0.0/14", hostPrefix: 23 };
const ipv6 = { cidr: "fd01::/48", hostPrefix: 64 };
const given = (...machineNetworks: readonly string[]) => ({ machineNetworks, machineNetworksGiven: true });

describe("networks that are taken", () => {
  test.each([
    ["the usual ones", {}],
    ["IPv6 alone", { ...noVips, clusterNetworks: [ipv6], serviceNetworks: ["fd02::/112"] }],
    ["dual stack", { clusterNetworks: [ipv4, ipv6], serviceNetworks: ["172.30.0.0/16", "fd02::/112"] }],
    ["dual stack with IPv6 first", { clusterNetworks: [ipv6, ipv4], serviceNetworks: ["fd02::/112", "172.30.0.0/16"] }],
    [
      "virtual IPs of both families",
      { apiVips: vips("192.168.10.5", "fd10::5"), ingressVips: vips("192.168.10.6", "fd10::6") },
    ],
    ["an API virtual IP before there is one for ingress", { ingressVips: [] }],
    [
      "many machine networks behind a load balancer",
      { loadBalancer: "user-managed", ...given("10.0.0.0/30", "10.0.1.0/30", "10.0.2.0/30") },
    ],
    [
      "one virtual IP for both behind a load balancer",
      { loadBalancer: "user-managed", apiVips: vips("10.7.0.1"), ingressVips: vips("10.7.0.1") },
    ],
    [
      "a derived machine network that overlaps: the validations say so",
      { machineNetworks: ["10.128.0.0/24"], ...noVips },
    ],
    ["virtual IPs in the given machine network", given("192.168.10.0/24")],
    ["a VIP of the family that has no given network yet", { ...given("fd10::/64"), apiVips: vips("192.168.10.5") }],
    ["no networks at all: they may come later", { clusterNetworks: [], serviceNetworks: [], ...noVips }],
  ] as const satisfies readonly (readonly [string, Partial<Cluster>])[])("%s", (_, cluster) =>
    expect(checkClusterNetworks(aCluster(cluster))).toBeNull(),
  );
});

describe("networks that are refused", () => {
  test.each([
    ["cluster_networks", "address inside", { clusterNetworks: [{ cidr: "10.128.0.1/14", hostPrefix: 23 }] }],
    ["cluster_networks", "leaves 6 bits", { clusterNetworks: [{ cidr: "10.128.0.0/26", hostPrefix: 28 }] }],
    ["cluster_networks", "host prefix 12", { clusterNetworks: [{ cidr: "10.128.0.0/14", hostPrefix: 12 }] }],
    [
      "cluster_networks",
      "10.128.0.0/14, 10.0.0.0/14",
      { clusterNetworks: [ipv4, { cidr: "10.0.0.0/14", hostPrefix: 23 }] },
    ],
    ["service_networks", "not a network", { serviceNetworks: ["172.30.0.0"] }],
    ["service_networks", "larger network than services", { serviceNetworks: ["11.0.0.0/8"] }],
    ["service_networks", "overlap", { serviceNetworks: ["10.128.0.0/16"] }],
    ["machine_networks", "leaves 3 bits", { ...given("192.168.0.0/29"), ...noVips }],
    ["machine_networks", "overlap", { ...given("172.30.4.0/24"), ...noVips }],
    ["machine_networks", "192.168.0.0/24, 192.168.1.0/24", { ...given("192.168.0.0/24", "192.168.1.0/24"), ...noVips }],
    ["cluster_networks", "with IPv6 first", { openshiftVersion: "4.11.3", clusterNetworks: [ipv6, ipv4] }],
    [
      "cluster_networks",
      "with IPv6 first",
      { platform: { type: "vsphere", external: null }, clusterNetworks: [ipv6, ipv4] },
    ],
    ["api_vips", "192.168.10.100", { vipDhcpAllocation: true }],
    ["ingress_vips", "192.168.10.101", { vipDhcpAllocation: true, apiVips: [] }],
    ["api_vips", "192.168.10.100", { userManagedNetworking: true }],
    ["api_vips", "not an address", { apiVips: vips("nonsense") }],
    ["api_vips", "10.0.0.1, 10.0.0.2", { apiVips: vips("10.0.0.1", "10.0.0.2") }],
    ["api_vips", "both the API and ingress", { apiVips: vips("192.168.10.101") }],
    ["api_vips", "outside the machine network", given("192.168.20.0/24")],
    ["ingress_vips", "broadcast address", { ...given("192.168.10.0/24"), ingressVips: vips("192.168.10.255") }],
    ["ingress_vips", "2 API and 1 ingress", { apiVips: vips("192.168.10.5", "fd10::5") }],
    [
      "api_vips",
      "two virtual IPs",
      { openshiftVersion: "4.11.0", apiVips: vips("10.1.0.5", "fd10::5"), ingressVips: [] },
    ],
  ] as const satisfies readonly (readonly [string, string, Partial<Cluster>])[])("%s: %s", (field, found, cluster) =>
    expect(checkClusterNetworks(aCluster(cluster))).toMatchObject({
      code: "invalid-field",
      status: 400,
      field,
      found: expect.stringContaining(found),
    }),
  );
});
