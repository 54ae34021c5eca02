import { expect, test } from "vitest";
import { aCluster } from "../../test/rows.ts";
import { choiceOf, implied, toggled } from "./operator-choice.ts";

test("what the service added for others was not chosen", () => {
  const cluster = aCluster({
    operator_bundles: [{ id: "virtualization" }],
    monitored_operators: [
      { name: "console", operator_type: "builtin" },
      { name: "odf", operator_type: "olm" },
      { name: "lso", operator_type: "olm", dependency_only: true },
      { name: "cnv", operator_type: "olm", source_bundles: ["virtualization"] },
    ],
  });
  expect(choiceOf(cluster)).toEqual({ bundles: ["virtualization"], operators: ["odf"] });
});

test("a choice brings what it needs, however deep, and bundles bring their members", () => {
  const needs = new Map([
    ["ai", ["odf"]],
    ["odf", ["lso"]],
  ]);
  const bundles = [{ id: "virtualization", operators: ["cnv"] }];
  expect([...implied({ bundles: ["virtualization"], operators: ["ai"] }, bundles, needs)].toSorted()).toEqual([
    "cnv",
    "lso",
    "odf",
  ]);
});

test("choosing twice is choosing once", () => {
  expect(toggled(["a"], "a", true)).toEqual(["a"]);
  expect(toggled(["b", "a"], "b", false)).toEqual(["a"]);
});
