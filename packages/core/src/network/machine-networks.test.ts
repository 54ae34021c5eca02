import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInventory } from "../../test/builders.ts";
import type { Cluster, Vip } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import { hostNetworks } from "./host-networks.ts";
import { deriveMachineNetworks } from "./machine-networks.ts";

const vip = (ip: string): Vip => ({ ip, verification: "unverified" });

function hostWith(addresses: Record<string, readonly string[]>, routes: readonly object[] = [], number = 1): Host {
  const interfaces = Object.entries(addresses).map(([name, cidrs]) => ({
    name,
    macAddress: `52:54:00:00:00:0${number}`,
    ipv4Addresses: cidrs.filter((cidr) => !cidr.includes(":")),
    ipv6Addresses: cidrs.filter((cidr) => cidr.includes(":")),
  }));
  return aHost({ inventory: anInventory(number, { interfaces, routes: [...routes] }) }, number);
}

const dualHosts = [1, 2, 3].map((number) =>
  hostWith({ eno1: [`192.168.10.${number}/24`, `fd10::${number}/64`], eno2: [`10.9.0.${number}/16`] }, [], number),
);

const derived = (cluster: Partial<Cluster>, hosts: readonly Host[]) =>
  deriveMachineNetworks({
    cluster: aCluster({ machineNetworks: [], apiVips: [], ingressVips: [], ...cluster }),
    hosts,
  });

const dualNetworks: Partial<Cluster> = {
  clusterNetworks: [
    { cidr: "10.128.0.0/14", hostPrefix: 23 },
    { cidr: "fd01::/48", hostPrefix: 64 },
  ],
  serviceNetworks: ["172.30.0.0/16", "fd02::/112"],
};

describe("machine networks from virtual IPs", () => {
  test.each([
    ["none without VIPs", { apiVips: [] }, []],
    ["the network of the API VIP", { apiVips: [vip("192.168.10.100")] }, ["192.168.10.0/24"]],
    ["the network of the ingress VIP alone", { ingressVips: [vip("10.9.7.7")] }, ["10.9.0.0/16"]],
    [
      "one network when both VIPs share it",
      { apiVips: [vip("192.168.10.100")], ingressVips: [vip("192.168.10.101")] },
      ["192.168.10.0/24"],
    ],
    ["none for a VIP that no host shares a network with", { apiVips: [vip("172.20.0.1")] }, []],
    [
      "both families in the order of the VIPs",
      { apiVips: [vip("fd10::100"), vip("192.168.10.100")] },
      ["fd10::/64", "192.168.10.0/24"],
    ],
    [
      "the other family's only network in dual stack",
      { ...dualNetworks, apiVips: [vip("192.168.10.100")] },
      ["192.168.10.0/24", "fd10::/64"],
    ],
    [
      "the VIP's family only, when the other has several networks",
      { ...dualNetworks, apiVips: [vip("fd10::100")] },
      ["fd10::/64"],
    ],
    ["what a person gave", { machineNetworksGiven: true, machineNetworks: ["10.9.0.0/16"] }, ["10.9.0.0/16"]],
    [
      "what a person gave, as large as the hosts have it",
      { machineNetworksGiven: true, machineNetworks: ["192.168.10.0/25"], apiVips: [vip("192.168.10.100")] },
      ["192.168.10.0/24"],
    ],
    [
      "what a person gave, as small as the hosts have it, each family by itself",
      {
        machineNetworksGiven: true,
        machineNetworks: ["192.168.0.0/16", "fd10::/48"],
        ingressVips: [vip("192.168.10.100")],
      },
      ["192.168.10.0/24", "fd10::/48"],
    ],
    [
      "what a person gave, where no host shares a network with the VIPs",
      { machineNetworksGiven: true, machineNetworks: ["172.20.0.0/24"], apiVips: [vip("172.20.0.1")] },
      ["172.20.0.0/24"],
    ],
    [
      "what there is behind a user-managed load balancer",
      { loadBalancer: "user-managed", machineNetworks: ["10.1.0.0/24"], apiVips: [vip("192.168.10.100")] },
      ["10.1.0.0/24"],
    ],
    [
      "what there is with user-managed networking",
      { userManagedNetworking: true, machineNetworks: ["10.1.0.0/24"] },
      ["10.1.0.0/24"],
    ],
    ["what there is on day 2", { kind: "AddHostsCluster", machineNetworks: ["10.1.0.0/24"] }, ["10.1.0.0/24"]],
  ] as const satisfies readonly (readonly [string, Partial<Cluster>, readonly string[]])[])(
    "%s",
    (_, cluster, expected) => expect(derived(cluster, dualHosts)).toEqual(expected),
  );

  test("of nested networks the smallest that holds the VIP", () => {
    const hosts = [hostWith({ eno1: ["10.0.0.5/8"], eno2: ["10.1.1.5/24"] })];
    expect(derived({ apiVips: [vip("10.1.1.100")] }, hosts)).toEqual(["10.1.1.0/24"]);
  });

  test("in primary IPv6 the family of the cluster networks comes first", () => {
    const hosts = [hostWith({ eno1: ["192.168.10.1/24", "fd10::1/64"] })];
    const cluster = {
      apiVips: [vip("192.168.10.100")],
      clusterNetworks: [...(dualNetworks.clusterNetworks ?? [])].reverse(),
      serviceNetworks: [...(dualNetworks.serviceNetworks ?? [])].reverse(),
    };
    expect(derived(cluster, hosts)).toEqual(["fd10::/64", "192.168.10.0/24"]);
  });
});

