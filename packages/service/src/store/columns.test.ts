import fc from "fast-check";
import { expect, test } from "vitest";
import { storableJson, storableText } from "./columns.ts";

test.for<[string, string]>([
  ["a zero", "a\0b"],
  ["half of a pair", "a\ud800b"],
  ["the other half", "a\udc00b"],
])("%s becomes the character that stands for the unreadable", ([, text]) => {
  expect(storableJson({ [text]: [text] })).toBe('{"a\ufffdb":["a\ufffdb"]}');
});

test("what only looks like an escape stays as it is", () => {
  for (const text of ["\\u0000", "\\\\u0000", "\\ud800", "C:\\users", "\u0001", "😀", '"\\']) {
    expect(JSON.parse(storableJson(text))).toBe(text);
  }
});

test("all other text comes back as it was", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text);
      const stored = storableJson(value);
      expect(stored).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/);
      if (!/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value))) expect(JSON.parse(stored)).toEqual(value);
    }),
  );
});

test("text loses its zeros only", () => {
  expect(storableText("a\0b\u0001")).toBe("a\ufffdb\u0001");
});
