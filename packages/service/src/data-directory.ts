// The directory that holds everything, and the promise that only one service uses it at a time.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StartError } from "./start-error.ts";

type Owner = { pid: number; startedAt: string; host: string };

// A lock taken on another machine (a shared volume) is only believed while it is being renewed.
const renewEvery = 5_000;
const staleAfter = 20_000;

export async function claimDataDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  await makeDirectory(resolve(directory)).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(directory, error);
  });
  const path = join(directory, "lock");
  const owner: Owner = { pid: process.pid, startedAt: await startOf(process.pid), host: hostname() };
  for (let attempt = 0; ; attempt++) {
    try {
      await takeLock(path, owner);
      break;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") throw unwritable(directory, error as NodeJS.ErrnoException);
      const holder = await aliveOwner(path);
      if (holder !== null || attempt > 0) {
        throw new StartError(
          `another muster serve (process ${holder?.pid ?? "unknown"}) uses the data directory ${directory}`,
          "stop it, or choose another directory with --data-dir",
        );
      }
      await rm(path, { force: true });
    }
  }
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, renewEvery);
  timer.unref();
  return {
    release: async () => {
      clearInterval(timer);
      await rm(path, { force: true });
    },
  };
}

/** A lock appears with its content at once: one without would look like what a crash left behind. */
async function takeLock(path: string, owner: Owner): Promise<void> {
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, JSON.stringify(owner), { mode: 0o600 });
  try {
    await link(own, path);
  } finally {
    await rm(own, { force: true });
  }
}

/** Step by step: mkdir's own `recursive` never returns where the system says that a parent does not exist, such as /proc. */
async function makeDirectory(directory: string): Promise<void> {
  const parent = dirname(directory);
  if (parent !== directory && !existsSync(parent)) await makeDirectory(parent);
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

async function aliveOwner(path: string): Promise<Owner | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  const owner = parseOwner(text);
  if (!owner) return null;
  if (owner.host === hostname()) return (await startOf(owner.pid)) === owner.startedAt ? owner : null;
  const renewed = await stat(path).catch(() => null);
  return renewed && Date.now() - renewed.mtimeMs < staleAfter ? owner : null;
}

function parseOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const { pid, startedAt, host } = value as Partial<Owner>;
    return typeof pid === "number" && typeof startedAt === "string" && typeof host === "string"
      ? { pid, startedAt, host }
      : null;
  } catch {
    return null;
  }
}

/** Process ids are used again; the start time tells two processes with the same id apart. Empty: no such process. */
async function startOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (status !== null) return status.slice(status.lastIndexOf(")") + 2).split(" ")[19] ?? "unknown";
  try {
    process.kill(pid, 0);
    return "unknown";
  } catch {
    return "";
  }
}

function unwritable(directory: string, error: NodeJS.ErrnoException): StartError {
  if (error.code === "ENOTDIR") {
    return new StartError(
      `the data directory ${directory} is a file, or lies below one`,
      "choose a directory with --data-dir; it is made when it does not exist",
    );
  }
  return new StartError(
    `the data directory ${directory} cannot be written (${error.code ?? error.message})`,
    "make it writable for this user, or choose another with --data-dir",
  );
}
