import { hash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildLiveIso } from "@muster/iso/testing";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ImageServer, imageServer } from "../../test/image-server.ts";
import type { LiveImage } from "../catalogue/live-image.ts";
import { Bases } from "./bases.ts";

let live: Buffer;
let root = "";
let server: ImageServer;
let directory = "";
let now = 0;
const open: Bases[] = [];

beforeAll(async () => {
  const image = await buildLiveIso();
  live = Buffer.from(await image.read(0, image.size));
  root = await mkdtemp(join(tmpdir(), "muster-bases-"));
  server = await imageServer(live);
});
afterEach(async () => {
  for (const bases of open.splice(0)) await bases.close();
  Object.assign(server, {
    bytes: live,
    etag: '"one"',
    cuts: [],
    tellsLength: true,
    status: 200,
    gate: Promise.resolve(),
  });
  now += 1_000_000;
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const newDirectory = async () => {
  directory = await mkdtemp(join(root, "cache-"));
};
/** In the directory of the last one, unless a new one is made first. */
function newBases(mostBytes = 100_000_000): Bases {
  const bases = new Bases({
    directory,
    mostBytes,
    http: {},
    log: pino({ level: "silent" }),
    now: () => now,
    patience: { answerTimeout: 2_000, idleTimeout: 2_000, pauseAfter: () => 0 },
  });
  open.push(bases);
  return bases;
}
const imageAt = (url: string, more: Partial<LiveImage> = {}): LiveImage => ({
  openshift_version: "4.20",
  cpu_architecture: "x86_64",
  version: "1",
  url,
  ...more,
});
const take = async (bases: Bases, image: LiveImage) => {
  const { base, release } = await bases.take(image);
  const { source } = base.live.iso;
  const bytes = Buffer.from(await source.read(0, source.size));
  release();
  return { base, isRight: bytes.equals(server.bytes) };
};

describe("a live image at a URL", () => {
  test("is downloaded once for many who wait, and not again", async () => {
    await newDirectory();
    const bases = newBases();
    const before = server.requests.length;
    const all = await Promise.all(Array.from({ length: 20 }, () => take(bases, imageAt(server.url))));
    expect(all.every(({ isRight }) => isRight)).toBe(true);
    expect(new Set(all.map(({ base }) => base)).size).toBe(1);
    expect((await take(newBases(), imageAt(server.url))).isRight).toBe(true);
    expect(server.requests.length - before).toBe(1);
    expect((await readdir(directory)).every((name) => !name.includes(".part"))).toBe(true);
  });

  test("tells how far its download is", async () => {
    await newDirectory();
    const bases = newBases();
    const gate = Promise.withResolvers<void>();
    server.gate = gate.promise;
    const image = imageAt(server.url);
    const taken = take(bases, image);
    await expect
      .poll(() => bases.stateOf(image))
      .toMatchObject({ kind: "downloading", received: 1_000, total: live.length });
    gate.resolve();
    expect((await taken).isRight).toBe(true);
    expect(await bases.stateOf(image)).toMatchObject({ kind: "here", size: live.length });
  });

  test("goes on where its connection was cut", async () => {
    await newDirectory();
    server.cuts = [5_000, 20_000];
    const before = server.requests.length;
    expect((await take(newBases(), imageAt(server.url))).isRight).toBe(true);
    const ranges = server.requests.slice(before).map(({ range }) => range);
    expect(ranges).toEqual([undefined, "bytes=5000-", "bytes=25000-"]);
  });

  test("goes on after a restart of the service", async () => {
    await newDirectory();
    server.cuts = [7_000];
    server.gate = new Promise(() => {});
    const first = newBases();
    const image = imageAt(server.url);
    const taken = take(first, image).catch((error: Error) => error.message);
    await expect.poll(() => first.progressOf(image)?.received ?? 0).toBe(8_000);
    await first.close();
    expect(await taken).toMatch(/the service stops|abort/i);
    server.gate = Promise.resolve();
    const before = server.requests.length;
    expect((await take(newBases(), image)).isRight).toBe(true);
    expect(server.requests[before]?.range).toBe("bytes=8000-");
  });

  test("starts again when it is another one by now", async () => {
    await newDirectory();
    server.cuts = [5_000, 0, 0, 0, 0, 0];
    const image = imageAt(server.url);
    await expect(newBases().take(image)).rejects.toThrow(/breaks off after 5000 bytes/);
    server.etag = '"two"';
    server.bytes = Buffer.concat([live, Buffer.alloc(2_048)]);
    expect((await take(newBases(), image)).isRight).toBe(true);
  });

  test("with another checksum than the catalogue's is thrown away", async () => {
    await newDirectory();
    const wrong = imageAt(server.url, { sha256: "0".repeat(64) });
    await expect(newBases().take(wrong)).rejects.toThrow(`has SHA-256 ${hash("sha256", live)}, and not 0000`);
    expect(await readdir(directory)).toEqual([]);
    const right = imageAt(server.url, { sha256: hash("sha256", live).toUpperCase() });
    expect((await take(newBases(), right)).isRight).toBe(true);
  });

  test("that is an error page is thrown away, and fetched again after a while", async () => {
    await newDirectory();
    const bases = newBases();
    const image = imageAt(server.url);
    server.bytes = Buffer.from("<html>log in first</html>");
    await expect(bases.take(image)).rejects.toMatchObject({
      kind: "wrong",
      message: expect.stringMatching(
        /\/live\.iso is no live image: found a file of 25 bytes; needed an ISO 9660 image/,
      ),
    });
    expect(await readdir(directory)).toEqual([]);
    server.bytes = live;
    now += 60_000;
    expect((await take(bases, image)).isRight).toBe(true);
  });

  test("that cannot be kept says where, and keeps nothing", async () => {
    await newDirectory();
    await writeFile(join(directory, "file"), "");
    directory = join(directory, "file", "cache");
    await expect(newBases().take(imageAt(server.url))).rejects.toMatchObject({
      kind: "no-room",
      message: expect.stringMatching(/cache\/4\.20-x86_64-.*\.iso cannot be written \(ENOTDIR\)/),
    });
  });

  test("that nobody serves is told at once, also to those who come next, and asked for again after a while", async () => {
    await newDirectory();
    const bases = newBases();
    server.status = 404;
    const before = server.requests.length;
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(bases.take(imageAt(server.url))).rejects.toThrow("answers with status 404");
    }
    expect(server.requests.length - before).toBe(1);
    server.status = 200;
    now += 60_000;
    expect((await take(bases, imageAt(server.url))).isRight).toBe(true);
  });

  test("where nobody listens fails as unreachable, without the secrets of its address", async () => {
    await newDirectory();
    const image = imageAt("http://user:secret@127.0.0.1:9/live.iso?token=secret");
    const failure = await newBases()
      .take(image)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "unreachable", message: expect.not.stringContaining("secret") });
    await expect(newBases().sizeOf(image)).rejects.toMatchObject({ kind: "unreachable" });
  });

  test("that can be had again is found out meanwhile, when somebody asks for its size", async () => {
    await newDirectory();
    const bases = newBases();
    const image = imageAt(server.url);
    server.status = 404;
    await expect(bases.take(image)).rejects.toThrow("status 404");
    server.status = 200;
    now += 60_000;
    await expect(bases.sizeOf(image)).rejects.toThrow("status 404");
    await expect.poll(() => bases.sizeOf(image).catch(() => null)).toBe(live.length);
  });

  test("has a size before it is here", async () => {
    await newDirectory();
    expect(await newBases().sizeOf(imageAt(server.url))).toBe(live.length);
  });
});

