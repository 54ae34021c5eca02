import { crc32, inflateRawSync } from "node:zlib";
import { asBuffer } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { isOverLimit } from "./zstd.ts";

const headerSize = 10;
const trailerSize = 8;
const flags = { headerChecksum: 0x02, extra: 0x04, name: 0x08, comment: 0x10 };

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** One member (RFC 1952). `gunzip` would go on into whatever follows it, which need not be gzip. */
export function unpackGzip(bytes: Uint8Array, atMost: number): { unpacked: Buffer; length: number } {
  try {
    const packed = asBuffer(bytes);
    const dataAt = skipHeader(packed);
    const { unpacked, taken } = inflate(packed.subarray(dataAt), atMost);
    const trailerAt = dataAt + taken;
    const intact =
      packed.readUInt32LE(trailerAt) === crc32(unpacked) &&
      packed.readUInt32LE(trailerAt + 4) === unpacked.length >>> 0;
    if (!intact) throw new IsoError("bad_archive", "gzip data with a wrong checksum");
    return { unpacked, length: trailerAt + trailerSize };
  } catch (cause) {
    if (cause instanceof IsoError) throw cause;
    if (isOverLimit(cause)) throw new IsoError("archive_too_large", `more than ${atMost} bytes packed with gzip`);
    throw new IsoError("bad_archive", "damaged gzip data", { needed: "intact gzip data", cause });
  }
}

function skipHeader(packed: Buffer): number {
  const set = packed.readUInt8(3);
  let at = headerSize;
  if (set & flags.extra) at += 2 + packed.readUInt16LE(at);
  for (const flag of [flags.name, flags.comment]) {
    if ((set & flag) === 0) continue;
    const end = packed.indexOf(0, at);
    if (end === -1) throw new IsoError("bad_archive", "a gzip header without its end");
    at = end + 1;
  }
  return set & flags.headerChecksum ? at + 2 : at;
}

/** With `info`, zlib also returns its engine, which knows how many bytes it took; its types do not say so. */
function inflate(data: Buffer, atMost: number): { unpacked: Buffer; taken: number } {
  const result: unknown = inflateRawSync(data, { info: true, maxOutputLength: atMost });
  if (typeof result === "object" && result !== null && "buffer" in result && "engine" in result) {
    const { buffer, engine } = result;
    const taken = typeof engine === "object" && engine !== null && "bytesWritten" in engine ? engine.bytesWritten : 0;
    if (Buffer.isBuffer(buffer) && typeof taken === "number") return { unpacked: buffer, taken };
  }
  throw new TypeError("zlib did not say how much it read");
}
