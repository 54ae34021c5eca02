// How much room is left where the service writes, for metrics and for the log.
import { lstat, readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { imageDirectory } from "../images/added-images.ts";
import { databaseFrom, type Settings } from "../settings/index.ts";
import type { Instruments } from "./instruments.ts";

const lookEvery = 60_000;
// A large store of objects takes a while to walk through.
const walkAtMostEvery = 300_000;

export class DiskWatch {
  readonly #data: string;
  readonly #threshold: number;
  readonly #log: Pick<Logger, "warn" | "info">;
  #timer: NodeJS.Timeout | null = null;
  #isTight = false;

  constructor(settings: Settings, log: Pick<Logger, "warn" | "info">, instruments: Instruments) {
    this.#data = settings.MUSTER_DATA_DIR;
    this.#threshold = settings.FILESYSTEM_USAGE_THRESHOLD;
    this.#log = log;
    const objects = settings.WORK_DIR ?? join(this.#data, "objects");
    const database = databaseFrom(settings);
    const used = {
      ...(database.kind === "embedded" && { database: database.directory }),
      ...(settings.STORAGE === "filesystem" && { objects }),
      images: imageDirectory(this.#data),
    };
    const roomy = { data: this.#data, ...(settings.STORAGE === "filesystem" && { objects }) };
    instruments.measure("service_assisted_installer_filesystem_usage_percentage", async (gauge) => {
      const percent = await this.look();
      if (percent !== null) gauge.set(percent);
    });
    instruments.measure("fs_free_bytes", async (gauge) => {
      for (const [directory, path] of Object.entries(roomy)) {
        const found = await statfs(path).catch(() => null);
        if (found) gauge.set({ directory }, found.bavail * found.bsize);
      }
    });
    const usage = rarely(async () => {
      const sizes: [string, number][] = [];
      for (const [directory, path] of Object.entries(used)) sizes.push([directory, await bytesIn(path)]);
      return sizes;
    });
    instruments.measure("directory_usage_bytes", async (gauge) => {
      for (const [directory, bytes] of await usage()) gauge.set({ directory }, bytes);
    });
  }

  start(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), lookEvery);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** How full the filesystem of the data directory is, in percent; tells the log when that passes the threshold. */
  async look(): Promise<number | null> {
    const found = await statfs(this.#data).catch(() => null);
    if (!found || found.blocks === 0) return null;
    // As df counts: what is kept for the administrator is neither used nor free.
    const used = found.blocks - found.bfree;
    const percent = (100 * used) / (used + found.bavail || 1);
    const isTight = percent > this.#threshold;
    const about = { directory: this.#data, percent: Math.round(percent) };
    if (isTight && !this.#isTight) {
      this.#log.warn(about, "the filesystem of the data directory fills up: make room, or enlarge it");
    } else if (!isTight && this.#isTight) this.#log.info(about, "the filesystem of the data directory has room again");
    this.#isTight = isTight;
    return percent;
  }
}

/** The answer of at most some minutes ago. Whoever asks meanwhile waits only for the first one. */
function rarely<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | null = null;
  let at = 0;
  return () => {
    if (known === null || performance.now() - at > walkAtMostEvery) {
      at = performance.now();
      const next = find();
      const before = known;
      // The last answer stands until there is a new one.
      known = before ?? next;
      if (before) next.then((value) => (known = Promise.resolve(value))).catch(() => {});
    }
    return known;
  };
}

/** Files come and go meanwhile: what is gone counts nothing. */
async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) bytes += await bytesIn(path);
    else
      bytes += await lstat(path).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      );
  }
  return bytes;
}
