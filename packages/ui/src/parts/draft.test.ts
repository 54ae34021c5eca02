import { describe, expect, test } from "vitest";
import { conflictsOf, type Edits, edit, keepMine, takeTheirs, valuesOf } from "./draft.ts";

type Fields = Readonly<{ name: string; vips: readonly string[] }>;
const start: Fields = { name: "lab", vips: [] };
const none: Edits<Fields> = {};

test("fields that nobody touched follow the service", () => {
  const mine = edit(none, start, "name", "mine");
  expect(valuesOf(mine, { ...start, vips: ["192.0.2.5"] })).toEqual({ name: "mine", vips: ["192.0.2.5"] });
});

test("typing back what the service holds leaves nothing to save", () => {
  expect(edit(edit(none, start, "name", "mine"), start, "name", "lab")).toEqual({});
});

describe("somebody else changes the same field", () => {
  const mine = edit(none, start, "name", "mine");
  const now: Fields = { name: "theirs", vips: [] };

  test("to something else: the later one is told both values", () => {
    expect(conflictsOf(mine, now)).toEqual([{ field: "name", theirs: "theirs", mine: "mine" }]);
  });

  test("to the same value: there is nothing to tell", () => {
    expect(conflictsOf(mine, { ...start, name: "mine" })).toEqual([]);
  });

  test("going on typing does not make the other's change forgotten", () => {
    expect(conflictsOf(edit(mine, now, "name", "mine, too"), now)).toHaveLength(1);
  });

  test("keeping mine, or taking theirs, ends the conflict", () => {
    expect(conflictsOf(keepMine(mine, now), now)).toEqual([]);
    expect(valuesOf(keepMine(mine, now), now).name).toBe("mine");
    expect(valuesOf(takeTheirs(mine, now), now).name).toBe("theirs");
  });
});
