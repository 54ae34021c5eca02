import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Alarms } from "./alarms.ts";

describe("alarms", () => {
  test("ring in the order of their moments, each once, and never when cancelled", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1_000), fc.boolean())), fc.nat(1_000), (wanted, until) => {
        const alarms = new Alarms();
        const rung: number[] = [];
        for (const [at, isCancelled] of wanted) {
          const cancel = alarms.add(at, () => rung.push(at));
          if (isCancelled) cancel();
        }
        alarms.ringUntil(until);
        const kept = wanted.flatMap(([at, isCancelled]) => (isCancelled ? [] : at)).sort((one, other) => one - other);
        expect(rung).toEqual(kept.filter((at) => at <= until));
        expect(alarms.next).toBe(kept.find((at) => at > until));
      }),
    );
  });

  test("that were set while others rang ring too when their moment has come", () => {
    const alarms = new Alarms();
    const rung: string[] = [];
    alarms.add(1, () => {
      rung.push("first");
      alarms.add(2, () => rung.push("second"));
      alarms.add(9, () => rung.push("too late"));
    });
    alarms.ringUntil(3);
    expect(rung).toEqual(["first", "second"]);
  });
});
