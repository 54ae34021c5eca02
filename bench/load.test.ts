import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { runLoad } from "./load.ts";

test("each loop waits for its step before the next, and failed steps are counted apart", async () => {
  let running = 0;
  let most = 0;
  const { steps, errors, throughput, p50Ms, p99Ms } = await runLoad({
    loops: 3,
    seconds: 0.05,
    async step(turn) {
      running += 1;
      most = Math.max(most, running);
      await setImmediate();
      running -= 1;
      if (turn % 2 === 0) throw new Error("every other step fails");
    },
  });
  expect(most).toBe(3);
  expect(Math.abs(steps - errors)).toBeLessThanOrEqual(3);
  expect(throughput).toBeGreaterThan(0);
  expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
});
