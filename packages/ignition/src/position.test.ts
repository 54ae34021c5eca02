import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseIgnition, positionsOf } from "./index.ts";
import { firstFault, positionAt } from "./position.ts";

const placesOf = (text: string) => {
  const { warnings, ...outcome } = parseIgnition(text);
  const problems = [...(outcome.kind === "refused" ? outcome.problems : []), ...warnings];
  const positions = positionsOf(text, problems);
  return problems.map(({ path }, index) => `${path} ${positions[index]?.line}:${positions[index]?.column}`);
};

describe("positions of problems", () => {
  test("each at the value that it is about", () => {
    expect(
      placesOf(`{
  "ignition": {"version": "3.3.0"},
  "storage": {
    "files": [
      {"path": "/etc/a", "mode": 99999},
      {"path": "etc/b"}
    ],
    "a key": "\\u0041\\n\\"}"
  }
}`),
    ).toEqual(["$.storage.files[0].mode 5:34", "$.storage.files[1].path 6:16", '$.storage["a key"] 8:14']);
  });

  test("what is missing, at what it is missing from", () => {
    expect(placesOf('{"ignition": {}}')).toEqual(["$.ignition.version 1:14"]);
    expect(placesOf('\n{"ignition": {"version": "3.3.0"},\n "storage": {"files": [{}]}}')).toEqual([
      "$.storage.files[0].path 3:24",
    ]);
  });

  test.each([
    ["{", "1:2"],
    ['{"ignition": {"version": "3.3.0"},}', "1:35"],
    ['{\n  // words\n  "a": 1}', "2:3"],
    ['{"a": "b\nc"}', "1:9"],
    ['{"a": "\\x"}', "1:8"],
    ['{"a": 01}', "1:8"],
    ["[1, 2", "1:6"],
    ['{"a": 1} x', "1:10"],
    ["nul", "1:1"],
  ])("text that is no JSON, at its first wrong character: %s", (text, place) => {
    expect(placesOf(text)).toEqual([`$ ${place}`]);
  });

  test("agrees with the engine about what is JSON", () => {
    const mutated = fc
      .tuple(fc.json(), fc.nat(200), fc.constantFrom("", '"', "\\", ",", "{", "]", "0", "-", "e", "\n", "\u0001", ":"))
      .map(([json, at, change]) => json.slice(0, at) + change + json.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(fc.json(), mutated, fc.string({ unit: "binary" })), (text) => {
        const fault = firstFault(text);
        expect(fault === undefined).toBe(isJson(text));
        // What comes before the fault can be continued; nothing shorter can be blamed.
        if (fault !== undefined) expect(fault).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });

  test("a string of megabytes and a depth without sense cost neither the stack nor long", () => {
    const long = `{"a": "${"x".repeat(8_000_000)}", "b": }`;
    expect(positionAt(long, firstFault(long) ?? 0).column).toBe(long.length);
    expect(firstFault("[".repeat(100_000))).toBeUndefined();
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
