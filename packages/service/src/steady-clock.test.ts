import { describe, expect, test } from "vitest";
import { steadyClock } from "./steady-clock.ts";

const hour = 3_600_000;
const start = Date.parse("2026-01-01T00:00:00Z");

function scene() {
  let [real, offset] = [0, 0];
  const jumps: number[] = [];
  const now = steadyClock({ wall: () => start + real + offset, elapsed: () => real, jumped: (by) => jumps.push(by) });
  return {
    jumps,
    now: () => now() - start,
    pass: (milliseconds: number) => {
      // Somebody always asks.
      for (let left = milliseconds; left > 0; left -= 1_000) {
        real += Math.min(left, 1_000);
        now();
      }
    },
    set: (milliseconds: number) => {
      offset = milliseconds;
    },
  };
}

describe("the time of the service", () => {
  test("is that of the machine, small corrections included", () => {
    const { now, pass, set, jumps } = scene();
    pass(10_000);
    expect(now()).toBe(10_000);
    set(1_500);
    expect(now()).toBe(11_500);
    set(-400);
    expect(now()).toBe(9_600);
    expect(jumps).toEqual([]);
  });

  test("does not see a clock that is set an hour forward, and back", () => {
    const { now, pass, set, jumps } = scene();
    set(hour);
    pass(10_000);
    expect(now()).toBe(15_000);
    set(0);
    pass(10_000);
    expect(now()).toBe(20_000);
    expect(jumps).toEqual([hour]);
  });

  test("never goes back when the clock is set back, and has made up for an hour after two", () => {
    const { now, pass, set, jumps } = scene();
    pass(1_000);
    set(-hour);
    const before = now();
    pass(1_000);
    expect(now()).toBe(before + 500);
    pass(2 * hour);
    expect(now()).toBe(hour + 2_000);
    expect(jumps).toHaveLength(1);
  });

  test("follows a clock at once that was never set before", () => {
    const { now, pass, set } = scene();
    set(365 * 24 * hour);
    pass(1_000);
    expect(now()).toBe(365 * 24 * hour + 1_000);
  });
});
