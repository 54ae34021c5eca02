import { ClusterCreateParams, check, InfraEnvCreateParams } from "@muster/contract";
import { describe, expect, test } from "vitest";
import { createMachine } from "../machine/machine.ts";
import { type ClusterPlan, clusterRequest, infraEnvRequest, nodesOf, plannedMachine } from "./plan.ts";
import { siteNetworks } from "./site-networks.ts";
import { hostCount, type Topology, topologies } from "./topology.ts";

const clusterId = "00000000-0000-4000-8000-000000000900";
const names = Object.keys(topologies) as Topology[];
const stacks = ["ipv4", "ipv6", "dual-stack"] as const;
const platforms = ["baremetal", "none", "vsphere", "nutanix", "external", "oci"] as const;
const plans: ClusterPlan[] = names.flatMap((topology) =>
  stacks.flatMap((stack) => [{ topology, stack }, ...platforms.map((platform) => ({ topology, stack, platform }))]),
);

describe("a plan", () => {
  test("of any topology, stack and platform becomes requests that the contract knows", () => {
    for (const plan of plans) {
      const cluster = check(ClusterCreateParams, clusterRequest(plan, "4.22.9"), { rejectUnknown: true });
      const infraEnv = check(InfraEnvCreateParams, infraEnvRequest(plan, clusterId), { rejectUnknown: true });
      expect([plan, cluster.kind, infraEnv.kind]).toEqual([plan, "valid", "valid"]);
    }
  });

  test("of a cluster that manages its networking asks for a virtual IP in each family", () => {
    const request = clusterRequest({ topology: "ha", stack: "dual-stack", siteNumber: 258 }, "4.22.9");
    expect(request.api_vips).toEqual([{ ip: "10.1.2.5" }, { ip: "fd2e:6f44:5dd8:102::5" }]);
    expect(request.ingress_vips).toHaveLength(2);
    expect(request.machine_networks).toEqual([{ cidr: "10.1.2.0/24" }, { cidr: "fd2e:6f44:5dd8:102::/64" }]);
  });

  test("that leaves networking to people, or has one node, asks for none", () => {
    expect(clusterRequest({ userManagedNetworking: true }, "4.22.9").api_vips).toBeUndefined();
    expect(clusterRequest({ platform: "none" }, "4.22.9")).toMatchObject({ user_managed_networking: true });
    expect(clusterRequest({ topology: "sno" }, "4.22.9")).toMatchObject({
      control_plane_count: 1,
      high_availability_mode: "None",
    });
  });

  test("with leased virtual IPs names none itself", () => {
    const request = clusterRequest({ leasedVips: true }, "4.14");
    expect(request).toMatchObject({ vip_dhcp_allocation: true, network_type: "OpenShiftSDN" });
    expect(request.api_vips).toBeUndefined();
  });

  test("gives machines names, networks and a maker that suit it", () => {
    const plan: ClusterPlan = { name: "edge", platform: "nutanix", siteNumber: 7, machine: { memoryGib: 64 } };
    expect(plannedMachine(plan, 2)).toEqual({
      hostname: "edge-2",
      networks: ["10.0.7.0/24"],
      platform: "nutanix",
      memoryGib: 64,
    });
    expect(createMachine({ number: 1, ...plannedMachine(plan, 0) }).inventory().system_vendor?.manufacturer).toBe(
      "Nutanix",
    );
  });

  test("counts its hosts by name or by number", () => {
    expect(hostCount(nodesOf({ topology: "ha" }))).toBe(5);
    expect(hostCount(nodesOf({ topology: { controlPlanes: 3, arbiters: 0, workers: 9 } }))).toBe(12);
  });
});

test("sites have networks of their own, up to the last", () => {
  const all = Array.from({ length: 32_768 }, (_, site) => siteNetworks(site, "dual-stack").join());
  expect(new Set(all).size).toBe(all.length);
  expect(all.some((networks) => networks.startsWith("10.128."))).toBe(false);
  expect(() => siteNetworks(32_768, "ipv4")).toThrow(/no site 32768/);
});
