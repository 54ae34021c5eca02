import { IsoError } from "./errors.ts";

/** ISO 9660 counts in sectors of this many bytes. */
export const sectorSize = 2048;

export const KiB = 1024;
export const MiB = 1024 * KiB;

export function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

export function sectorsFor(bytes: number): number {
  return Math.ceil(bytes / sectorSize);
}

/** The same memory, seen as a Buffer. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function padded(bytes: Uint8Array, unit: number): Buffer {
  const result = Buffer.alloc(roundUp(bytes.length, unit));
  result.set(bytes);
  return result;
}

export function isAllZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** ECMA-119 7.3.3: little-endian, then the same number big-endian. */
export function writeBoth32(target: Buffer, value: number, offset: number): void {
  target.writeUInt32LE(value, offset);
  target.writeUInt32BE(value, offset + 4);
}

/** ECMA-119 7.2.3. */
export function writeBoth16(target: Buffer, value: number, offset: number): void {
  target.writeUInt16LE(value, offset);
  target.writeUInt16BE(value, offset + 2);
}

/** A 64-bit number from a file; beyond 2^53 it is a lie anyway. */
export function readSafeUInt64LE(bytes: Buffer, offset: number): number {
  const value = bytes.readBigUInt64LE(offset);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new IsoError("extent_outside_image", `the offset or length ${value}`);
  }
  return Number(value);
}

export function sector32(sector: number): number {
  if (sector > 0xffffffff) throw new IsoError("image_too_large", `${sector} sectors`);
  return sector;
}
