import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownerOf } from "./ownership.ts";

const replicas = ["a", "b", "c"];
const keys = Array.from({ length: 3_000 }, () => randomUUID());

describe("the owner of a key", () => {
  test("is nobody where there is nobody", () => {
    expect(ownerOf("key", [])).toBeNull();
  });

  test("is the same for everybody, in whatever order the replicas are known", () => {
    fc.assert(
      fc.property(fc.string(), fc.uniqueArray(fc.string(), { minLength: 1 }), (key, names) => {
        expect(ownerOf(key, names.toReversed())).toBe(ownerOf(key, names));
      }),
    );
  });

  test("is each replica about as often", () => {
    const shares = Map.groupBy(keys, (key) => ownerOf(key, replicas));
    for (const name of replicas) {
      expect(shares.get(name)?.length).toBeGreaterThan(850);
      expect(shares.get(name)?.length).toBeLessThan(1_150);
    }
  });

  test("stays when another replica goes: only what that one had moves", () => {
    for (const key of keys) {
      const before = ownerOf(key, replicas);
      const after = ownerOf(key, ["a", "c"]);
      if (before !== "b") expect(after).toBe(before);
    }
  });
});
