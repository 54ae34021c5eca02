import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasTool } from "../testing/foreign-tools.ts";
import { readCpio, writeCpio } from "./cpio.ts";
import { ignitionArchive } from "./gzip-cpio.ts";

const entry = fc.record({
  path: fc.stringMatching(/^[a-z][a-z0-9._-]{0,20}$/),
  mode: fc.constantFrom(0o100644, 0o100600, 0o100755),
  bytes: fc.uint8Array({ maxLength: 200 }),
});

describe("a cpio archive", () => {
  test("reads back as it was written", () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ path }) => path }), (entries) => {
        const archive = writeCpio(entries);
        const read = readCpio(archive);
        expect(read.length).toBe(archive.length);
        expect(read.entries.map(({ path, mode, bytes }) => ({ path, mode, bytes: new Uint8Array(bytes) }))).toEqual(
          entries,
        );
      }),
    );
  });

  test("has the directories that its files need, once, before them", () => {
    const archive = writeCpio([
      { path: "etc/assisted/network/host0/eth0.nmconnection", mode: 0o100600, bytes: Buffer.from("a") },
      { path: "etc/assisted/x", mode: 0o100644, bytes: Buffer.from("b") },
    ]);
    expect(readCpio(archive).entries.map(({ path, mode }) => `${path} ${mode.toString(8)}`)).toEqual([
      "etc 40755",
      "etc/assisted 40755",
      "etc/assisted/network 40755",
      "etc/assisted/network/host0 40755",
      "etc/assisted/network/host0/eth0.nmconnection 100600",
      "etc/assisted/x 100644",
    ]);
  });

  test("is the same for the same files", () => {
    expect(ignitionArchive(Buffer.from("{}"))).toEqual(ignitionArchive(Buffer.from("{}")));
    expect(ignitionArchive(Buffer.from("{}")).length % 4).toBe(0);
  });

  test.skipIf(!hasTool("cpio"))("is listed by cpio (skipped where cpio is not installed)", () => {
    const archive = writeCpio([{ path: "etc/motd", mode: 0o100644, bytes: Buffer.from("hello\n") }]);
    expect(execFileSync("cpio", ["-t", "--quiet"], { input: archive, encoding: "utf8" })).toBe("etc\netc/motd\n");
  });

  test.each([
    ["an empty file", Buffer.alloc(0)],
    ["text", Buffer.from("no archive at all, but long enough to hold a header".repeat(4))],
    [
      "an archive without its end",
      writeCpio([{ path: "a", mode: 0o100644, bytes: new Uint8Array(10) }]).subarray(0, 150),
    ],
    ["a size that lies", Buffer.from(`070701${"7fffffff".repeat(13)}name\0`)],
    ["letters for a number", Buffer.from(`070701${"zzzzzzzz".repeat(13)}name\0\0\0\0\0`)],
  ])("%s is refused", (_, bytes) => {
    expect(() => readCpio(bytes)).toThrow(expect.objectContaining({ code: "bad_archive" }));
  });
});
