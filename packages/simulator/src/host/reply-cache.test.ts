import { expect, test } from "vitest";
import { failed, succeeded } from "../steps/outcome.ts";
import { ReplyCache } from "./reply-cache.ts";

test("an answer is known for an hour after it was taken, by type and content", () => {
  const cache = new ReplyCache();
  expect(cache.has("inventory", succeeded("a"), 0)).toBe(false);
  cache.remember("inventory", succeeded("a"), 0);
  expect(cache.has("inventory", succeeded("a"), 3_599)).toBe(true);
  expect(cache.has("inventory", succeeded("a"), 3_600)).toBe(false);
  expect(cache.has("inventory", succeeded("b"), 1)).toBe(false);
  expect(cache.has("verify-vips", succeeded("a"), 1)).toBe(false);
  cache.clear();
  expect(cache.has("inventory", succeeded("a"), 1)).toBe(false);
});

test("failures are always told", () => {
  const cache = new ReplyCache();
  cache.remember("inventory", failed("no"), 0);
  expect(cache.has("inventory", failed("no"), 1)).toBe(false);
});
