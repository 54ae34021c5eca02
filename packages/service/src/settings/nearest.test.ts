import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["srve", "serve"],
  ["verison", "version"],
  ["SERVE", "serve"],
  ["completions", "completion"],
])("%s most likely means %s", (word, meant) => {
  expect(nearest(word, ["serve", "version", "completion"])).toBe(meant);
});

test("a word that resembles nothing gets no suggestion", () => {
  expect(nearest("xyzzy", ["serve", "version", "completion"])).toBeUndefined();
});
