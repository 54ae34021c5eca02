import { PreflightHardwareRequirements, toWire } from "@muster/contract";
import { describe, expect, test } from "vitest";
import { aCluster } from "../../test/builders.ts";
import { supportedOperators } from "../operators/catalogue.ts";
import { defaultPolicy } from "../policy.ts";
import { preflightRequirements } from "./preflight.ts";

describe("what a cluster will ask of its hosts", () => {
  test("is told for control plane and workers", () => {
    expect(preflightRequirements(aCluster(), defaultPolicy).ocp).toEqual({
      master: {
        quantitative: {
          cpuCores: 4,
          ramMib: 16_384,
          diskSizeGb: 100,
          installationDiskSpeedThresholdMs: 10,
          networkLatencyThresholdMs: 100,
          packetLossPercentage: 0,
          tpmEnabledInBios: false,
        },
      },
      worker: {
        quantitative: {
          cpuCores: 2,
          ramMib: 8_192,
          diskSizeGb: 100,
          installationDiskSpeedThresholdMs: 10,
          networkLatencyThresholdMs: 1_000,
          packetLossPercentage: 10,
          tpmEnabledInBios: false,
        },
      },
    });
  });

  test("of a single node has no limits on the way to others", () => {
    const single = aCluster({ controlPlaneCount: 1, openshiftVersion: "4.21.1" });
    const { ocp } = preflightRequirements(single, defaultPolicy);
    expect(ocp?.master?.quantitative).toMatchObject({ cpuCores: 8 });
    expect(ocp?.master?.quantitative).not.toHaveProperty("networkLatencyThresholdMs");
  });

  test("includes a TPM where disks are encrypted with it", () => {
    const cluster = aCluster({ diskEncryption: { enableOn: "workers", mode: "tpmv2", tangServers: "" } });
    const { ocp } = preflightRequirements(cluster, defaultPolicy);
    expect(ocp?.master?.quantitative?.tpmEnabledInBios).toBe(false);
    expect(ocp?.worker?.quantitative?.tpmEnabledInBios).toBe(true);
  });

  test("tells the price of every operator that can be chosen", () => {
    const { operators } = preflightRequirements(aCluster(), defaultPolicy);
    expect(operators?.map(({ operatorName }) => operatorName).sort()).toEqual([...supportedOperators]);
    const cnv = operators?.find(({ operatorName }) => operatorName === "cnv")?.requirements;
    expect(cnv?.master?.quantitative).toMatchObject({ cpuCores: 4, ramMib: 150 });
    expect(cnv?.worker?.quantitative).toMatchObject({ cpuCores: 2, ramMib: 360 });
    expect(cnv?.worker?.qualitative?.length).toBeGreaterThan(0);
  });

  test("is what the wire expects", () => {
    const wire = toWire(PreflightHardwareRequirements, preflightRequirements(aCluster(), defaultPolicy));
    expect(wire.ocp?.master?.quantitative?.installation_disk_speed_threshold_ms).toBe(10);
    expect(wire.operators?.find(({ operator_name }) => operator_name === "mtv")?.dependencies).toEqual(["cnv"]);
  });
});
