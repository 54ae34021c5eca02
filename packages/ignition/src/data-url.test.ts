import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base64DataUrl, decodeDataUrl, plainDataUrl, readDataUrl } from "./data-url.ts";

const decoded = (url: string): string | null => {
  const parts = readDataUrl(url);
  return "invalid" in parts ? null : Buffer.from(decodeDataUrl(parts)).toString();
};

describe("data URLs", () => {
  test.each([
    ["data:,", ""],
    ["data:,a%20b", "a b"],
    ["data:,1+1=2?&;/:@$,-_.!~*'()", "1+1=2?&;/:@$,-_.!~*'()"],
    ["data:text/plain;charset=utf-8,%C3%A9", "é"],
    ["data:;base64,w6k=", "é"],
    ["data:text/plain;charset=utf-8;base64,YQ==", "a"],
    ['data:text/plain;name="a, b;c";base64,YQ==', "a"],
    ["data:x-own/type,a", "a"],
  ])("%s holds %j", (url, text) => {
    expect(decoded(url)).toBe(text);
  });

  test.each([
    "data:",
    "data:;base64",
    "data:;x,a",
    "data:text/plain;a=,x",
    'data:;a="b,x',
    "data:,%4",
    "data:;base64,YQ",
    "http://x",
  ])("%s is none", (url) => {
    expect(decoded(url)).toBeNull();
  });

  test("any text is read back from its plain form, any bytes from base64", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => decoded(plainDataUrl(text)) === text.toWellFormed()),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const parts = readDataUrl(base64DataUrl(bytes, "text/plain;charset=utf-8"));
        expect("invalid" in parts ? null : Buffer.from(decodeDataUrl(parts))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test("text stays readable", () => {
    expect(plainDataUrl("[Unit]\nA=b #c")).toBe("data:,%5BUnit%5D%0AA=b%20%23c");
  });
});
