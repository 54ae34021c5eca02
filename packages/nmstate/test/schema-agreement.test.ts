// The tables of src/schema against the library itself: for every key, both must take and refuse the same values.
import { describe, expect, test } from "vitest";
import { interfaceKeys } from "../src/schema/interface.ts";
import { isInterfaceType, sections, sectionsOf } from "../src/schema/sections.ts";
import type { Shape } from "../src/schema/shape.ts";
import { networkState } from "../src/schema/state.ts";
import { disagreements, probes } from "./agreement.ts";

describe("the schema takes and refuses what the library takes and refuses", () => {
  test("for the document around the interfaces", () => {
    const { interfaces: _, ...keys } = networkState.keys;
    const found = Object.entries(keys).flatMap(([key, shape]) =>
      disagreements(shape, key, (value) => ({ [key]: value })),
    );
    expect(found).toEqual([]);
  });

  test("for the list of interfaces itself", () => {
    const found = probes.flatMap((probe) => disagreements({ kind: "anything" }, "", () => ({ interfaces: probe })));
    expect(found).toEqual([]);
  });

  test.for(["ethernet", "bond"])("for the keys that all interfaces share, of type %s", (type) => {
    const { type: _, ...common } = interfaceKeys;
    expect(disagreementsOver(common, type)).toEqual([]);
  });

  test.for(Object.keys(sections))("for the keys of type %s", (type) => {
    if (!isInterfaceType(type)) throw new Error(type);
    expect(disagreementsOver(sectionsOf(type), type)).toEqual([]);
  });
});

const disagreementsOver = (keys: Readonly<Record<string, Shape>>, type: string): string[] =>
  Object.entries(keys).flatMap(([key, shape]) =>
    disagreements(shape, key, (value) => ({ interfaces: [{ name: "x0", type, state: "up", [key]: value }] })),
  );
