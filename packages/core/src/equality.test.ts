import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newsIn, sameValue } from "./equality.ts";

describe("comparing plain values", () => {
  test.each([
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [{ a: undefined }, {}, true],
    [{}, { a: undefined }, true],
    [{ a: null }, {}, false],
    [[1], { 0: 1 }, false],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [null, {}, false],
    ["1", 1, false],
    [Number.NaN, Number.NaN, true],
  ])("%j and %j: %s", (one, other, same) => expect(sameValue(one, other)).toBe(same));

  test("a copy is the same, however its fields are ordered, and storing it as JSON does not matter", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        expect(sameValue(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });

  test("only news is kept of a patch", () => {
    expect(newsIn({ a: [1], b: 3 }, { a: [1], b: 2, c: 0 })).toEqual({ b: 3 });
  });
});
