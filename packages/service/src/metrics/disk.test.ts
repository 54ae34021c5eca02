import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testSettings } from "../../test/running-service.ts";
import { DiskWatch } from "./disk.ts";
import { Instruments } from "./instruments.ts";

describe("the filesystem of the data directory", () => {
  let directory = "";
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-disk-"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const watch = (flags: Record<string, string>) => {
    const said: string[] = [];
    const note = (level: string) => () => void said.push(level);
    const instruments = new Instruments();
    const log = { warn: note("warn"), info: note("info") };
    return { said, instruments, disk: new DiskWatch(testSettings(directory, flags), log, instruments) };
  };

  test("fuller than the threshold, the log warns once", async () => {
    const { said, disk } = watch({ FILESYSTEM_USAGE_THRESHOLD: "0" });
    await disk.look();
    await disk.look();
    expect(said).toEqual(["warn"]);
  });

  test("with room left it says nothing", async () => {
    const { said, disk } = watch({ FILESYSTEM_USAGE_THRESHOLD: "100" });
    expect(await disk.look()).toBeLessThanOrEqual(100);
    expect(said).toEqual([]);
  });

  test("what lies in a directory counts, with what lies below", async () => {
    await mkdir(join(directory, "objects", "deep"), { recursive: true });
    await writeFile(join(directory, "objects", "deep", "file"), Buffer.alloc(1_000_000, 1));
    const text = await watch({}).instruments.registry.metrics();
    const [, bytes] = /directory_usage_bytes\{directory="objects"\} (\d+)/.exec(text) ?? [];
    expect(Number(bytes)).toBeGreaterThanOrEqual(1_000_000);
    expect(text).toContain('directory_usage_bytes{directory="images"} 0');
  });
});
