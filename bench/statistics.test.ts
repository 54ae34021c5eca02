import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { median, percentile, ratio } from "./statistics.ts";

describe("percentiles", () => {
  test.each([
    [[5], 0.5, 5],
    [[3, 1, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.5, 2],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.99, 99],
    [Array.from({ length: 100 }, (_, index) => index + 1), 1, 100],
    [[7, 9], 0, 7],
  ])("of %j at %d is %d", (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });

  test("numbers are ordered as numbers, and the input is left alone", () => {
    const values = [10, 9, 100];
    expect(median(values)).toBe(10);
    expect(values).toEqual([10, 9, 100]);
  });

  test("of nothing is not a number", () => {
    expect(percentile([], 0.5)).toBeNaN();
  });

  test("is one of the values, and enough values lie at or below it", () => {
    const values = fc.array(fc.integer(), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const found = percentile(list, share);
        expect(list).toContain(found);
        expect(list.filter((value) => value <= found).length).toBeGreaterThanOrEqual(share * list.length);
      }),
    );
  });
});

test("a ratio needs a base that is more than nothing", () => {
  expect(ratio(2, 6)).toBe(3);
  expect(ratio(0, 6)).toBeUndefined();
  expect(ratio(Number.NaN, 6)).toBeUndefined();
});
