import { execFileSync } from "node:child_process";
import { mkdtemp, rename, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Overlay } from "./image/overlay.ts";
import { type FileSource, memorySource, openFileSource, type Source } from "./source.ts";
import { filler } from "./testing/live-files.ts";

const bytes = filler(10_000, 1);
let directory: string;
const opened: FileSource[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "iso-source-"));
  await writeFile(join(directory, "file"), bytes);
});
afterAll(async () => {
  await Promise.all(opened.map((source) => source.close()));
  await rm(directory, { recursive: true });
});

async function openFile(): Promise<Source> {
  const source = await openFileSource(join(directory, "file"));
  opened.push(source);
  return source;
}

const implementations: [string, () => Promise<Source>][] = [
  ["memory", async () => memorySource(bytes)],
  ["file", openFile],
  [
    "overlay",
    async () => Overlay.of(bytes.subarray(0, 10), memorySource(bytes.subarray(10, 9000)), bytes.subarray(9000)),
  ],
];

describe.each(implementations)("a source in a %s", (_, open) => {
  test("gives any range, the whole and nothing", async () => {
    const source = await open();
    expect(source.size).toBe(bytes.length);
    expect(Buffer.from(await source.read(17, 8999))).toEqual(bytes.subarray(17, 9016));
    expect(Buffer.from(await source.read(0, bytes.length))).toEqual(bytes);
    expect(await source.read(bytes.length, 0)).toHaveLength(0);
  });

  test("fills a buffer of the caller", async () => {
    const target = Buffer.alloc(100);
    await (await open()).readInto(target, 9900);
    expect(target).toEqual(bytes.subarray(9900));
  });

  test.each([
    [9_999, 2],
    [-1, 1],
    [0, -1],
    [0.5, 1],
    [0, Number.POSITIVE_INFINITY],
  ])("refuses a range outside of it: %d, %d", async (offset, length) => {
    const source = await open();
    await expect(source.read(offset, length)).rejects.toMatchObject({ code: "read_outside_image" });
  });

  test("keeps its identity", async () => {
    expect((await open()).identity).toBe((await open()).identity);
  });
});

test("a file that shrank while it was open is an error, not an endless wait", async () => {
  const path = join(directory, "shrinking");
  await writeFile(path, bytes);
  const source = await openFileSource(path);
  await truncate(path, 100);
  await expect(source.read(50, 100)).rejects.toMatchObject({ code: "image_changed" });
  await source.close();
});

test("a known checksum is the identity of a file, wherever it lies", async () => {
  const source = await openFileSource(join(directory, "file"), { sha256: "ab" });
  expect(source.identity).toBe("sha256:ab");
  await source.close();
});

test("a directory or a pipe is refused at once: nobody waits for the other end", async () => {
  const pipe = join(directory, "pipe");
  execFileSync("mkfifo", [pipe]);
  for (const path of [directory, pipe]) {
    await expect(openFileSource(path)).rejects.toMatchObject({ code: "not_a_file" });
  }
});

test("a file in the place of another is told apart, and is as new as its arrival, whatever date it has", async () => {
  const [path, other] = [join(directory, "place"), join(directory, "older")];
  await writeFile(path, bytes);
  const before = await openFileSource(path);
  await writeFile(other, bytes);
  await utimes(other, 1_000, 1_000);
  await rename(other, path);
  const after = await openFileSource(path);
  expect(after.fingerprint).not.toBe(before.fingerprint);
  expect(after.modifiedAt).toBeGreaterThanOrEqual(before.modifiedAt);
  await Promise.all([before.close(), after.close()]);
});
