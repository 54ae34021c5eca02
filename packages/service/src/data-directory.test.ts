import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimDataDirectory } from "./data-directory.ts";
import { StartError } from "./start-error.ts";

let parent = "";
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "muster-directory-"));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const claim = (name = "data") => claimDataDirectory(join(parent, name));

test("a directory is made, for its owner alone, and given back", async () => {
  const { release } = await claim("deep/data");
  expect((await stat(join(parent, "deep/data"))).mode & 0o777).toBe(0o700);
  await release();
  expect(await readdir(join(parent, "deep/data"))).toEqual([]);
});

test("two cannot have it, however close they come", async () => {
  const claims = await Promise.allSettled([claim(), claim(), claim()]);
  expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = claims.find((one) => one.status === "rejected");
  expect(refused?.reason).toBeInstanceOf(StartError);
  expect(String(refused?.reason.message)).toContain(join(parent, "data"));
});

test("what a process left that is no more is taken over", async () => {
  const lock = join(parent, "lock");
  for (const left of [
    JSON.stringify({ pid: 2 ** 22 + 1, startedAt: "1", host: (await import("node:os")).hostname() }),
    // The same number, another process: it started at another time.
    JSON.stringify({ pid: process.pid, startedAt: "1", host: (await import("node:os")).hostname() }),
  ]) {
    await writeFile(lock, left);
    const { release } = await claimDataDirectory(parent);
    expect(JSON.parse(await readFile(lock, "utf8")).pid).toBe(process.pid);
    await release();
  }
});

test("what another machine holds is believed as long as it is renewed", async () => {
  const lock = join(parent, "lock");
  await writeFile(lock, JSON.stringify({ pid: 1, startedAt: "1", host: "elsewhere" }));
  await expect(claimDataDirectory(parent)).rejects.toThrow(StartError);
  const long = new Date(Date.now() - 60_000);
  await utimes(lock, long, long);
  const { release } = await claimDataDirectory(parent);
  await release();
});

test("a place where no directory can be is refused, and named", async () => {
  await writeFile(join(parent, "file"), "");
  await expect(claim("file/data")).rejects.toThrow(/file\/data is a file, or lies below one/);
  await expect(claim("file")).rejects.toThrow(/file is a file, or lies below one/);
});
