// Archives of logs, looked into: each text inside is redacted, archives in archives too. What cannot be looked into is
// left out, and said so.
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import type { Redaction, Redactor } from "./redact.ts";

export type TextFile = Readonly<{ name: string; content: string }>;
export type Opened = Readonly<{ files: readonly TextFile[]; leftOut: readonly Redaction[] }>;

/** All of it is held in memory: more than this, packed or unpacked, is left out. */
const mostBytes = 256 * 1024 * 1024;
const deepest = 4;

export async function openArchive(
  name: string,
  body: AsyncIterable<Uint8Array>,
  redactor: Redactor,
  most = mostBytes,
): Promise<Opened> {
  const files: TextFile[] = [];
  const leftOut: Redaction[] = [];
  let room = most;

  const open = async (path: string, bytes: Uint8Array, depth: number): Promise<void> => {
    const skip = (what: string) => void leftOut.push({ file: path, where: "all of it", what });
    if (depth > deepest) return skip("left out: archives in archives, too deep");
    if (isGzip(bytes)) {
      const plain = unzip(bytes, room);
      if (plain === undefined) return skip("left out: cannot be unpacked, or is too large");
      return open(path.replace(/\.gz$|\.tgz$/, path.endsWith(".tgz") ? ".tar" : ""), plain, depth + 1);
    }
    if (isTar(bytes)) {
      const folder = path.replace(/\.tar$/, "");
      for (const entry of await entriesOf(bytes)) await open(`${folder}/${safe(entry.name)}`, entry.bytes, depth + 1);
      return;
    }
    if (bytes.includes(0)) return skip("left out: it is no text");
    if (bytes.length > room) return skip("left out: there is too much");
    room -= bytes.length;
    files.push({ name: path, content: redactor.text(path, new TextDecoder().decode(bytes)) });
  };

  const { bytes: content, isWhole } = await beginningOf(body, most);
  if (!isWhole)
    leftOut.push({ file: name, where: `what came after ${most} bytes`, what: "left out: there is too much" });
  await open(name, content, 0);
  return { files, leftOut };
}

/** Of a tar that is cut off, what came before counts. */
async function beginningOf(body: AsyncIterable<Uint8Array>, most: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) return { bytes: Buffer.concat(chunks), isWhole: false };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}

function unzip(bytes: Uint8Array, room: number): Uint8Array | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(room, 1) });
  } catch {
    return undefined;
  }
}

async function entriesOf(bytes: Uint8Array): Promise<{ name: string; bytes: Uint8Array }[]> {
  const entries: { name: string; bytes: Uint8Array }[] = [];
  const tar = extract();
  tar.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    for await (const entry of tar) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk);
      if (entry.header.type === "file") entries.push({ name: entry.header.name, bytes: Buffer.concat(chunks) });
    }
  } catch {
    // An upload that broke off: what came before counts.
  }
  return entries;
}

/** No way out of the directory that the bundle is unpacked to. */
const safe = (name: string): string =>
  name
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .join("/");

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isTar = (bytes: Uint8Array): boolean => new TextDecoder("latin1").decode(bytes.subarray(257, 262)) === "ustar";
