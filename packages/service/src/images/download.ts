// Fetches one large file. What has arrived stays: after a cut connection, or a restart, only the rest is fetched.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { arrivals } from "./arrivals.ts";
import { DownloadError } from "./download-error.ts";
import { type HttpOptions, httpGet, shown } from "./http-get.ts";

export type Download = Readonly<{
  url: string;
  /** Appears when the file is complete and checked; until then there is `path.part`. */
  path: string;
  sha256?: string | undefined;
  http: HttpOptions;
  signal: AbortSignal;
  /** Called before the first byte is written, and on the way when nobody says how much comes; refuses what is too much. */
  makeRoom?: (bytes: number) => Promise<void>;
  progress?: (received: number, total: number | null) => void;
  answerTimeout?: number;
  idleTimeout?: number;
  /** The pause after the nth attempt that brought nothing new. */
  pauseAfter?: (attempt: number) => number;
}>;

export type Fetched = Readonly<{ size: number; sha256: string }>;

const mostIdleAttempts = 5;
/** Room is made in such steps for a file of unknown length. */
const roomStep = 16 * 1024 ** 2;

export async function download(asked: Download): Promise<Fetched> {
  const { url, path, sha256: wanted, signal, pauseAfter = (attempt) => 1_000 * 2 ** attempt } = asked;
  const part = `${path}.part`;
  for (let idle = 0; ; ) {
    const before = await sizeOf(part);
    try {
      await fetchRest(asked, part);
      break;
    } catch (error) {
      signal.throwIfAborted();
      const problem = fileProblem(error, path);
      // What cannot become whole must not fill the disk that the database may be on.
      if (problem instanceof DownloadError && problem.kind === "no-room") await discard(part);
      if (!(error instanceof DownloadError)) throw problem;
      const after = await sizeOf(part);
      idle = after > before ? 0 : idle + 1;
      // Nothing at all has come: whoever waits should know at once.
      const isHopeless = error.kind !== "cut" && !(error.kind === "unreachable" && after > 0);
      if (isHopeless || idle >= mostIdleAttempts) throw error;
      await pause(pauseAfter(idle), undefined, { signal });
    }
  }
  const sha256 = await digestOf(part);
  if (wanted !== undefined && wanted.toLowerCase() !== sha256) {
    await discard(part);
    throw new DownloadError("wrong", `${shown(url)} has SHA-256 ${sha256}, and not ${wanted.toLowerCase()}`);
  }
  const { size } = await stat(part);
  await rename(part, path);
  await rm(`${part}.json`, { force: true });
  return { size, sha256 };
}

/** What the beginning of a file belongs to: the rest must be of the same. */
type Beginning = Readonly<{ url: string; validator: string; total: number | null }>;

async function fetchRest(asked: Download, part: string): Promise<void> {
  const { url, http, signal, answerTimeout = 10_000, idleTimeout = 30_000, makeRoom, progress } = asked;
  const before = await readBeginning(part);
  const begun = before?.url === url && before.validator !== "" ? before : null;
  let start = begun ? await sizeOf(part) : 0;
  if (begun?.total === start && start > 0) return;
  const headers: Record<string, string> =
    begun && start > 0 ? { range: `bytes=${start}-`, "if-range": begun.validator } : {};
  const response = await httpGet(url, { method: "GET", headers, timeout: answerTimeout, signal }, http);
  response.setTimeout(idleTimeout, () => response.destroy(new Error(`nothing came for ${idleTimeout / 1000} s`)));
  const chunks = arrivals(response);
  try {
    const { statusCode: status } = response;
    if (status === 416) {
      await rm(part, { force: true });
      throw new DownloadError("cut", `${shown(url)} has changed in the middle of its download`);
    }
    if (status !== 200 && status !== 206) {
      throw new DownloadError("refused", `${shown(url)} answers with status ${status}`);
    }
    if (status === 200 || startOf(response) !== start) {
      if (status === 206) throw new DownloadError("refused", `${shown(url)} sends another part than was asked for`);
      start = 0;
    }
    const total = lengthOf(response, start);
    if (start === 0) {
      await makeRoom?.(total ?? 0);
      await writeFile(`${part}.json`, JSON.stringify({ url, validator: validatorOf(response), total }));
    }
    const file = await open(part, start === 0 ? "w" : "a");
    try {
      const received = await write(chunks, file, { ...asked, start, total });
      if (total !== null && received < total) {
        throw new DownloadError("cut", `${shown(url)} ends after ${received} of ${total} bytes`);
      }
      progress?.(received, total);
    } finally {
      await file.close();
    }
  } finally {
    response.destroy();
  }
}

async function write(
  chunks: AsyncIterable<Buffer>,
  file: FileHandle,
  { url, start, total, progress, makeRoom }: Download & { start: number; total: number | null },
): Promise<number> {
  let received = start;
  let room = total ?? start;
  const broken = (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DownloadError("cut", `${shown(url)} breaks off after ${received} bytes (${reason})`, error);
  };
  const arriving = chunks[Symbol.asyncIterator]();
  for (;;) {
    const next = await arriving.next().catch(broken);
    if (next.done) return received;
    for (; received + next.value.length > room; room += roomStep) await makeRoom?.(room + roomStep);
    await file.writeFile(next.value);
    received += next.value.length;
    progress?.(received, total);
  }
}

async function readBeginning(part: string): Promise<Beginning | null> {
  try {
    const begun: unknown = JSON.parse(await readFile(`${part}.json`, "utf8"));
    if (typeof begun !== "object" || begun === null) return null;
    const { url, validator, total } = { url: "", validator: "", total: null, ...begun };
    if (typeof url !== "string" || typeof validator !== "string") return null;
    return { url, validator, total: typeof total === "number" ? total : null };
  } catch {
    return null;
  }
}

/** How large a file will be of which a part has come. */
export const totalOf = async (part: string): Promise<number | null> => (await readBeginning(part))?.total ?? null;

/** Weak tags cannot stand for bytes (RFC 9110 section 13.1.5). */
function validatorOf({ headers: { etag, "last-modified": modified } }: IncomingMessage): string {
  return etag !== undefined && !etag.startsWith("W/") ? etag : (modified ?? "");
}

function startOf({ headers: { "content-range": range = "" } }: IncomingMessage): number {
  return Number(/^bytes (\d+)-/.exec(range)?.[1] ?? -1);
}

function lengthOf({ headers: { "content-length": length } }: IncomingMessage, start: number): number | null {
  return length === undefined ? null : start + Number(length);
}

export async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return hash.digest("hex");
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

/** Removes a part and what is known of it, or a whole with its record. */
export async function discard(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.json`, { force: true });
}

/** What the operating system says of the place that a download is kept at. */
export function fileProblem(error: unknown, path: string): unknown {
  if (error instanceof DownloadError || !(error instanceof Error) || !("syscall" in error) || !("code" in error)) {
    return error;
  }
  const { code } = error;
  const found = code === "ENOSPC" || code === "EDQUOT" ? "the disk is full" : String(code);
  return new DownloadError("no-room", `${path} cannot be written (${found})`, error);
}
