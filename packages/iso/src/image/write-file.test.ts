import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MiB } from "../bytes.ts";
import { type FileSource, memorySource, openFileSource, type Source } from "../source.ts";
import { filler } from "../testing/live-files.ts";
import { Overlay } from "./overlay.ts";
import { writeImage } from "./write-file.ts";

const bytes = filler(500_000, 3);
let directory: string;
let base: FileSource;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "iso-write-"));
  await writeFile(join(directory, "base"), bytes);
  base = await openFileSource(join(directory, "base"));
});
afterAll(async () => {
  await base.close();
  await rm(directory, { recursive: true });
});

async function written(image: Source): Promise<Buffer> {
  const path = join(directory, "out");
  await writeImage(image, path);
  const result = await readFile(path);
  await rm(path);
  return result;
}

describe("writing an image to a file", () => {
  test("a base that is mostly kept is copied, with the changes over it", async () => {
    const image = Overlay.of(base)
      .replace(1000, Buffer.from("hello"))
      .replace(2000, { zeros: 3000 })
      .append({ zeros: 10 });
    const result = await written(image);
    expect(result).toEqual(Buffer.from(await image.read(0, image.size)));
    expect(result.subarray(2000, 5000)).toEqual(Buffer.alloc(3000));
  });

  test("a base of which little is kept is not copied as a whole", async () => {
    const image = Overlay.of(Buffer.from("header"), Overlay.of(base).slice(100, 5000), { zeros: 100 });
    expect(await written(image)).toEqual(Buffer.from(await image.read(0, image.size)));
  });

  test("an image shorter than its base has its own size", async () => {
    const image = Overlay.of(base).slice(0, 400_000);
    expect(await written(image)).toEqual(bytes.subarray(0, 400_000));
  });

  test("zeros take no room on the disk", async () => {
    const path = join(directory, "sparse");
    await writeImage(Overlay.of(Buffer.from("start"), { zeros: 512 * MiB }, memorySource(Buffer.from("end"))), path);
    const { size, blocks } = await stat(path);
    expect(size).toBe(512 * MiB + 8);
    expect(blocks * 512).toBeLessThan(MiB);
  });

  test("a failure leaves no half-written file behind", async () => {
    const broken: Source = { ...memorySource(bytes), size: 10, readInto: () => Promise.reject(new Error("no")) };
    await expect(writeImage(broken, join(directory, "never"))).rejects.toThrow("no");
    expect((await readdir(directory)).filter((name) => name.startsWith("never"))).toEqual([]);
  });
});
