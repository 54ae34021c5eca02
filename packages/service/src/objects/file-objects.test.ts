import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fileObjects } from "./file-objects.ts";
import { type Objects, readText } from "./objects.ts";

let directory = "";
let objects: Objects;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "muster-objects-"));
  objects = fileObjects(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

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
  expect(await readdir(join(directory, "a"))).toEqual(["b"]);
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
});

test.for(["../outside", "a/../../outside", "/etc/passwd"])("a key cannot lead out of the store: %s", async (key) => {
  await expect(objects.put(key, "x")).rejects.toThrow("leaves the store");
  await expect(objects.get(key)).rejects.toThrow("leaves the store");
  await expect(objects.deleteAll(key)).rejects.toThrow("leaves the store");
});
