// Where live images come from: a file that somebody named, or a download that is made when it is first asked for.
import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { fingerprintOf, IsoError, openFileSource } from "@muster/iso";
import type { Logger } from "pino";
import type { LiveImage } from "../catalogue/live-image.ts";
import { Base } from "./base.ts";
import { type Download, download, type Fetched, fileProblem } from "./download.ts";
import { type Arrived, DownloadCache } from "./download-cache.ts";
import { DownloadError } from "./download-error.ts";
import { type HttpOptions, httpGet, shown } from "./http-get.ts";
import { NamedFiles } from "./named-files.ts";

export type BasesOptions = Readonly<{
  /** Of downloads. */
  directory: string;
  mostBytes: number;
  http: HttpOptions;
  log: Logger;
  now: () => number;
  /** For tests: how often and how patiently a download is tried. */
  patience?: Pick<Download, "answerTimeout" | "idleTimeout" | "pauseAfter">;
}>;

export type Progress = Arrived;

/** What is known of a live image without fetching it. */
export type BaseState = Readonly<
  | { kind: "here"; size: number; path: string }
  | ({ kind: "downloading" } & Progress)
  | ({ kind: "absent"; problem: string | null } & Progress)
>;

/** Held for the caller, until `release` is called. */
export type HeldBase = Readonly<{ base: Base; release: () => void }>;

type Opened = { base: Base; path: string; seen: string; lookedAt: number; usedAt: number };
type Running = { path: string; progress: Progress; done: Promise<Fetched> };

/** A failure is remembered for a while: those who come next are told at once. */
const rememberFailure = 20_000;
/** A file that somebody else keeps may be replaced: it is looked at again after this time. */
const lookAgain = 1_000;
const noteUseEvery = 60_000;

export class Bases {
  readonly #options: BasesOptions;
  readonly #cache: DownloadCache;
  readonly #opening = new Map<string, Promise<Opened>>();
  readonly #opened = new Map<string, Opened>();
  readonly #downloads = new Map<string, Running>();
  readonly #failures = new Map<string, { error: DownloadError; at: number }>();
  readonly #files = new NamedFiles();
  readonly #sizes = new Map<string, Promise<number | null>>();
  readonly #stopping = new AbortController();

  constructor(options: BasesOptions) {
    this.#options = options;
    this.#cache = new DownloadCache(options.directory, options.mostBytes);
  }

  /** Waits for its download as long as it takes; many who wait share one. */
  async take(image: LiveImage): Promise<HeldBase> {
    for (;;) {
      const held = this.takeOpen(image);
      if (held) return held;
      await this.#open(image);
    }
  }

  /** Without waiting: null where it must be opened, or even fetched, first. */
  takeOpen(image: LiveImage): HeldBase | null {
    const opened = this.#usable(image);
    if (!opened) return null;
    this.#noteUse(opened);
    return { base: opened.base, release: opened.base.hold() };
  }

  progressOf(image: LiveImage): Progress | null {
    return this.#downloads.get(image.url)?.progress ?? null;
  }

