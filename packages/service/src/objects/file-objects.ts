import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Objects } from "./objects.ts";

/** Objects as files under one directory. */
export function fileObjects(directory: string): Objects {
  const root = resolve(directory);
  const pathOf = (key: string): string => {
    const path = resolve(root, key);
    if (path !== root && !path.startsWith(root + sep)) throw new Error(`object key leaves the store: ${key}`);
    return path;
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomUUID()}.part`;
      try {
        const source = content instanceof Readable ? content : Readable.from([content]);
        await pipeline(source, createWriteStream(partial, { mode: 0o600 }));
        await sync(partial);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async get(key) {
      const path = pathOf(key);
      const file = await open(path).catch(absent);
      if (!file) return null;
      const found = await file.stat();
      if (found.isFile()) return { size: found.size, modifiedAt: found.mtimeMs, body: file.createReadStream() };
      await file.close();
      return null;
    },
    async list(prefix) {
      const base = pathOf(prefix);
      const entries = await readdir(base, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(".part"))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .sort();
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async deleteAll(prefix) {
      await rm(pathOf(prefix), { force: true, recursive: true });
    },
  };
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}

async function sync(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
