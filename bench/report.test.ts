import { expect, test } from "vitest";
import { type Report, table } from "./report.ts";

const report = (start: number, rate: number): Report => ({
  scenario: "sample",
  at: "2026-01-01T00:00:00.000Z",
  commit: "unknown",
  machine: { cpus: 2, memoryGib: 8, node: "v24", kernel: "6" },
  measurements: [
    { name: "start", value: start, unit: "ms", hold: 1_500 },
    { name: "polls", value: rate, unit: "/s", hold: 5_000 },
    { name: "hosts", value: 10, unit: "count" },
  ],
});

test("a table shows values and what they are held to", () => {
  expect(table(report(1_600, 6_000))).toBe(
    [
      "         value              hold",
      "start  1600 ms  MISSED ≤ 1500 ms",
      "polls  6000 /s         ≥ 5000 /s",
      "hosts       10",
    ].join("\n"),
  );
});

test("of shares that must be reached more is better", () => {
  const rest = report(750, 6_000);
  const share = { name: "arrived", value: 0.99, unit: "×", hold: 1, moreIsBetter: true } as const;
  expect(table({ ...rest, measurements: [share] })).toContain("0.99 ×  MISSED ≥ 1.00 ×");
  expect(table({ ...rest, measurements: [{ ...share, value: 1 }] })).not.toContain("MISSED");
});

test("two runs are compared as ratios", () => {
  const lines = table(report(750, 6_000), report(1_500, 3_000)).split("\n");
  expect(lines[1]).toMatch(/^start +750 ms +≤ 1500 ms +1500 ms +0\.50 ×$/);
  expect(lines[2]).toMatch(/2\.00 ×$/);
});
