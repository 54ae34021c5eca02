import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
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
      const partial = `${path}.${randomUUID()}.part`;
      const file = await create(partial);
      try {
        await file.writeFile(content);
        await file.sync();
        await file.close();
        await rename(partial, path);
      } catch (error) {
        await file.close();
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

/** A new file; the directory is made when the first of it comes. */
async function create(path: string): Promise<FileHandle> {
  const file = await open(path, "wx", 0o600).catch(absent);
  if (file) return file;
  await mkdir(dirname(path), { recursive: true });
  return open(path, "wx", 0o600);
}
