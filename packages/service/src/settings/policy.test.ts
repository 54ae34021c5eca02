import { defaultPolicy, minute } from "@muster/core";
import { describe, expect, test } from "vitest";
import { loadSettings } from "./load.ts";
import { policyFrom } from "./policy.ts";

function policy(env: Record<string, string> = {}) {
  const result = loadSettings({ flags: {}, env, readFile: () => "" });
  if (result.kind === "problems") throw new Error(result.problems.join("\n"));
  return policyFrom(result.settings);
}

describe("the policy that settings make", () => {
  test("default settings make the default policy", () => {
    expect(policy()).toEqual(defaultPolicy);
  });

  test("preparing never takes less time than fetching images", () => {
    const { hostPreparationTimeout, clusterPreparationTimeout } = policy({ IMAGE_AVAILABILITY_TIMEOUT: "30m" });
    expect([hostPreparationTimeout, clusterPreparationTimeout]).toEqual([31 * minute, 32 * minute]);
    expect(policy({ PREPARE_FOR_INSTALLATION_TIMEOUT: "2h" }).clusterPreparationTimeout).toBe(120 * minute);
  });

  test("a stage's time limit can be set by the stage's name", () => {
    expect(policy({ HOST_STAGE_REBOOTING_TIMEOUT: "55m" }).stageTimeouts.Rebooting).toBe(55 * minute);
    const { finalizingStageTimeouts } = policy({ FINALIZING_STAGE_ADDING_ROUTER_CA_TIMEOUT: "5m" });
    expect(finalizingStageTimeouts["Adding router ca"]).toBe(5 * minute);
  });

  test("logical volumes: one figure for every version once it is set", () => {
    expect(policy({ LVM_MEMORY_PER_HOST_MIB: "512" }).operators.lvm).toEqual({
      cpu: 1,
      ramMib: 512,
      ramMibBefore416: 512,
      ramMibBefore413: 512,
    });
  });
});

describe("hardware requirements", () => {
  const given = JSON.stringify([
    {
      version: "default",
      master: { cpu_cores: 2, installation_disk_speed_threshold_ms: 50 },
      "edge-worker": { disk_size_gb: 20 },
    },
    { version: "4.16", match_type: "min_version", sno: { ram_mib: 8192 } },
  ]);

  test("given figures replace the built-in ones, the rest stays", () => {
    const [base, versioned, ...rest] = policy({ HW_VALIDATOR_REQUIREMENTS: given }).hardwareRequirements;
    const builtIn = defaultPolicy.hardwareRequirements[0];
    expect(base?.roles.master).toEqual({ ...builtIn?.roles.master, cpuCores: 2, diskSpeedThresholdMs: 50 });
    expect(base?.roles.edgeWorker).toEqual({ ...builtIn?.roles.edgeWorker, diskSizeGb: 20 });
    expect(base?.roles.worker).toEqual(builtIn?.roles.worker);
    expect(versioned).toEqual({ version: "4.16", matchType: "min_version", roles: { sno: { ramMib: 8192 } } });
    expect(rest).toEqual([]);
  });
});