describe("machine networks when VIPs come from DHCP", () => {
  test("the only network of the hosts", () => {
    const hosts = [1, 2].map((number) => hostWith({ eno1: [`192.168.10.${number}/24`] }, [], number));
    expect(derived({ vipDhcpAllocation: true }, hosts)).toEqual(["192.168.10.0/24"]);
  });

  test("none while there is a choice", () => expect(derived({ vipDhcpAllocation: true }, dualHosts)).toEqual([]));
});

describe("machine networks of a single node", () => {
  const singleNode = { controlPlaneCount: 1, userManagedNetworking: true };
  const addresses = { eno1: ["192.168.10.1/24", "fd10::1/64"], eno2: ["10.9.0.1/16"] };
  const ipv4Route = { interface: "eno2", destination: "0.0.0.0", gateway: "10.9.0.254", family: 2, metric: 50 };
  const otherIpv4Route = { interface: "eno1", destination: "0.0.0.0", gateway: "192.168.10.254", metric: 100 };
  const ipv6Route = { interface: "eno1", destination: "::", gateway: "fe80::1", family: 10, metric: 100 };

  test.each([
    ["the network of the preferred default route", singleNode, [otherIpv4Route, ipv4Route], ["10.9.0.0/16"]],
    ["none without a default route", singleNode, [], []],
    [
      "both families in dual stack",
      { ...singleNode, ...dualNetworks },
      [ipv4Route, ipv6Route],
      ["10.9.0.0/16", "fd10::/64"],
    ],
    ["the family there is, when it is not the one asked for", singleNode, [ipv6Route], ["fd10::/64"]],
  ] as const)("%s", (_, cluster, routes, expected) =>
    expect(derived(cluster, [hostWith(addresses, routes)])).toEqual(expected),
  );

  test("none before the node has told its inventory", () =>
    expect(derived(singleNode, [aHost({ inventory: null })])).toEqual([]));
});

test("host networks list each network once with its hosts, IPv4 before IPv6", () => {
  const [first, second] = [dualHosts[0], dualHosts[1]].map((host) => host?.id ?? "");
  expect(hostNetworks([...dualHosts.slice(0, 2), aHost({ inventory: null }, 9)].reverse())).toEqual([
    { cidr: "10.9.0.0/16", hostIds: [first, second] },
    { cidr: "192.168.10.0/24", hostIds: [first, second] },
    { cidr: "fd10::/64", hostIds: [first, second] },
  ]);
});