  async stateOf(image: LiveImage): Promise<BaseState> {
    const path = localPath(image.url);
    if (path !== null) {
      const file = await stat(path).catch(() => null);
      return file
        ? { kind: "here", size: file.size, path }
        : { kind: "absent", received: 0, total: null, problem: `there is no file ${path}` };
    }
    const progress = this.progressOf(image);
    if (progress) return { kind: "downloading", ...progress };
    const cached = await this.#cache.find(image);
    if (cached) return { kind: "here", size: cached.size, path: this.#cache.pathOf(image) };
    const arrived = await this.#cache.arrived(image);
    return { kind: "absent", ...arrived, problem: this.#failure(image)?.message ?? null };
  }

  /** Asks where it would come from, once. Null when the server does not say; fails when nobody answers. */
  async sizeOf(image: LiveImage): Promise<number | null> {
    const state = await this.stateOf(image);
    if (state.kind === "here") return state.size;
    if (state.kind === "downloading") return state.total;
    if (localPath(image.url) !== null) return null;
    const failed = this.#failures.get(image.url);
    const known = this.#sizes.get(image.url) ?? (this.#failure(image) ? null : this.#askSize(image));
    // Nobody waits a second time for a server that did not answer; whether it does by now is found out meanwhile.
    if (failed) {
      known?.catch(() => {});
      throw failed.error;
    }
    return known;
  }

  async close(): Promise<void> {
    this.#stopping.abort(new DownloadError("cut", "the service stops"));
    await Promise.allSettled([...this.#downloads.values()].map(({ done }) => done));
    for (const { base } of this.#opened.values()) base.retire();
  }

  #usable(image: LiveImage): Opened | null {
    const opened = this.#opened.get(image.url);
    if (!opened || opened.base.isRetired) return null;
    const now = this.#options.now();
    if (now - opened.lookedAt < lookAgain) return opened;
    opened.lookedAt = now;
    const found = statSync(opened.path, { bigint: true, throwIfNoEntry: false });
    if (found && fingerprintOf(found) === opened.seen) return opened;
    this.#opened.delete(image.url);
    opened.base.retire();
    return null;
  }

  #open(image: LiveImage): Promise<Opened> {
    const { url } = image;
    const under = this.#opening.get(url);
    if (under) return under;
    const opening = this.#openNow(image).finally(() => this.#opening.delete(url));
    this.#opening.set(url, opening);
    return opening;
  }

  async #openNow(image: LiveImage): Promise<Opened> {
    const local = localPath(image.url);
    const path = local ?? this.#cache.pathOf(image);
    const fetched = local === null ? ((await this.#cache.find(image)) ?? (await this.#download(image))) : null;
    const source = await (fetched ? openFileSource(path, fetched) : this.#files.open(path, image.sha256));
    const { modifiedAt, fingerprint: seen } = source;
    const opening = Base.open(source, { modifiedAt, close: () => source.close() });
    const base = await (fetched ? opening.catch((error: unknown) => this.#rejectFetched(image, error)) : opening);
    const opened: Opened = { base, path, seen, lookedAt: this.#options.now(), usedAt: 0 };
    this.#opened.set(image.url, opened);
    return opened;
  }

  /** An error page instead of the image, say: it must not stay until somebody finds and removes it. */
  async #rejectFetched(image: LiveImage, error: unknown): Promise<never> {
    if (!(error instanceof IsoError)) throw error;
    await this.#cache.drop(image);
    const { found, needed } = error;
    const failure = new DownloadError(
      "wrong",
      `${shown(image.url)} is no live image: found ${found}; needed ${needed}`,
    );
    this.#failures.set(image.url, { error: failure, at: this.#options.now() });
    throw failure;
  }

  #noteUse(opened: Opened): void {
    const now = this.#options.now();
    if (now - opened.usedAt < noteUseEvery) return;
    opened.usedAt = now;
    void this.#cache.noteUse(opened.path);
  }

  #download(image: LiveImage): Promise<Fetched> {
    const failure = this.#failure(image);
    if (failure) return Promise.reject(failure);
    const { url } = image;
    const under = this.#downloads.get(url);
    if (under) return under.done;
    const path = this.#cache.pathOf(image);
    const running: Running = { path, progress: { received: 0, total: null }, done: this.#fetch(image, () => running) };
    this.#downloads.set(url, running);
    const forget = () => this.#downloads.delete(url);
    running.done.then(forget, forget);
    return running.done;
  }

  async #fetch(image: LiveImage, running: () => Running): Promise<Fetched> {
    const { log, http, patience, now } = this.#options;
    const path = this.#cache.pathOf(image);
    const from = shown(image.url);
    const tell = everyTenth((percent, total) => log.info({ from, percent, bytes: total }, "a live image arrives"));
    try {
      await this.#cache.prepare();
      const fetched = await download({
        url: image.url,
        path,
        sha256: image.sha256,
        http,
        signal: this.#stopping.signal,
        makeRoom: (bytes) => this.#cache.makeRoom(bytes, path, (other) => this.#giveUp(other)),
        progress: (received, total) => {
          running().progress = { received, total };
          tell(received, total);
        },
        ...patience,
      });
      await this.#cache.keep(image, fetched);
      log.info({ from, bytes: fetched.size, sha256: fetched.sha256 }, "a live image has arrived");
      return fetched;
    } catch (thrown) {
      const error = fileProblem(thrown, path);
      if (error instanceof DownloadError) {
        log.warn({ from, reason: error.message }, "a live image was not fetched");
        this.#failures.set(image.url, { error, at: now() });
      }
      throw error;
    }
  }

  #failure({ url }: LiveImage): DownloadError | null {
    const failure = this.#failures.get(url);
    return failure && this.#options.now() - failure.at < rememberFailure ? failure.error : null;
  }

  /** Whether a downloaded file may go. */
  async #giveUp(path: string): Promise<boolean> {
    if (path.endsWith(".part"))
      return ![...this.#downloads.values()].some((running) => `${running.path}.part` === path);
    const entry = [...this.#opened].find(([, opened]) => opened.path === path);
    if (!entry) return true;
    const [url, { base }] = entry;
    if (base.isInUse) return false;
    this.#opened.delete(url);
    base.retire();
    return true;
  }

  #askSize(image: LiveImage): Promise<number | null> {
    const asking = this.#headSize(image);
    this.#sizes.set(image.url, asking);
    asking.then(
      () => this.#failures.delete(image.url),
      (error) => {
        this.#sizes.delete(image.url);
        if (error instanceof DownloadError) this.#failures.set(image.url, { error, at: this.#options.now() });
      },
    );
    return asking;
  }

  async #headSize({ url }: LiveImage): Promise<number | null> {
    const { http, patience } = this.#options;
    const { signal } = this.#stopping;
    const response = await httpGet(url, { method: "HEAD", timeout: patience?.answerTimeout ?? 5_000, signal }, http);
    response.destroy();
    const { "content-length": length } = response.headers;
    return response.statusCode === 200 && length !== undefined ? Number(length) : null;
  }
}

/** The path that a live image names; null when it names a place in the network. */
export function localPath(url: string): string | null {
  if (/^https?:\/\//i.test(url)) return null;
  return /^file:\/\//i.test(url) ? fileURLToPath(url) : url;
}

function everyTenth(tell: (percent: number, total: number) => void) {
  let told = -1;
  return (received: number, total: number | null) => {
    if (total === null || total === 0) return;
    const tenth = Math.floor((received / total) * 10);
    if (tenth > told) tell(tenth * 10, total);
    told = Math.max(told, tenth);
  };
}
