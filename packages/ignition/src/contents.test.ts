import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { base64DataUrl, compressed, inline, readContents } from "./index.ts";

const text = "the same words again and again ".repeat(100);

describe("contents", () => {
  test("inline and compressed contents read back the same", () => {
    const bytes = Buffer.from(text);
    expect(readContents(inline(text))).toEqual({ kind: "bytes", bytes });
    expect(readContents(compressed(text))).toEqual({ kind: "bytes", bytes });
    expect(compressed(text).source?.length).toBeLessThan(text.length / 5);
    expect(compressed(text)).toEqual(compressed(text));
  });

  test("an empty source is an empty file, and what is elsewhere is not fetched", () => {
    expect(readContents({ source: "" })).toEqual({ kind: "bytes", bytes: new Uint8Array() });
    expect(readContents({ source: "https://h/x" })).toEqual({ kind: "elsewhere", url: "https://h/x" });
  });

  test("what cannot be unpacked is told, and a bomb does not go off", () => {
    expect(readContents({ source: "data:,plain", compression: "gzip" })).toEqual({
      kind: "broken",
      found: "bytes that are not gzip",
    });
    const bomb = { source: base64DataUrl(gzipSync(Buffer.alloc(5_000_000))), compression: "gzip" };
    expect(readContents(bomb, 1_000_000)).toEqual({
      kind: "broken",
      found: "more than 1000000 bytes after unpacking",
    });
    expect(readContents({ source: "data:;base64,Y" })).toMatchObject({ kind: "broken" });
  });
});
