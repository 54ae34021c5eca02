import { describe, expect, test } from "vitest";
import { hostFacts } from "../../test/host-facts.ts";
import { defaultPolicy, type RequirementRole, type VersionedRequirements } from "../policy.ts";
import { minimalRequirements, ocpRequirements, requirementRole, versionFor } from "./ocp-requirements.ts";

describe("the requirements of a role", () => {
  test.each<[RequirementRole, number, number, number, number | null, number | null]>([
    ["master", 4, 16_384, 100, 100, 0],
    ["arbiter", 2, 8_192, 50, 1_000, 0],
    ["worker", 2, 8_192, 100, 1_000, 10],
    ["sno", 8, 16_384, 100, null, null],
    ["edgeWorker", 2, 8_192, 15, null, null],
  ])("%s", (role, cpuCores, ramMib, diskSizeGb, networkLatencyThresholdMs, packetLossPercentage) => {
    expect(ocpRequirements("4.20.1", role, defaultPolicy)).toEqual({
      cpuCores,
      ramMib,
      diskSizeGb,
      diskSpeedThresholdMs: 10,
      networkLatencyThresholdMs,
      packetLossPercentage,
    });
  });

  const entry = (version: string, matchType: VersionedRequirements["matchType"], cpuCores: number) => ({
    version,
    matchType,
    roles: { sno: { cpuCores } },
  });
  const policy = {
    ...defaultPolicy,
    hardwareRequirements: [
      ...defaultPolicy.hardwareRequirements,
      entry("4.24", "min_version", 5),
      entry("4.23.2", "min_version", 6),
      entry("4.18", "exact", 12),
      entry("4.18.7", "exact", 13),
      entry("4.25.0", "exact", 14),
    ],
  };
  test.each([
    ["4.21.9", 8, "the default"],
    ["4.22.0", 4, "the minimum it reaches"],
    ["4.22.0-rc.1", 4, "a pre-release counts as what it leads to"],
    ["4.23.1", 4, "just below the next minimum"],
    ["4.23.2", 6, "that minimum"],
    ["4.30.0", 5, "the highest of several minimums, whatever their order"],
    ["5.0.0-ec.5", 5, "a new major version"],
    ["4.18.3", 12, "an exact minor speaks for its patches"],
    ["4.18.7", 13, "an exact patch before its minor"],
    ["4.25.0", 14, "an exact version before any minimum"],
    ["4.25.1", 5, "only that exact version"],
    ["my-own-build", 5, "an unreadable version is newer than all"],
  ])("single node of %s: %d cores, %s", (version, cpuCores) => {
    expect(ocpRequirements(version, "sno", policy)).toMatchObject({ cpuCores, ramMib: 16_384 });
  });

  test("without any entry is nothing", () => {
    expect(ocpRequirements("4.22.9", "master", { ...defaultPolicy, hardwareRequirements: [] }).cpuCores).toBe(0);
  });

  test("of the least demanding kind is that of workers, and of arbiters for disks", () => {
    expect(minimalRequirements("4.22.9", defaultPolicy)).toEqual({ cpuCores: 2, ramMib: 8_192, diskSizeGb: 50 });
  });
});

describe("the role that a host is measured by", () => {
  const bluefield = {
    cpu: { count: 8, architecture: "aarch64" },
    systemVendor: { productName: "BlueField SoC" },
  };
  test.each<[string, Parameters<typeof hostFacts>[0], RequirementRole]>([
    ["a master", {}, "master"],
    ["a suggested master", { host: { role: "auto-assign", suggestedRole: "master" } }, "master"],
    ["the master of a single node", { cluster: { controlPlaneCount: 1 } }, "sno"],
    [
      "a master that joins a single node",
      { cluster: { controlPlaneCount: 1 }, host: { kind: "AddToExistingClusterHost" } },
      "master",
    ],
    ["an arbiter", { host: { role: "arbiter" } }, "arbiter"],
    ["a worker", { host: { role: "worker" } }, "worker"],
    ["a host without a role", { host: { role: "auto-assign" } }, "worker"],
    ["a host in a pool", { cluster: null, host: { role: "auto-assign" } }, "worker"],
    ["an edge device as worker", { host: { role: "worker" }, inventory: bluefield }, "edgeWorker"],
    ["an edge device as master", { inventory: bluefield }, "master"],
    [
      "a product of that name on another architecture",
      { host: { role: "worker" }, inventory: { ...bluefield, cpu: { architecture: "x86_64" } } },
      "worker",
    ],
    ["a worker without an inventory", { host: { role: "worker" }, inventory: null }, "worker"],
  ])("%s", (_, different, role) => {
    expect(requirementRole(hostFacts(different))).toBe(role);
  });
});

test("a host is measured by the version of its cluster, in a pool by that of its image", () => {
  expect(versionFor(hostFacts())).toBe("4.22.9");
  expect(versionFor(hostFacts({ cluster: null, infraEnv: { openshiftVersion: "4.17" } }))).toBe("4.17");
});