describe("the cache", () => {
  const numbered = (number: number) => imageAt(`${server.url}?${number}`, { openshift_version: `4.${number}` });
  const here = async (bases: Bases) => {
    const states = await Promise.all([1, 2, 3].map((number) => bases.stateOf(numbered(number))));
    return [1, 2, 3].filter((_, index) => states[index]?.kind === "here");
  };

  test("gives up what was not used for longest, but never what is in use", async () => {
    await newDirectory();
    const bases = newBases(live.length * 2.5);
    const first = await bases.take(numbered(1));
    await take(bases, numbered(2));
    expect(await here(bases)).toEqual([1, 2]);
    await take(bases, numbered(3));
    expect(await here(bases)).toEqual([1, 3]);
    expect(Buffer.from(await first.base.live.iso.source.read(0, 5))).toEqual(live.subarray(0, 5));
    const third = await bases.take(numbered(3));
    await expect(bases.take(numbered(2))).rejects.toThrow(/MUSTER_IMAGE_CACHE_SIZE/);
    first.release();
    third.release();
    now += 60_000;
    expect((await take(bases, numbered(2))).isRight).toBe(true);
  });

  test("holds no more than its bound of a file that never says how long it is", async () => {
    await newDirectory();
    const bases = newBases(40_000_000);
    Object.assign(server, { tellsLength: false, bytes: Buffer.alloc(60_000_000) });
    await expect(bases.take(numbered(1))).rejects.toThrow(/MUSTER_IMAGE_CACHE_SIZE/);
    expect(await readdir(directory)).toEqual([]);
    server.bytes = live;
    expect((await take(bases, numbered(2))).isRight).toBe(true);
  });

  test("counts what is still arriving, and gives up what nobody fetches any more", async () => {
    await newDirectory();
    const bases = newBases(live.length * 1.5);
    const gate = Promise.withResolvers<void>();
    server.gate = gate.promise;
    const first = take(bases, numbered(1));
    await expect.poll(() => bases.progressOf(numbered(1))?.received ?? 0).toBe(1_000);
    await expect(bases.take(numbered(2))).rejects.toThrow(/still arrive/);
    gate.resolve();
    expect((await first).isRight).toBe(true);
    server.cuts = [5_000, 0, 0, 0, 0, 0];
    await expect(bases.take(numbered(3))).rejects.toThrow(/breaks off/);
    expect((await readdir(directory)).filter((name) => name.endsWith(".part"))).toHaveLength(1);
    now += 60_000;
    expect((await take(bases, numbered(2))).isRight).toBe(true);
    expect((await readdir(directory)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("refuses what is larger than all of it", async () => {
    await newDirectory();
    await expect(newBases(1_000).take(numbered(1))).rejects.toThrow(/MUSTER_IMAGE_CACHE_SIZE/);
  });
});

describe("a live image in a file", () => {
  test.each([["a path"], ["a file URL"]])("is used where it is, by %s, and looked at again", async (kind) => {
    await newDirectory();
    const path = join(directory, "live.iso");
    await writeFile(path, live);
    const bases = newBases();
    const image = imageAt(kind === "a path" ? path : `file://${path}`);
    expect((await take(bases, image)).isRight).toBe(true);
    const other = await buildLiveIso({ volumeId: "another" });
    await rm(path);
    await writeFile(path, await other.read(0, other.size));
    now += 10_000;
    const { base, release } = await bases.take(image);
    release();
    expect(base.live.iso.volume.id).toMatch(/another/i);
  });

  test("that is cut short, or is none, is told", async () => {
    await newDirectory();
    const path = join(directory, "live.iso");
    await writeFile(path, live.subarray(0, live.length / 2));
    await expect(newBases().take(imageAt(path))).rejects.toMatchObject({ code: "truncated_image" });
    await writeFile(path, "<html>not found</html>");
    await expect(newBases().take(imageAt(path))).rejects.toMatchObject({ code: "not_an_iso" });
  });

  test("whose SHA-256 is named is read once, and another file in its place does not pass for it", async () => {
    await newDirectory();
    const path = join(directory, "live.iso");
    await writeFile(path, live);
    const sha256 = hash("sha256", live);
    const bases = newBases();
    const image = imageAt(path, { sha256: sha256.toUpperCase() });
    expect((await take(bases, image)).base.live.iso.source.identity).toBe(`sha256:${sha256}`);
    const other = await buildLiveIso({ volumeId: "another" });
    await writeFile(path, await other.read(0, other.size));
    now += 10_000;
    await expect(bases.take(image)).rejects.toMatchObject({ code: "wrong_checksum", needed: sha256 });
    await writeFile(path, live);
    now += 10_000;
    expect((await take(bases, image)).isRight).toBe(true);
  });
});
