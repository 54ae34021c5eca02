import { zstdDecompressSync } from "node:zlib";
import { asBuffer } from "../bytes.ts";
import { IsoError } from "../errors.ts";

const frameMagic = 0xfd2fb528;
const contentSizeBytes = [0, 2, 4, 8];
const dictionaryIdBytes = [0, 1, 2, 4];

export function isZstd(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && asBuffer(bytes).readUInt32LE(0) === frameMagic;
}

export function unpackZstd(bytes: Uint8Array, atMost: number): { unpacked: Buffer; length: number } {
  try {
    const length = frameLength(asBuffer(bytes));
    return { unpacked: zstdDecompressSync(bytes.subarray(0, length), { maxOutputLength: atMost }), length };
  } catch (cause) {
    if (cause instanceof IsoError) throw cause;
    if (isOverLimit(cause)) throw new IsoError("archive_too_large", `more than ${atMost} bytes packed with zstd`);
    throw new IsoError("bad_archive", "damaged zstd data", { needed: "intact zstd data", cause });
  }
}

export function isOverLimit(error: unknown): boolean {
  return error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

/** RFC 8878 3.1.1: the frame is walked block by block, since zlib does not tell where it ended. */
function frameLength(bytes: Buffer): number {
  const descriptor = bytes.readUInt8(4);
  const singleSegment = (descriptor & 0x20) !== 0;
  const sizeField = descriptor >> 6;
  const sizeBytes = sizeField === 0 && singleSegment ? 1 : (contentSizeBytes[sizeField] ?? 0);
  let at = 5 + (singleSegment ? 0 : 1) + (dictionaryIdBytes[descriptor & 0x03] ?? 0) + sizeBytes;
  for (let last = false; !last; ) {
    const header = bytes.readUIntLE(at, 3);
    last = (header & 1) === 1;
    const isRepeatedByte = ((header >> 1) & 3) === 1;
    at += 3 + (isRepeatedByte ? 1 : header >> 3);
  }
  const length = at + ((descriptor & 0x04) !== 0 ? 4 : 0);
  if (length > bytes.length) throw new IsoError("bad_archive", "the end of the data inside a zstd frame");
  return length;
}
