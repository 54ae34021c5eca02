import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, anInventory, anOperator, now } from "../../test/builders.ts";
import { World } from "../../test/world.ts";
import type { Host } from "../model/host.ts";
import { applyPatch, type Patch } from "./patch.ts";
import { clusterPatch, hostPatch, infraEnvPatch } from "./records.ts";

const at = now + 1_000;
const passing = { category: "network", status: "success", message: "" } as const;

describe("what history keeps of a host", () => {
  test("a new one is told whole, without what is empty", () => {
    expect(hostPatch(null, aHost({ status: "discovering" }), at)).toMatchObject({
      status: "discovering",
      role: "auto-assign",
      name: "host-1",
    });
    expect(hostPatch(null, aHost(), at)).not.toHaveProperty("stage");
  });

  test("then only what changed", () => {
    const before = aHost();
    const after = { ...before, progress: { ...before.progress, stage: "Joined", percentage: 80 } } as Host;
    expect(hostPatch(before, after, at)).toEqual({ stage: "Joined", percentage: 80 });
  });

  test("validations that flipped, and no others", () => {
    const before = aHost({
      validations: [
        { ...passing, id: "connected" },
        { ...passing, id: "ntp-synced", status: "failure" },
      ],
    });
    const after = {
      ...before,
      validations: [
        { ...passing, id: "connected" as const, message: "other words" },
        { ...passing, id: "ntp-synced" as const },
      ],
    };
    expect(hostPatch(before, after, at)).toEqual({ validations: { "ntp-synced": "success" } });
  });

  test("reports leave the moment at which they changed, not their content", () => {
    const before = aHost();
    const inventory = anInventory(1, { tpmVersion: "none" });
    expect(hostPatch(before, { ...before, inventory, ntpSources: [] }, at)).toEqual({
      touched: { inventory: at, ntpSources: at },
    });
  });

  test("so do settings that may be secret", () => {
    const before = aHost();
    const fencingCredentials = {
      address: "bmc",
      username: "admin",
      password: "hunter2",
      certificateVerification: "Enabled",
      macAddress: null,
    } as const;
    const patch = hostPatch(
      before,
      { ...before, fencingCredentials, ignitionEndpointToken: "hunter2", ignitionConfigOverrides: "hunter2" },
      at,
    );
    expect(patch).toEqual({
      touched: { fencingCredentials: at, ignitionEndpointToken: at, ignitionConfigOverrides: at },
    });
  });

  test("a poll is nothing to remember", () => {
    const before = aHost();
    expect(hostPatch(before, { ...before, checkedInAt: at, clockSeconds: 5, clockReadAt: at }, at)).toBeNull();
  });

  test("a long sentence is cut", () => {
    const { statusInfo = "" } = hostPatch(null, aHost({ statusInfo: "x".repeat(2_000) }), at) ?? {};
    expect(String(statusInfo)).toHaveLength(200);
  });
});

describe("what history keeps of clusters and infra-envs", () => {
  test("networks, progress and operators by name", () => {
    const before = aCluster({ monitoredOperators: [anOperator("lvm"), anOperator("cnv", { status: "progressing" })] });
    const after = {
      ...before,
      machineNetworks: ["10.0.0.0/24"],
      apiVips: [...before.apiVips],
      progress: { ...before.progress, total: 40 },
      monitoredOperators: [
        anOperator("lvm", { status: "available" }),
        anOperator("cnv", { status: "progressing", statusInfo: "soon" }),
      ],
    };
    expect(clusterPatch(before, after, at)).toEqual({
      machineNetworks: ["10.0.0.0/24"],
      percentage: 40,
      operators: { lvm: "available" },
    });
  });

  test("a proxy with a password is only touched", () => {
    const before = aCluster();
    const proxy = { httpProxy: "http://u:hunter2@proxy", httpsProxy: "", noProxy: "" };
    expect(clusterPatch(before, { ...before, proxy }, at)).toEqual({ touched: { proxy: at } });
    const infraEnv = anInfraEnv();
    expect(infraEnvPatch(infraEnv, { ...infraEnv, proxy, updatedAt: at }, at)).toEqual({ touched: { proxy: at } });
  });
});

test("the patches of an installation add up to what is there in the end", () => {
  const world = new World();
  const seen = new Map<string, Host>();
  const records = new Map<string, Patch>();
  let cluster = world.cluster;
  let clusterRecord: Patch = clusterPatch(null, cluster, world.now) ?? {};
  const follow = () => {
    for (const host of world.hosts) {
      const patch = hostPatch(seen.get(host.id) ?? null, host, world.now);
      if (patch) records.set(host.id, applyPatch(records.get(host.id) ?? {}, patch));
      seen.set(host.id, host);
    }
    const patch = clusterPatch(cluster, world.cluster, world.now);
    if (patch) clusterRecord = applyPatch(clusterRecord, patch);
    cluster = world.cluster;
  };
  for (let round = 0; round < 40; round += 1) {
    world.goOn([1, 2, 3]);
    follow();
  }
  expect(clusterRecord).toMatchObject({ status: "installed", name: "demo", percentage: 100 });
  for (const host of world.hosts) {
    expect(records.get(host.id)).toMatchObject({
      status: host.status,
      suggestedRole: host.suggestedRole,
      stage: host.progress.stage ?? "",
    });
    const { validations = {} } = records.get(host.id) ?? {};
    for (const { id, status } of host.validations) {
      expect(Object(validations)[id] ?? "success", id).toBe(status);
    }
  }
});
