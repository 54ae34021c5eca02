import { asBuffer, MiB } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { type CpioEntry, isCpio, readCpio } from "./cpio.ts";
import { isGzip, unpackGzip } from "./gzip.ts";
import { isXz, unpackXz } from "./xz.ts";
import { isZstd, unpackZstd } from "./zstd.ts";

export type Compression = "none" | "gzip" | "zstd" | "xz" | "bzip2" | "lzma" | "lzo" | "lz4";

const foreign: readonly [Compression, string][] = [
  ["bzip2", "425a68"],
  ["lzma", "5d0000"],
  ["lzo", "894c5a4f"],
  ["lz4", "02214c18"],
];

/** What the first bytes say; undefined when they say nothing known. */
export function detectCompression(bytes: Uint8Array): Compression | undefined {
  if (isCpio(bytes)) return "none";
  if (isXz(bytes)) return "xz";
  if (isZstd(bytes)) return "zstd";
  if (isGzip(bytes)) return "gzip";
  const start = asBuffer(bytes.subarray(0, 4)).toString("hex");
  return foreign.find(([, magic]) => start.startsWith(magic))?.[0];
}

/** More than any initrd that is customised here, small enough for any machine. */
const defaultLimit = 256 * MiB;

/**
 * The members of an initrd, which is any number of cpio archives one after another, plain or compressed, with zeros
 * between and after them. What comes out is bounded, whatever the compressed data claims.
 */
export async function readInitrd(bytes: Uint8Array, atMost: number = defaultLimit): Promise<CpioEntry[]> {
  const members: CpioEntry[][] = [];
  let left = atMost;
  for (let at = skipZeros(bytes, 0); at < bytes.length; at = skipZeros(bytes, at)) {
    const rest = bytes.subarray(at);
    if (isCpio(rest)) {
      const archive = readCpio(rest);
      members.push(archive.entries);
      at += archive.length;
      continue;
    }
    if (left <= 0) throw new IsoError("archive_too_large", `more than ${atMost} bytes in compressed archives`);
    const { unpacked, length } = await unpack(rest, left);
    left -= unpacked.length;
    at += length;
    for (let inner = skipZeros(unpacked, 0); inner < unpacked.length; inner = skipZeros(unpacked, inner)) {
      const archive = readCpio(unpacked.subarray(inner));
      members.push(archive.entries);
      inner += archive.length;
    }
  }
  return members.flat();
}

async function unpack(bytes: Uint8Array, atMost: number): Promise<{ unpacked: Buffer; length: number }> {
  const compression = detectCompression(bytes);
  switch (compression) {
    case "gzip":
      return unpackGzip(bytes, atMost);
    case "zstd":
      return unpackZstd(bytes, atMost);
    case "xz":
      return unpackXz(bytes, atMost);
    default: {
      const start = asBuffer(bytes.subarray(0, 6)).toString("hex");
      throw new IsoError(
        "unknown_compression",
        compression ? `an archive packed with ${compression}` : `the bytes ${start}`,
      );
    }
  }
}

function skipZeros(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] === 0) at += 1;
  return at;
}
