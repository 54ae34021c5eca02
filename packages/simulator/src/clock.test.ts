import { expect, test } from "vitest";
import { blockForever, createClock, wait } from "./clock.ts";

test("time passes as much faster as was asked", async () => {
  const clock = createClock(1_000);
  const [began, real] = [clock.seconds(), performance.now()];
  await wait(clock, 20, new AbortController().signal);
  expect(clock.seconds() - began).toBeGreaterThanOrEqual(19);
  expect(performance.now() - real).toBeLessThan(1_000);
});

test("a wait ends with the reason of its signal, also when that came before", async () => {
  const power = new AbortController();
  const waiting = wait(createClock(), 3_600, power.signal);
  const blocked = blockForever(power.signal);
  power.abort(new Error("no power"));
  await expect(waiting).rejects.toThrow("no power");
  await expect(blocked).rejects.toThrow("no power");
  await expect(wait(createClock(), 0, power.signal)).rejects.toThrow("no power");
});

test("the pace can change under those who wait", async () => {
  const clock = createClock(0.001);
  const waiting = wait(clock, 10, new AbortController().signal);
  clock.pace(10_000);
  await waiting;
  expect(clock.seconds()).toBeGreaterThanOrEqual(10);
});
