// A tar file (gzip where its name says so) whose last entry is the SHA-256 of all others: what was cut short or changed on
// its way is noticed before anything is done with it.
import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { StartError } from "../start-error.ts";

const checksumName = "checksum";

export type ArchiveWriter = Readonly<{
  add(name: string, content: string | Uint8Array): Promise<void>;
  stream(name: string, size: number, content: Readable): Promise<void>;
}>;

/** The file appears when it is whole, readable for its owner only. */
export async function writeArchive(path: string, write: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const unfinished = `${path}.part`;
  await rm(unfinished, { force: true });
  const tar = pack();
  const sum = createHash("sha256");
  const add = async (name: string, content: string | Uint8Array) => {
    const bytes = Buffer.from(content);
    await stream(name, bytes.length, Readable.from(bytes.length > 0 ? [bytes] : []));
  };
  const stream = async (name: string, size: number, content: Readable) => {
    begin(sum, name, size);
    const entry = tar.entry({ name, size, mode: 0o600 });
    await pipeline(content, summed(sum), entry);
  };
  const file = createWriteStream(unfinished, { mode: 0o600, flags: "wx" });
  const zip = /\.t?gz$/.test(path) ? [createGzip()] : [];
  try {
    const written = pipeline([Readable.from(tar), ...zip, file]);
    const writing = write({ add, stream }).then(async () => {
      await add(checksumName, `${sum.copy().digest("hex")}\n`);
      tar.finalize();
    });
    await Promise.all([written, writing.catch((error: Error) => void tar.destroy(error)), writing]);
    const handle = await open(unfinished);
    await handle.sync().finally(() => handle.close());
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

export type ArchiveEntry = Readonly<{ name: string; size: number; content: Readable }>;

/** Gives each entry to `take`, in order; what it does not read is passed over. The sum of it all; throws when it is not right. */
export async function readArchive(path: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<string> {
  const tar = extract();
  const zip = (await isGzip(path)) ? [createGunzip()] : [];
  const read = pipeline([createReadStream(path), ...zip, tar]);
  // What is wrong with the file is told by the loop below, or after it.
  read.catch(() => {});
  const sum = createHash("sha256");
  let found: string | undefined;
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (found !== undefined) throw new Error("something follows its end");
      if (name === checksumName) {
        found = (await textOf(Readable.from(entry))).trim();
        continue;
      }
      begin(sum, name, size);
      const content = Readable.from(summed(sum)(Readable.from(entry)), { objectMode: false });
      content.on("error", () => {});
      await take({ name, size, content });
      content.resume();
      if (!content.closed) await new Promise((resolve) => content.once("close", resolve));
      if (content.errored) throw content.errored;
    }
    await read;
  } catch (error) {
    if (error instanceof StartError || isOther(error)) throw error;
    throw damaged(path, error instanceof Error ? error.message : String(error));
  }
  if (found === undefined) throw damaged(path, "its end is missing");
  const digest = sum.digest("hex");
  if (found !== digest) throw damaged(path, "its checksum is not that of its content");
  return digest;
}

const damaged = (path: string, reason: string): StartError =>
  new StartError(`${path} is no whole archive of Muster (${reason})`, "take another copy; nothing was changed");

/** What the archive is not to blame for: the file system, the database, the object store. */
const isOther = (error: unknown): boolean =>
  error instanceof Error &&
  ("code" in error || "status" in error) &&
  !/^Z_|^ERR_STREAM/.test(String("code" in error ? error.code : ""));

function begin(sum: Hash, name: string, size: number): void {
  sum.update(`${name}\0${size}\0`);
}

const summed = (sum: Hash) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      sum.update(chunk);
      yield chunk;
    }
  };

export async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
