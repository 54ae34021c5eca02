import { expect, test } from "vitest";
import { parseStat, usageOf } from "./process-usage.ts";

test("a program whose name holds brackets and spaces does not shift the fields", () => {
  const stat =
    "42 (a) b (c) S 1 42 42 0 -1 4194560 100 0 0 0 150 50 25 25 20 0 11 0 1234 1000000 512 18446744073709551615";
  expect(parseStat(stat)).toEqual({ cpuSeconds: 2.5, rssBytes: 512 * 4_096 });
});

test("this very process has used time and memory", () => {
  const { cpuSeconds, rssBytes } = usageOf(process.pid);
  expect(cpuSeconds).toBeGreaterThan(0);
  expect(rssBytes).toBeGreaterThan(1_000_000);
});
