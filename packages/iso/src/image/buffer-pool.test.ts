import { describe, expect, test } from "vitest";
import { KiB, MiB } from "../bytes.ts";
import { BufferPool } from "./buffer-pool.ts";

describe("the buffer pool", () => {
  test("gives large buffers to few streams and small ones to many", () => {
    const pool = new BufferPool(48 * MiB);
    pool.enter();
    expect(pool.take(10 * MiB)).toHaveLength(MiB);
    for (let streams = 1; streams < 200; streams += 1) pool.enter();
    expect(pool.take(10 * MiB).length).toBeLessThanOrEqual(128 * KiB);
  });

  test("gives no more than a short range needs", () => {
    expect(new BufferPool().take(1000)).toHaveLength(64 * KiB);
    expect(new BufferPool().take(65 * KiB)).toHaveLength(128 * KiB);
  });

  test("uses a buffer again that came back", () => {
    const pool = new BufferPool();
    const buffer = pool.take(MiB);
    pool.give(buffer);
    expect(pool.take(MiB)).toBe(buffer);
    expect(pool.take(MiB)).not.toBe(buffer);
  });

  test("does not keep more than its budget", () => {
    const pool = new BufferPool(2 * MiB);
    const buffers = [1, 2, 3].map(() => pool.take(MiB));
    for (const buffer of buffers) pool.give(buffer);
    expect([1, 2, 3].map(() => buffers.includes(pool.take(MiB)))).toEqual([true, true, false]);
  });

  test("streams that end make room, and leaving twice counts once", () => {
    const pool = new BufferPool(2 * MiB);
    const leave = pool.enter();
    pool.enter();
    expect(pool.take(10 * MiB)).toHaveLength(512 * KiB);
    leave();
    leave();
    expect(pool.take(10 * MiB)).toHaveLength(MiB);
  });
});
