import { expect, test } from "vitest";
import { diskSize, duration, memory } from "./amounts.ts";

test.each([
  [500, "1 s"],
  [61_000, "1 min 1 s"],
  [10 * 60_000 + 5_000, "10 min"],
  [3 * 3_600_000 + 60_000, "3 h 1 min"],
  [26 * 3_600_000, "1 d 2 h"],
  [-5, "0 s"],
])("%d ms is %s", (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});

test("memory in powers of two, disks in powers of ten", () => {
  expect([memory(16 * 1_024 ** 3), diskSize(1.92e12), memory(0)]).toEqual(["16 GiB", "1.9 TB", "–"]);
});
