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

/** What gzip can pack into an area is still bearable: zeros, which say nothing. */
const bombs: [string, Buffer, string | undefined][] = [
  ["gzip", gzipSync(zeros, { level: 9 }), undefined],
  ["zstd", zstdCompressSync(zeros), "archive_too_large"],
];

describe.each(bombs)("an Ignition area filled with %s of zeros", (_, part, answer) => {
  test("has an answer in little time and memory", async () => {
    const built = await buildLiveIso();
    const image = Buffer.from(await built.read(0, built.size));
    const area = (await openLiveIso(memorySource(image))).ignitionArea;
    if (area === undefined) throw new Error("no area");
    repeated(part, area.length).copy(image, area.offset);
    const live = await openLiveIso(memorySource(image));

    const before = process.memoryUsage.rss();
    const started = performance.now();
    expect(await readEmbeddedIgnition(live).catch(({ code }) => code)).toBe(answer);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MiB);
  });
});
