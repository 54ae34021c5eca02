import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRange } from "./byte-range.ts";

describe("a range of 1000 bytes", () => {
  test.each([
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=10-19", { start: 10, end: 19 }],
    ["bytes=990-", { start: 990, end: 999 }],
    ["bytes=-5", { start: 995, end: 999 }],
    ["bytes=-5000", { start: 0, end: 999 }],
    ["bytes=990-5000", { start: 990, end: 999 }],
    ["BYTES= 0-1 ", { start: 0, end: 1 }],
    ["bytes=1000-", "unsatisfiable"],
    ["bytes=99999999999999999999-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-4", "whole"],
    ["bytes=-", "whole"],
    ["bytes=0-1,5-6", "whole"],
    ["lines=0-1", "whole"],
    ["nonsense", "whole"],
    [undefined, "whole"],
  ])("%s", (header, expected) => expect(parseRange(header, 1_000)).toEqual(expected));
});

test("nothing at all has no part", () => expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable"));

test("whatever is asked, the answer lies within the bytes", () => {
  const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/));
  fc.assert(
    fc.property(header, fc.nat(), (asked, size) => {
      const range = parseRange(asked, size);
      if (typeof range === "string") return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
