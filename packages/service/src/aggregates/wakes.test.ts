import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Wake } from "../store/reader.ts";
import { Wakes } from "./wakes.ts";

describe("wakes", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const scene = () => {
    const due: string[] = [];
    const owned = new Set(["one", "two"]);
    let answer = Promise.withResolvers<Wake[]>();
    const wakes = new Wakes({
      now: Date.now,
      replicas: { owns: (id) => owned.has(id) },
      stored: () => answer.promise,
      due: (kind, id) => due.push(`${kind} ${id}`),
    });
    const takeUp = (rows: Wake[], meanwhile: () => void = () => {}) => {
      answer = Promise.withResolvers();
      const taken = wakes.takeUp();
      meanwhile();
      answer.resolve(rows);
      return taken;
    };
    return { due, owned, wakes, takeUp };
  };

  test("those that were stored are taken up, by their owner", async () => {
    const { due, takeUp } = scene();
    await takeUp([
      { kind: "cluster", id: "one", at: 10 },
      { kind: "pool", id: "stranger", at: 10 },
    ]);
    vi.advanceTimersByTime(10);
    expect(due).toEqual(["cluster one"]);
  });

  test("one that is set while the stored ones are read is not forgotten", async () => {
    const { due, wakes, takeUp } = scene();
    await takeUp([{ kind: "pool", id: "two", at: 500 }], () => {
      wakes.set("cluster", "one", 10);
      wakes.set("pool", "two", 20);
    });
    vi.advanceTimersByTime(20);
    expect(due).toEqual(["cluster one", "pool two"]);
  });

  test("nor does it end with what could not be read", async () => {
    const { due, wakes, takeUp } = scene();
    wakes.set("cluster", "one", 10);
    await expect(takeUp(Object(Promise.reject(new Error("away"))))).rejects.toThrow("away");
    vi.advanceTimersByTime(10);
    expect(due).toEqual(["cluster one"]);
  });

  test("what another replica owns from now on is left to it", async () => {
    const { due, owned, wakes, takeUp } = scene();
    wakes.set("cluster", "one", 10);
    wakes.set("pool", "two", 10);
    owned.delete("one");
    await takeUp([{ kind: "cluster", id: "one", at: 10 }]);
    vi.advanceTimersByTime(10);
    expect(due).toEqual(["pool two"]);
  });
});
