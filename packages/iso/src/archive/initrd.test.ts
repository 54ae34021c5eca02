import { execFileSync } from "node:child_process";
import { gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MiB } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { hasTool } from "../testing/foreign-tools.ts";
import { filler } from "../testing/live-files.ts";
import { writeCpio } from "./cpio.ts";
import { detectCompression, readInitrd } from "./initrd.ts";

const file = (path: string, content: string | Buffer) =>
  writeCpio([{ path, mode: 0o100644, bytes: Buffer.from(content) }]);
const xzInstalled = hasTool("xz");
const xz = (bytes: Buffer, ...options: string[]) =>
  execFileSync("xz", ["-c", ...options], { input: bytes, maxBuffer: 64 * MiB });

const packers: [string, (bytes: Buffer) => Buffer][] = [
  ["none", (bytes) => bytes],
  ["gzip", (bytes) => gzipSync(bytes)],
  ["zstd", (bytes) => zstdCompressSync(bytes)],
  ...(xzInstalled
    ? ([
        ["xz", (bytes) => xz(bytes, "-9", "--check=crc32")],
        ["xz", (bytes) => xz(bytes, "-0", "--block-size=65536")],
      ] satisfies [string, (bytes: Buffer) => Buffer][])
    : []),
];

describe.each(packers)("an initrd packed with %s", (name, pack) => {
  test("is recognised and read", async () => {
    const packed = pack(file("config.ign", filler(20_000, 1)));
    expect(detectCompression(packed)).toBe(name);
    const [entry] = await readInitrd(packed);
    expect(entry?.path).toBe("config.ign");
    expect(Buffer.from(entry?.bytes ?? [])).toEqual(filler(20_000, 1));
  });

  test("may be followed by any other archive, with or without zeros between them", async () => {
    for (const [, packNext] of packers) {
      for (const gap of [0, 4, 512]) {
        const first = pack(file("first", "1"));
        const aligned = Buffer.concat([first, Buffer.alloc((4 - (first.length % 4)) % 4)]);
        const bytes = Buffer.concat([aligned, Buffer.alloc(gap), packNext(file("second", "2")), Buffer.alloc(100)]);
        expect((await readInitrd(bytes)).map(({ path }) => path)).toEqual(["first", "second"]);
      }
    }
  });

  test("that unpacks to far more than it should is refused", async () => {
    if (name === "none") return;
    const bomb = pack(Buffer.alloc(32 * MiB));
    expect(bomb.length).toBeLessThan(MiB);
    await expect(readInitrd(bomb, MiB)).rejects.toMatchObject({ code: "archive_too_large" });
  });

  test("whose bytes are damaged gives an answer, not a crash", async () => {
    const packed = pack(file("config.ign", "some config ".repeat(50)));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(packed.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(packed.length),
        async (at, change, cut) => {
          const damaged = Buffer.from(packed.subarray(0, Math.max(cut, at + 1)));
          damaged.writeUInt8((damaged.readUInt8(at) ^ change) & 0xff, at);
          try {
            await readInitrd(damaged, MiB);
          } catch (error) {
            expect(error).toBeInstanceOf(IsoError);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

test.skipIf(!xzInstalled)(
  "xz with a filter for machine code is refused by name (skipped where xz is not installed)",
  async () => {
    const packed = xz(file("init", "x"), "--x86", "--lzma2");
    await expect(readInitrd(packed)).rejects.toMatchObject({
      code: "unknown_compression",
      found: "an archive packed with xz and filter 4",
    });
  },
);

test.each([
  ["bzip2", "425a6839314159"],
  ["lz4", "02214c18ffff"],
])("an archive packed with %s is named, with what to do", async (name, hex) => {
  await expect(readInitrd(Buffer.from(hex, "hex"))).rejects.toMatchObject({
    code: "unknown_compression",
    found: `an archive packed with ${name}`,
    remedy: "Compress it again with one of these.",
  });
});

test("only zeros are an empty initrd", async () => {
  expect(await readInitrd(Buffer.alloc(5000))).toEqual([]);
});
