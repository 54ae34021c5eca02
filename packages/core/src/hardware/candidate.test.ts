import { describe, expect, test } from "vitest";
import { anOperator } from "../../test/builders.ts";
import { type Different, hostFacts } from "../../test/host-facts.ts";
import { canTakeRole } from "./candidate.ts";

const undecided = { role: "auto-assign" } as const;
const machine = (count: number, gib: number, flags: string[] = []) => ({
  cpu: { count, architecture: "x86_64", flags },
  memory: { physicalBytes: gib * 1024 ** 3 },
});

describe("the roles a host could take", () => {
  test.each<[string, Different, string[]]>([
    ["a large machine", {}, ["master", "arbiter", "worker"]],
    ["a small machine", { inventory: machine(2, 8) }, ["arbiter", "worker"]],
    ["few cores but much memory", { inventory: machine(3, 64) }, ["arbiter", "worker"]],
    ["many cores but little memory", { inventory: machine(16, 8) }, ["arbiter", "worker"]],
    ["too small for anything", { inventory: machine(1, 4) }, []],
    ["unknown", { inventory: null }, []],
    [
      "as a single node of 4.21",
      { inventory: machine(4, 16), cluster: { controlPlaneCount: 1, openshiftVersion: "4.21.0" } },
      ["arbiter", "worker"],
    ],
    [
      "without virtualization where it is wanted",
      { inventory: machine(32, 128), cluster: { monitoredOperators: [anOperator("cnv")] } },
      [],
    ],
    [
      "with virtualization where it is wanted",
      { inventory: machine(32, 128, ["vmx"]), cluster: { monitoredOperators: [anOperator("cnv")] } },
      ["master", "arbiter", "worker"],
    ],
    [
      "with virtualization, but too small to be a master with it",
      { inventory: machine(7, 64, ["svm"]), cluster: { monitoredOperators: [anOperator("cnv")] } },
      ["arbiter", "worker"],
    ],
  ])("%s", (_, different, expected) => {
    const facts = hostFacts({ ...different, host: undecided });
    expect((["master", "arbiter", "worker"] as const).filter((role) => canTakeRole(facts, role))).toEqual(expected);
  });
});
