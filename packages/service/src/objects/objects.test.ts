// One suite over every store.
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { noS3Server, startS3Server } from "../../test/s3-server.ts";
import { fileObjects } from "./file-objects.ts";
import { type Objects, readText } from "./objects.ts";
import { requireBucket } from "./s3-bucket.ts";
import { s3Objects } from "./s3-objects.ts";

type Store = Readonly<{ objects: Objects; close(): Promise<void> }>;

const stores: Readonly<Record<string, { skip: string | null; open(): Promise<Store> }>> = {
  files: {
    skip: null,
    open: async () => {
      const directory = await mkdtemp(join(tmpdir(), "muster-objects-"));
      return { objects: fileObjects(directory), close: () => rm(directory, { recursive: true, force: true }) };
    },
  },
  "an S3 server": {
    skip: noS3Server,
    open: async () => {
      const server = await startS3Server();
      await requireBucket(server.place, true);
      return { objects: s3Objects(server.place), close: server.stop };
    },
  },
};

describe.each(Object.entries(stores))("objects in %s", (_, { skip, open }) => {
  if (skip !== null) {
    test.skip(skip);
    return;
  }
  let store: Store;
  let objects: Objects;

  beforeAll(async () => {
    store = await open();
    objects = store.objects;
  }, 30_000);
  afterAll(() => store.close());

  afterEach(() => objects.deleteAll("a"));

  test("text, bytes and streams come back as they were put", async () => {
    await objects.put("a/text", "grüße");
    await objects.put("a/bytes", Buffer.from([0, 255]));
    await objects.put("a/stream", Readable.from(["one ", "two"]));
    expect(await readText(objects, "a/text")).toBe("grüße");
    const bytes = await objects.get("a/bytes");
    expect(bytes?.size).toBe(2);
    bytes?.body.destroy();
    expect(await readText(objects, "a/stream")).toBe("one two");
    expect(await readText(objects, "a/nothing")).toBeNull();
    expect(await objects.get("a")).toBeNull();
  });

  test("an object is replaced as a whole, and who reads the old one reads it to its end", async () => {
    await objects.put("a/b", "x".repeat(300_000));
    const stream = (await objects.get("a/b"))?.body;
    if (!stream) throw new Error("it was just put");
    const first = await stream[Symbol.asyncIterator]().next();
    await objects.put("a/b", "new");
    let length = first.value.length;
    for await (const chunk of stream) length += chunk.length;
    expect(length).toBe(300_000);
    expect(await readText(objects, "a/b")).toBe("new");
  });

  test("an object that is replaced or deleted before it is read is the one that was asked for", async () => {
    await objects.put("a/b", "old");
    await objects.put("a/c", "gone");
    const [replaced, deleted] = [await objects.get("a/b"), await objects.get("a/c")];
    await objects.put("a/b", "newer and longer");
    await objects.delete("a/c");
    expect(replaced && [replaced.size, await text(replaced.body)]).toEqual([3, "old"]);
    expect(deleted && [deleted.size, await text(deleted.body)]).toEqual([4, "gone"]);
  });

  test("a source that breaks leaves what was there, and no part of itself", async () => {
    await objects.put("a/b", "old");
    async function* breaks() {
      yield "half";
      throw new Error("the upload broke off");
    }
    await expect(objects.put("a/b", Readable.from(breaks()))).rejects.toThrow("broke off");
    expect(await readText(objects, "a/b")).toBe("old");
    expect(await objects.list("a")).toEqual(["a/b"]);
  });

  test("are listed by what their keys begin with, and deleted one by one or together", async () => {
    for (const key of ["a/1", "a/deep/2", "b/3"]) await objects.put(key, key);
    expect(await objects.list("a")).toEqual(["a/1", "a/deep/2"]);
    expect(await objects.list("nothing")).toEqual([]);
    await objects.delete("a/1");
    await objects.delete("a/1");
    expect(await objects.list("a")).toEqual(["a/deep/2"]);
    await objects.deleteAll("a");
    await objects.deleteAll("a");
    expect([await objects.list("a"), await objects.list("b")]).toEqual([[], ["b/3"]]);
    await objects.deleteAll("b");
  });

  test.for(["../outside", "a/../../outside", "/etc/passwd"])("a key cannot lead out of the store: %s", async (key) => {
    await expect(objects.put(key, "x")).rejects.toThrow("leaves the store");
    await expect(objects.get(key)).rejects.toThrow("leaves the store");
    await expect(objects.deleteAll(key)).rejects.toThrow("leaves the store");
  });

  test("a large object of unknown length arrives whole, and is replaced as a whole", async () => {
    const chunk = Buffer.alloc(1_000_003, "muster");
    const sums = [createHash("sha256"), createHash("sha256")];
    async function* chunks() {
      for (let count = 0; count < 20; count += 1) {
        sums[0]?.update(chunk);
        yield chunk;
      }
    }
    await objects.put("large/one", Readable.from(chunks()));
    const stored = await objects.get("large/one");
    expect(stored?.size).toBe(20 * chunk.length);
    for await (const piece of stored?.body ?? []) sums[1]?.update(piece);
    expect(sums[1]?.digest("hex")).toBe(sums[0]?.digest("hex"));
    async function* breaks() {
      for (let count = 0; count < 12; count += 1) yield chunk;
      throw new Error("the upload broke off");
    }
    await expect(objects.put("large/one", Readable.from(breaks()))).rejects.toThrow("broke off");
    const after = await objects.get("large/one");
    after?.body.destroy();
    expect(after?.size).toBe(20 * chunk.length);
    expect(await objects.list("large")).toEqual(["large/one"]);
    await objects.deleteAll("large");
  });

  test("keys may hold any sign that a file of a manifest may", async () => {
    const keys = ["signs/a b+c%20.yaml", "signs/grüße&<x>'!()*.yaml"];
    for (const key of keys) await objects.put(key, key);
    expect(await objects.list("signs")).toEqual(keys);
    for (const key of keys) expect(await readText(objects, key)).toBe(key);
    await objects.put("signs/empty", "");
    expect(await readText(objects, "signs/empty")).toBe("");
    await objects.deleteAll("signs");
  });
});

test("a file that breaks off leaves no part of itself in the directory", async () => {
  const directory = await mkdtemp(join(tmpdir(), "muster-objects-"));
  async function* breaks() {
    yield "half";
    throw new Error("the upload broke off");
  }
  await expect(fileObjects(directory).put("a/b", Readable.from(breaks()))).rejects.toThrow("broke off");
  expect(await readdir(join(directory, "a"))).toEqual([]);
  await rm(directory, { recursive: true });
});
