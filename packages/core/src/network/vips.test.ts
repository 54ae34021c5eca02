import { describe, expect, test } from "vitest";
import { aCluster, aHost, aSnapshot } from "../../test/builders.ts";
import type { Cluster, Vip } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { judgeVip, needsVips, singleNodeVips } from "./vips.ts";

const vip = (ip: string, verification: Vip["verification"] = "unverified"): Vip => ({ ip, verification });
const withFree = (freeAddresses: readonly string[], number = 1): Host =>
  aHost({ freeAddresses: [{ network: "192.168.10.0/24", freeAddresses: [...freeAddresses] }] }, number);

const judge = (
  one: Vip,
  {
    cluster = {},
    hosts = [],
    policy = {},
  }: { cluster?: Partial<Cluster>; hosts?: readonly Host[]; policy?: Partial<Policy> } = {},
) =>
  judgeVip(one, "API", {
    cluster: aCluster({ apiVips: [one], ...cluster }),
    hosts,
    policy: { ...defaultPolicy, ...policy },
  });

const unusable = (found: string) => ({
  kind: "unusable",
  problem: expect.objectContaining({ found: expect.stringContaining(found) }),
});

describe("an API virtual IP", () => {
  test.each([
    ["that hosts verified is usable", vip("192.168.10.100", "succeeded"), {}, { kind: "usable" }],
    ["that somebody answers on is not", vip("192.168.10.100", "failed"), {}, unusable("in use by another machine")],
    [
      "that hosts verified is usable, whatever the free lists say",
      vip("192.168.10.100", "succeeded"),
      { hosts: [withFree([])] },
      { kind: "usable" },
    ],
    [
      "in every free list is usable",
      vip("192.168.10.100"),
      { hosts: [withFree(["192.168.10.100"])] },
      { kind: "usable" },
    ],
    [
      "missing in one free list is taken",
      vip("192.168.10.100"),
      { hosts: [withFree(["192.168.10.100"]), withFree([], 2)] },
      unusable("in use"),
    ],
    [
      "of a network nobody scanned waits for verification",
      vip("192.168.10.100"),
      { hosts: [aHost({ freeAddresses: [{ network: "10.0.0.0/24", freeAddresses: [] }] })] },
      { kind: "unverified", ip: "192.168.10.100" },
    ],
    [
      "that nobody will ever verify is taken as it is",
      vip("192.168.10.100"),
      { policy: { disabledSteps: ["verify-vips"] } },
      { kind: "usable" },
    ],
    [
      "that came from DHCP, in a network too large to be scanned, is taken as it is",
      vip("192.168.10.100"),
      { cluster: { vipDhcpAllocation: true } },
      { kind: "usable" },
    ],
    [
      "that came from DHCP, but somebody answers on, is not",
      vip("192.168.10.100"),
      { cluster: { vipDhcpAllocation: true }, hosts: [withFree([])] },
      unusable("in use"),
    ],
    ["outside the machine network", vip("10.0.0.1", "succeeded"), {}, unusable("outside the machine network")],
    ["that is the network address", vip("192.168.10.0", "succeeded"), {}, unusable("network address")],
    ["that is the broadcast address", vip("192.168.10.255", "succeeded"), {}, unusable("broadcast address")],
    ["that is no address", vip("nonsense"), {}, unusable("not an address")],
    ["that ingress has too", vip("192.168.10.101", "succeeded"), {}, unusable("both the API and ingress")],
    [
      "that ingress has too behind a user-managed load balancer",
      vip("192.168.10.101", "failed"),
      { cluster: { loadBalancer: "user-managed" } },
      { kind: "usable" },
    ],
    [
      "outside the machine network behind a user-managed load balancer",
      vip("10.0.0.1"),
      { cluster: { loadBalancer: "user-managed" } },
      { kind: "usable" },
    ],
  ] as const)("%s", (_, one, circumstances, expected) => expect(judge(one, circumstances)).toEqual(expected));
});

test("only clusters that manage their own networking on several nodes need virtual IPs", () => {
  expect(needsVips(aCluster())).toBe(true);
  expect(needsVips(aCluster({ userManagedNetworking: true }))).toBe(false);
  expect(needsVips(aCluster({ controlPlaneCount: 1 }))).toBe(false);
});

test("a single node's virtual IPs are its own addresses in the machine networks", () => {
  const { cluster, hosts } = aSnapshot({ hosts: 1, cluster: { controlPlaneCount: 1 } });
  const own = [{ ip: "192.168.10.11", verification: "unverified" }];
  expect(singleNodeVips({ cluster, hosts })).toEqual({ apiVips: own, ingressVips: own });
  expect(singleNodeVips({ cluster: aCluster({ machineNetworks: ["10.0.0.0/24"] }), hosts }).apiVips).toEqual([]);
});
