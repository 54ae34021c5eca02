import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, anInventory, id, now } from "../../test/builders.ts";
import type { Cluster } from "../model/cluster.ts";
import type { FencingCredentials, Host } from "../model/host.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { electBootstrap } from "./bootstrap.ts";
import { suggestRoles } from "./suggest.ts";
import { controlPlaneProblem } from "./topology.ts";
import { weight } from "./weight.ts";

const gib = 1024 ** 3;
const fencingCredentials: FencingCredentials = {
  address: "https://bmc.example.com:443/redfish/v1/Systems/1",
  username: "admin",
  password: "secret",
  certificateVerification: "Enabled",
  macAddress: null,
};
const withFencing: Policy = { ...defaultPolicy, tnfClusters: true };

type Machine = Partial<{ cpu: number; memoryGib: number; gpu: boolean; over: Partial<Host> }>;

const machine = ({ cpu = 8, memoryGib = 32, gpu = false, over = {} }: Machine, number: number): Host =>
  aHost(
    {
      inventory: anInventory(number, {
        cpu: { count: cpu, architecture: "x86_64", flags: ["vmx"] },
        memory: { physicalBytes: memoryGib * gib, usableBytes: memoryGib * gib, physicalBytesMethod: "dmidecode" },
        gpus: gpu ? [{ vendorId: "10de", deviceId: "1db6" }] : [],
      }),
      ...over,
    },
    number,
  );

function rolesOf(machines: readonly Machine[], cluster: Partial<Cluster> = {}, policy: Policy = defaultPolicy) {
  const hosts = machines.map((one, index) => machine(one, index + 1));
  const suggested = suggestRoles({ cluster: aCluster(cluster), hosts, infraEnvs: [anInfraEnv()] }, policy, now);
  return hosts.map((host) => suggested.get(host.id));
}

const usual: Machine = {};
const weak: Machine = { cpu: 2, memoryGib: 8 };

describe("suggested roles", () => {
  test.each([
    ["a compact cluster", {}, [usual, usual, usual], ["master", "master", "master"]],
    [
      "the first three of equals",
      {},
      [usual, usual, usual, usual, usual],
      ["master", "master", "master", "worker", "worker"],
    ],
    [
      "lighter hosts make the control plane",
      {},
      [{ cpu: 64 }, usual, { memoryGib: 512 }, usual, usual],
      ["worker", "master", "worker", "master", "master"],
    ],
    [
      "hosts with a GPU work, however light",
      {},
      [{ cpu: 4, gpu: true }, { cpu: 32 }, { cpu: 32 }, { cpu: 32 }],
      ["worker", "master", "master", "master"],
    ],
    [
      "a GPU is no obstacle when nobody else is there",
      {},
      [{ gpu: true }, usual, usual],
      ["master", "master", "master"],
    ],
    ["too weak for the control plane", {}, [weak, usual, usual, usual], ["worker", "master", "master", "master"]],
    [
      "chosen roles count",
      {},
      [{ over: { role: "master" } }, { over: { role: "worker" } }, usual, usual, usual],
      ["master", "worker", "master", "master", "worker"],
    ],
    [
      "five control plane nodes",
      { controlPlaneCount: 5 },
      Array(6).fill(usual),
      [...Array(5).fill("master"), "worker"],
    ],
    ["a single node", { controlPlaneCount: 1 }, [usual], ["master"]],
    ["an arbiter", { controlPlaneCount: 2 }, [usual, usual, weak, usual], ["master", "master", "arbiter", "worker"]],
    [
      "no second arbiter",
      { controlPlaneCount: 2 },
      [usual, usual, usual, { over: { role: "arbiter" } }],
      ["master", "master", "worker", "arbiter"],
    ],
    ["day-2 hosts are workers", { kind: "AddHostsCluster" }, [usual, usual], ["worker", "worker"]],
    [
      "a day-2 host may be chosen for the control plane",
      { kind: "AddHostsCluster" },
      [{ over: { role: "master", kind: "AddToExistingClusterHost" } }, usual],
      ["master", "worker"],
    ],
  ] as const satisfies readonly (readonly [string, Partial<Cluster>, readonly Machine[], readonly string[]])[])(
    "%s",
    (_, cluster, machines, expected) => expect(rolesOf(machines, cluster)).toEqual(expected),
  );

  test("two nodes with fencing take no arbiter", () => {
    const fenced = { over: { fencingCredentials } };
    const expected = ["master", "master", "worker"];
    expect(rolesOf([fenced, fenced, { cpu: 16 }], { controlPlaneCount: 2 }, withFencing)).toEqual(expected);
  });

  test("wait until every host has reported its hardware", () => {
    const hosts = [aHost({ suggestedRole: "master" }, 1), aHost({ inventory: null }, 2), aHost({ role: "worker" }, 3)];
    expect([...suggestRoles({ cluster: aCluster(), hosts, infraEnvs: [] }, defaultPolicy, now).values()]).toEqual([
      "master",
      "auto-assign",
      "worker",
    ]);
  });

  test("a host that is just enough for the control plane weighs nothing", () => {
    const disks = [{ id: "a", sizeBytes: 100 * gib }];
    const host = machine({ cpu: 4, memoryGib: 16 }, 1);
    expect(weight({ ...host, installationDiskId: "a", inventory: { ...host.inventory, disks } })).toBeCloseTo(0);
    expect(weight({ ...host, inventory: null })).toBeLessThan(0);
  });
});

