// A few kilobytes that unpack to gigabytes, where a config is expected.
import { gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { MiB } from "../src/bytes.ts";
import { memorySource, openLiveIso, readEmbeddedIgnition } from "../src/index.ts";
import { buildLiveIso } from "../src/testing/index.ts";

const zeros = Buffer.alloc(64 * MiB);

/** As often as it fits into the area. */
function repeated(part: Buffer, length: number): Buffer {
  return Buffer.concat(Array.from({ length: Math.floor(length / part.length) }, () => part));
}

const bombs: [string, Buffer][] = [
  ["gzip", gzipSync(zeros, { level: 9 })],
  ["zstd", zstdCompressSync(zeros)],
];

describe.each(bombs)("an Ignition area filled with %s of zeros", (_, part) => {
  test("is refused in little time and memory", async () => {
    const built = await buildLiveIso();
    const image = Buffer.from(await built.read(0, built.size));
    const area = (await openLiveIso(memorySource(image))).ignitionArea;
    if (area === undefined) throw new Error("no area");
    repeated(part, area.length).copy(image, area.offset);
    const live = await openLiveIso(memorySource(image));

    const before = process.memoryUsage.rss();
    const started = performance.now();
    await expect(readEmbeddedIgnition(live)).rejects.toMatchObject({ code: "archive_too_large" });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MiB);
  });
});
