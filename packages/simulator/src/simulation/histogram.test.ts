import fc from "fast-check";
import { expect, test } from "vitest";
import { Histogram } from "./histogram.ts";

test("percentiles are at most two per cent above the nearest rank", () => {
  const values = fc.array(fc.double({ min: 0.02, max: 1e6, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
      const histogram = new Histogram();
      for (const value of list) histogram.add(value);
      const sorted = list.toSorted((one, other) => one - other);
      const exact = sorted[Math.max(1, Math.ceil(share * list.length)) - 1] ?? 0;
      const found = histogram.percentile(share) ?? 0;
      expect(found).toBeGreaterThanOrEqual(exact * 0.9999);
      expect(found).toBeLessThanOrEqual(exact * 1.0201);
      expect(histogram.max).toBe(sorted.at(-1));
    }),
  );
});

test("without values there is nothing to say; nothing and next to nothing are values", () => {
  const histogram = new Histogram();
  expect([histogram.percentile(0.5), histogram.max]).toEqual([null, null]);
  histogram.add(0);
  histogram.add(0.001);
  expect(histogram.percentile(0.99)).toBe(0.001);
});