describe("the bootstrap host", () => {
  const master = (number: number, over: Partial<Host> = {}) => aHost({ role: "master", ...over }, number);
  const elect = (hosts: readonly Host[], bootstrapHostMac = "") => electBootstrap({ hosts }, { bootstrapHostMac });

  test.each([
    ["the last control plane node that is ready", [master(1), master(2), aHost({ role: "worker" }, 3)], id(2)],
    ["a suggested role counts", [master(1), aHost({ suggestedRole: "master" }, 2)], id(2)],
    ["hosts that are not ready are passed over", [master(1), master(2, { status: "insufficient" })], id(1)],
    ["the one elected before stays", [master(1, { bootstrap: true }), master(2)], id(1)],
    ["unless it no longer is a control plane node", [aHost({ role: "worker", bootstrap: true }, 1), master(2)], id(2)],
    ["preparing hosts count", [master(1), master(2, { status: "preparing-successful" })], id(2)],
    ["nobody among arbiters and workers", [aHost({ role: "arbiter" }, 1), aHost({ role: "worker" }, 2)], null],
  ] as const)("%s", (_, hosts, expected) => expect(elect(hosts)).toBe(expected));

  test("a MAC address in the settings forces the choice", () => {
    const hosts = [master(1), master(2, { bootstrap: true }), master(3)];
    expect(elect(hosts, "52:54:00:00:00:01".toUpperCase())).toBe(id(1));
    expect(elect(hosts, "52:54:00:00:00:99")).toBe(id(2));
  });
});

describe("whether the roles make a control plane", () => {
  const problem = (
    cluster: Partial<Cluster>,
    roles: readonly Host["role"][],
    over: Partial<Host> = {},
    policy = defaultPolicy,
  ) => {
    const hosts = roles.map((role, index) => aHost({ role, ...over }, index + 1));
    const chosen = new Map(hosts.map((host) => [host.id, host.role]));
    return controlPlaneProblem(aCluster(cluster), hosts, chosen, policy)?.needed ?? null;
  };
  const m = "master";
  const a = "arbiter";
  const w = "worker";

  test.each([
    [3, [m, m, m], null],
    [3, [m, m, m, w], null],
    [3, [m, m], "exactly 3 control plane nodes"],
    [3, [m, m, m, m], "exactly 3 control plane nodes"],
    [3, [m, m, m, a], "no arbiter"],
    [4, [m, m, m, m, w, w], null],
    [5, [m, m, m, m], "exactly 5 control plane nodes"],
    [1, [m], null],
    [1, [m, w], "one control plane node and nothing else"],
    [1, [], "one control plane node and nothing else"],
    [2, [m, m, a], null],
    [2, [m, m, a, w], null],
    [2, [m, m], "an arbiter beside the two control plane nodes"],
    [2, [m, a], "exactly 2 control plane nodes"],
  ] as const)("%i control plane nodes wanted, %j there", (controlPlaneCount, roles, needed) =>
    expect(problem({ controlPlaneCount }, roles)).toEqual(needed === null ? null : expect.stringContaining(needed)),
  );

  test("fencing replaces the arbiter where it is allowed", () => {
    const two = { controlPlaneCount: 2 };
    expect(problem(two, [m, m], { fencingCredentials }, withFencing)).toBeNull();
    expect(problem(two, [m, m], {}, withFencing)).toContain("or fencing credentials on both");
    expect(problem(two, [m, m], { fencingCredentials })).not.toBeNull();
    expect(problem({ ...two, openshiftVersion: "4.19.1" }, [m, m], { fencingCredentials }, withFencing)).not.toBeNull();
  });
});
