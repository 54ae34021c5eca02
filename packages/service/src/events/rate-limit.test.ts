import { draftEvent } from "@muster/core";
import { expect, test } from "vitest";
import { EventRateLimiter } from "./rate-limit.ts";

const started = (hostId: string) =>
  draftEvent("upgrade_agent_started", { hostId }, { host_name: "h", agent_image: "i" });
const minutes = (count: number) => count * 60_000;

test("an event that was told is told again after its time, about another host at once", () => {
  const limiter = new EventRateLimiter({ upgrade_agent_started: minutes(10) });
  limiter.told([started("a")], 0);
  expect(limiter.admits(started("a"), minutes(9), [])).toBe(false);
  expect(limiter.admits(started("b"), minutes(9), [])).toBe(true);
  expect(limiter.admits(started("a"), minutes(10), [])).toBe(true);
});

test("one that was only meant to be told does not count, unless it goes along", () => {
  const limiter = new EventRateLimiter({ upgrade_agent_started: minutes(10) });
  expect(limiter.admits(started("a"), 0, [])).toBe(true);
  expect(limiter.admits(started("a"), 0, [])).toBe(true);
  expect(limiter.admits(started("a"), 0, [started("b"), started("a")])).toBe(false);
});

test("the longest unheard of make room", () => {
  const limiter = new EventRateLimiter({ upgrade_agent_started: minutes(10) });
  for (let number = 0; number <= 10_000; number += 1) limiter.told([started(`host-${number}`)], 0);
  expect(limiter.admits(started("host-0"), 1, [])).toBe(true);
  expect(limiter.admits(started("host-1"), 1, [])).toBe(false);
});
