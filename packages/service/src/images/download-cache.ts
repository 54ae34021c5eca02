// Downloaded live images on disk, bounded in size. Beside each file is a record of what it is; its date is that of the last use.
import { hash } from "node:crypto";
import { mkdir, readdir, readFile, stat, statfs, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LiveImage } from "../catalogue/live-image.ts";
import { digestOf, discard, type Fetched, totalOf } from "./download.ts";
import { DownloadError } from "./download-error.ts";

const GiB = 1024 ** 3;

/** For everything else in the data directory: an image that took the last room would stop the database. */
const keptFree = 64 * 1024 ** 2;

export type Arrived = Readonly<{ received: number; total: number | null }>;

export class DownloadCache {
  readonly #directory: string;
  readonly #mostBytes: number;

  constructor(directory: string, mostBytes: number) {
    this.#directory = directory;
    this.#mostBytes = mostBytes;
  }

  pathOf({ openshift_version: version, cpu_architecture: architecture, url }: LiveImage): string {
    const plain = `${version}-${architecture}`.replaceAll(/[^\w.-]/g, "_").slice(0, 60);
    return join(this.#directory, `${plain}-${hash("sha256", url).slice(0, 12)}.iso`);
  }

  async find(image: LiveImage): Promise<Fetched | null> {
    const path = this.pathOf(image);
    const file = await stat(path).catch(() => null);
    if (!file) return null;
    const record = (await readRecord(path)) ?? (await this.#adopt(image, file.size));
    const isRight = image.sha256 === undefined || image.sha256.toLowerCase() === record.sha256;
    if (isRight && record.size === file.size) return record;
    await discard(path);
    return null;
  }

  /** How much has arrived of a file that is not complete. */
  async arrived(image: LiveImage): Promise<Arrived> {
    const part = `${this.pathOf(image)}.part`;
    const received = (await stat(part).catch(() => null))?.size ?? 0;
    return { received, total: received === 0 ? null : await totalOf(part) };
  }

  /** Forgets a file that turned out to be useless. */
  drop = (image: LiveImage): Promise<void> => discard(this.pathOf(image));

  prepare = (): Promise<unknown> => mkdir(this.#directory, { recursive: true, mode: 0o700 });

  keep = (image: LiveImage, fetched: Fetched): Promise<void> =>
    writeFile(`${this.pathOf(image)}.json`, JSON.stringify(fetched));

  async noteUse(path: string): Promise<void> {
    const now = new Date();
    await utimes(`${path}.json`, now, now).catch(() => {});
  }

  /** Removes what was not used for longest, but for what is in use, until so many bytes fit into the cache and on the disk. */
  async makeRoom(bytes: number, forPath: string, giveUp: (path: string) => Promise<boolean>): Promise<void> {
    await this.#makeRoomInCache(bytes, forPath, giveUp);
    const { bavail, bsize } = await statfs(this.#directory);
    if (bavail * bsize < bytes + keptFree) throw noRoom(bytes, bavail * bsize, this.#directory);
  }

  async #makeRoomInCache(bytes: number, forPath: string, giveUp: (path: string) => Promise<boolean>): Promise<void> {
    if (bytes > this.#mostBytes) throw tooLarge(bytes, this.#mostBytes);
    const files = (await this.#files()).filter(({ path }) => path !== `${forPath}.part`);
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (total + bytes <= this.#mostBytes) return;
      if (path === forPath || !(await giveUp(path))) continue;
      await discard(path);
      total -= size;
    }
    if (total + bytes > this.#mostBytes) throw tooLarge(total + bytes, this.#mostBytes);
  }

  /** A file that was complete when the service ended, before it was recorded. */
  async #adopt(image: LiveImage, size: number): Promise<Fetched> {
    const record = { size, sha256: await digestOf(this.pathOf(image)) };
    await this.keep(image, record);
    return record;
  }

  /** Files that are still arriving count as what they will be. */
  async #files() {
    const names = (await readdir(this.#directory)).filter((name) => /\.iso(?:\.part)?$/.test(name));
    return Promise.all(
      names.map(async (name) => {
        const path = join(this.#directory, name);
        const [file, record] = await Promise.all([path, `${path}.json`].map((each) => stat(each).catch(() => null)));
        const total = name.endsWith(".part") ? await totalOf(path) : null;
        return { path, size: Math.max(file?.size ?? 0, total ?? 0), usedAt: record?.mtimeMs ?? 0 };
      }),
    );
  }
}

async function readRecord(path: string): Promise<Fetched | null> {
  try {
    const record: unknown = JSON.parse(await readFile(`${path}.json`, "utf8"));
    if (typeof record !== "object" || record === null || !("size" in record) || !("sha256" in record)) return null;
    const { size, sha256 } = record;
    return typeof size === "number" && typeof sha256 === "string" ? { size, sha256 } : null;
  } catch {
    return null;
  }
}

const noRoom = (bytes: number, free: number, directory: string): DownloadError =>
  new DownloadError(
    "no-room",
    `it takes ${mib(bytes)} on the disk of ${directory}, which has ${mib(free)} left and keeps ${mib(keptFree)} free. Make room on it and ask again.`,
  );

const tooLarge = (bytes: number, most: number): DownloadError =>
  new DownloadError(
    "no-room",
    `the cache of live images would hold ${gib(bytes)} that are in use or still arrive, and MUSTER_IMAGE_CACHE_SIZE is ${gib(most)}`,
  );

const mib = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MiB`;
const gib = (bytes: number): string => `${(bytes / GiB).toFixed(1)} GiB`;
