import { describe, expect, test } from "vitest";
import { anOperator } from "../../test/builders.ts";
import { hostFacts } from "../../test/host-facts.ts";
import { addRequirements, diskRules, requirementsFor } from "./requirements.ts";

describe("what a host needs", () => {
  test("without operators is what OpenShift needs", () => {
    const { total, ocp, operators } = requirementsFor(hostFacts());
    expect(total).toEqual(ocp);
    expect(ocp).toMatchObject({ cpuCores: 4, ramMib: 16_384, diskSizeGb: 100, tpmEnabledInBios: false });
    expect(operators).toEqual([]);
  });

  test("adds up with its operators, each told by name", () => {
    const facts = hostFacts({ cluster: { monitoredOperators: [anOperator("cnv"), anOperator("mtv")] } });
    const { total, ocp, operators } = requirementsFor(facts);
    const sum = (of: "cpuCores" | "ramMib") =>
      operators.reduce((all, { requirements }) => all + (requirements[of] ?? 0), ocp[of]);
    expect(operators.map(({ name }) => name).sort()).toEqual(["cnv", "mtv"]);
    expect(total.cpuCores).toBe(sum("cpuCores"));
    expect(total.ramMib).toBe(sum("ramMib"));
    expect(total.cpuCores).toBeGreaterThan(ocp.cpuCores);
    expect(total.networkLatencyThresholdMs).toBe(100);
  });

  test("is worked out once per set of facts", () => {
    const facts = hostFacts();
    expect(requirementsFor(facts)).toBe(requirementsFor(facts));
  });

  test.each([
    ["all", "tpmv2", true],
    ["masters", "tpmv2", true],
    ["workers", "tpmv2", false],
    ["all", "tang", false],
    ["none", "tpmv2", false],
  ] as const)("disks encrypted on %s with %s: a TPM is needed: %s", (enableOn, mode, needed) => {
    const facts = hostFacts({ cluster: { diskEncryption: { enableOn, mode, tangServers: "" } } });
    expect(requirementsFor(facts).total.tpmEnabledInBios).toBe(needed);
  });

  test("decides how its disks are judged", () => {
    expect(diskRules(hostFacts())).toEqual({ openshiftVersion: "4.22.9", minimumSizeGb: 100 });
    expect(diskRules(hostFacts({ host: { role: "arbiter" } })).minimumSizeGb).toBe(50);
    expect(diskRules(hostFacts({ cluster: null, host: { role: "auto-assign" } }))).toEqual({
      openshiftVersion: "4.22",
      minimumSizeGb: 100,
    });
  });
});

describe("adding requirements", () => {
  const { ocp } = requirementsFor(hostFacts());

  test("sums amounts and keeps the stricter of two limits", () => {
    const more = {
      cpuCores: 1,
      ramMib: 1_000,
      diskSizeGb: 20,
      diskSpeedThresholdMs: 5,
      networkLatencyThresholdMs: 200,
      packetLossPercentage: 3,
    };
    expect(addRequirements({ ...ocp, packetLossPercentage: 10 }, more)).toEqual({
      cpuCores: 5,
      ramMib: 17_384,
      diskSizeGb: 120,
      diskSpeedThresholdMs: 5,
      networkLatencyThresholdMs: 100,
      packetLossPercentage: 3,
      tpmEnabledInBios: false,
    });
  });

  test("takes a limit where there was none, and changes nothing where nothing is added", () => {
    const free = { ...ocp, networkLatencyThresholdMs: null };
    expect(addRequirements(free, { networkLatencyThresholdMs: 50 }).networkLatencyThresholdMs).toBe(50);
    expect(addRequirements(free, { networkLatencyThresholdMs: null })).toEqual(free);
    expect(addRequirements(ocp, { networkLatencyThresholdMs: null })).toEqual(ocp);
    expect(addRequirements(ocp, {})).toEqual(ocp);
  });
});
