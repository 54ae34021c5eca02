import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Deadlines } from "./deadlines.ts";

describe("deadlines", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const watch = () => {
    const due: string[] = [];
    return { due, deadlines: new Deadlines(Date.now, (key) => due.push(key)) };
  };

  test("fire in the order of their times, however they were set", () => {
    const { due, deadlines } = watch();
    for (const [key, at] of [
      ["c", 30],
      ["a", 10],
      ["d", 40],
      ["b", 20],
    ] as const)
      deadlines.set(key, at);
    vi.advanceTimersByTime(35);
    expect(due).toEqual(["a", "b", "c"]);
  });

  test("a key that is set again fires once, at its newer time", () => {
    const { due, deadlines } = watch();
    deadlines.set("a", 10);
    deadlines.set("a", 50);
    vi.advanceTimersByTime(49);
    expect(due).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(due).toEqual(["a"]);
  });

  test("one that moves all the time takes no more room for that", () => {
    const { due, deadlines } = watch();
    for (let at = 100_000; at > 50_000; at -= 1) deadlines.set("restless", at);
    deadlines.set("calm", 70_000);
    expect(deadlines.entries).toBeLessThan(1_100);
    vi.advanceTimersByTime(60_000);
    expect(due).toEqual(["restless"]);
    vi.advanceTimersByTime(60_000);
    expect(due).toEqual(["restless", "calm"]);
  });

  test("a removed key never fires", () => {
    const { due, deadlines } = watch();
    deadlines.set("a", 10);
    deadlines.set("a", null);
    vi.advanceTimersByTime(100);
    expect(due).toEqual([]);
    expect(deadlines.size).toBe(0);
  });

  test("a deadline in the past fires at once", () => {
    const { due, deadlines } = watch();
    vi.setSystemTime(1_000);
    deadlines.set("late", 5);
    vi.advanceTimersByTime(0);
    expect(due).toEqual(["late"]);
  });

  test("a wait longer than a timer can count is kept", () => {
    const { due, deadlines } = watch();
    const year = 365 * 24 * 3_600_000;
    deadlines.set("far", year);
    vi.advanceTimersByTime(year - 1);
    expect(due).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(due).toEqual(["far"]);
  });
});
