import { IsoError } from "../errors.ts";

export const recordFlags = { hidden: 0x01, directory: 0x02, multiExtent: 0x80 };

/** ECMA-119 9.1: one entry of a directory, as it is on the disc. */
export interface DirectoryRecord {
  readonly length: number;
  readonly sector: number;
  readonly size: number;
  /** Seven bytes, kept as they are. */
  readonly recordedAt: Buffer;
  readonly flags: number;
  readonly identifier: Buffer;
  readonly systemUse: Buffer;
}

const fixedPart = 33;

/** The record at `offset`, or undefined where the rest of the sector is unused. */
export function parseRecord(bytes: Buffer, offset: number, limit: number): DirectoryRecord | undefined {
  const length = bytes.readUInt8(offset);
  if (length === 0) return undefined;
  if (length <= fixedPart || offset + length > limit) {
    throw new IsoError("bad_directory", `a directory record of ${length} bytes with ${limit - offset} left`);
  }
  const identifierLength = bytes.readUInt8(offset + 32);
  // The identifier is padded so that what follows starts at an even offset (ECMA-119 9.1.12).
  const systemUseAt = fixedPart + identifierLength + (identifierLength % 2 === 0 ? 1 : 0);
  if (identifierLength === 0 || fixedPart + identifierLength > length) {
    throw new IsoError("bad_directory", `a name of ${identifierLength} bytes in a record of ${length}`);
  }
  const interleaved = bytes.readUInt8(offset + 26) !== 0 || bytes.readUInt8(offset + 27) !== 0;
  if (interleaved) throw new IsoError("bad_directory", "a file in interleaved mode");
  const extendedAttributeSectors = bytes.readUInt8(offset + 1);
  return {
    length,
    sector: bytes.readUInt32LE(offset + 2) + extendedAttributeSectors,
    size: bytes.readUInt32LE(offset + 10),
    recordedAt: bytes.subarray(offset + 18, offset + 25),
    flags: bytes.readUInt8(offset + 25),
    identifier: bytes.subarray(offset + fixedPart, offset + fixedPart + identifierLength),
    systemUse: bytes.subarray(offset + Math.min(systemUseAt, length), offset + length),
  };
}
