import xz from "xz-decompress";
import { asBuffer, MiB, roundUp } from "../bytes.ts";
import { IsoError } from "../errors.ts";

/** The xz file format 1.2.1: its frames are walked first, which tells where a stream ends and how much comes out. */
const headerMagic = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]);
const headerSize = 12;
/** Bytes of each kind of check, by its id (2.1.1.2). */
const checkSizes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
/** `xz -9` uses 64 MiB; the decoder needs that much memory. */
const largestDictionary = 128 * MiB;
const lzma2Filter = 0x21;

export function isXz(bytes: Uint8Array): boolean {
  return asBuffer(bytes.subarray(0, headerMagic.length)).equals(headerMagic);
}

/** Unpacks the stream that starts here. */
export async function unpackXz(bytes: Uint8Array, atMost: number): Promise<{ unpacked: Buffer; length: number }> {
  const { length, unpackedSize } = measure(asBuffer(bytes));
  if (unpackedSize > atMost) throw new IsoError("archive_too_large", `${unpackedSize} bytes packed with xz`);
  const unpacked: Uint8Array[] = [];
  try {
    const packed = new Blob([new Uint8Array(bytes.subarray(0, length))]).stream();
    for await (const chunk of new xz.XzReadableStream(packed)) unpacked.push(chunk);
  } catch (cause) {
    throw new IsoError("bad_archive", "damaged xz data", { needed: "intact xz data", cause });
  }
  return { unpacked: Buffer.concat(unpacked), length };
}

function measure(bytes: Buffer): { length: number; unpackedSize: number } {
  try {
    return measureStream(bytes);
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new IsoError("bad_archive", "the end of the data inside an xz stream", { cause });
    throw cause;
  }
}

/** Reads past the end throw a RangeError, which the caller turns into an answer. */
function measureStream(bytes: Buffer): { length: number; unpackedSize: number } {
  const checkSize = checkSizes[bytes.readUInt8(7) & 0x0f] ?? 0;
  let unpackedSize = 0;
  let blocks = 0;
  let at = headerSize;
  for (; bytes.readUInt8(at) !== 0; blocks += 1) {
    const blockHeaderSize = (bytes.readUInt8(at) + 1) * 4;
    checkFilters(bytes, at);
    at += blockHeaderSize;
    for (let control = bytes.readUInt8(at); control !== 0; control = bytes.readUInt8(at)) {
      const chunk = lzma2Chunk(bytes, at, control);
      unpackedSize += chunk.unpacked;
      at += chunk.length;
    }
    at = roundUp(at + 1, 4) + checkSize;
  }
  // Index (4.3): a zero byte, the number of blocks, two numbers for each, padding, CRC32; then the footer (2.1.2).
  const indexAt = at;
  const count = variableNumber(bytes, at + 1);
  if (count.value !== blocks) throw new IsoError("bad_archive", `an xz index of ${count.value} for ${blocks} blocks`);
  at = count.end;
  for (let index = 0; index < blocks * 2; index += 1) at = variableNumber(bytes, at).end;
  at = indexAt + roundUp(at - indexAt, 4) + 4;
  if (bytes.toString("latin1", at + 10, at + 12) !== "YZ")
    throw new IsoError("bad_archive", "an xz stream without its end");
  return { length: at + 12, unpackedSize };
}

/** Block header (3.1): LZMA2 alone, as every initrd has it, with a dictionary that fits. */
function checkFilters(bytes: Buffer, at: number): void {
  const flags = bytes.readUInt8(at + 1);
  let next = at + 2;
  if (flags & 0x40) next = variableNumber(bytes, next).end;
  if (flags & 0x80) next = variableNumber(bytes, next).end;
  const id = variableNumber(bytes, next);
  if ((flags & 0x03) !== 0 || id.value !== lzma2Filter) {
    const needed = "xz data with the LZMA2 filter alone";
    throw new IsoError("unknown_compression", `an archive packed with xz and filter ${id.value}`, { needed });
  }
  const bits = bytes.readUInt8(variableNumber(bytes, id.end).end);
  const dictionary = (2 | (bits & 1)) * 2 ** (Math.floor(bits / 2) + 11);
  if (dictionary > largestDictionary) {
    throw new IsoError("archive_too_large", `an xz dictionary of ${dictionary} bytes`);
  }
}

function lzma2Chunk(bytes: Buffer, at: number, control: number): { length: number; unpacked: number } {
  if (control === 1 || control === 2) {
    const size = bytes.readUInt16BE(at + 1) + 1;
    return { length: 3 + size, unpacked: size };
  }
  if (control < 0x80) throw new IsoError("bad_archive", `the xz chunk type ${control}`);
  const properties = control >= 0xc0 ? 1 : 0;
  const unpacked = (control & 0x1f) * 0x10000 + bytes.readUInt16BE(at + 1) + 1;
  return { length: 5 + properties + bytes.readUInt16BE(at + 3) + 1, unpacked };
}

/** Variable-length integer (1.2): seven bits in each byte, the lowest first. */
function variableNumber(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes.readUInt8(at + index);
    value += (byte & 0x7f) * 2 ** (7 * index);
    if ((byte & 0x80) === 0) return { value, end: at + index + 1 };
  }
  throw new IsoError("bad_archive", "an endless number in an xz stream");
}
