import { crc32 } from "node:zlib";
import { MiB, roundUp, sectorSize } from "../bytes.ts";

const blockSize = 512;
const blocksPerSector = sectorSize / blockSize;
const mbr = { signatureAt: 510, partitionsAt: 446, bootBlockAt: 432 };
const gptBackupBlocks = 33;

export interface Moved {
  /** Where what began at a sector begins now. */
  newSector(oldSector: number): number | undefined;
  readonly oldVolumeSectors: number;
  readonly newVolumeSectors: number;
}

export interface HybridImage {
  readonly systemArea: Buffer;
  /** What follows the volume: padding, and the second copy of the partition table. */
  readonly tail: Buffer;
}

/**
 * The system area holds nothing, or what lets the image boot from a disk: a partition table around the same files.
 * This is the system area of an image whose files have moved. Partitions that cover the volume cover the new one, partitions
 * that are a file (the EFI system partition) follow it. Without a partition table, nothing changes.
 */
export function relocateHybrid(systemArea: Buffer, moved: Moved): HybridImage {
  const result = Buffer.from(systemArea);
  const volumeBytes = moved.newVolumeSectors * sectorSize;
  const hasMbr = result.readUInt16BE(mbr.signatureAt) === 0x55aa;
  const gpt = hasMbr ? findGpt(result) : undefined;
  if (!hasMbr) return { systemArea: result, tail: Buffer.alloc(0) };

  const backupBytes = gpt ? gptBackupBlocks * blockSize : 0;
  const imageBytes = roundUp(volumeBytes + backupBytes, MiB);
  relocateMbr(result, moved, imageBytes / blockSize);
  const tail = Buffer.alloc(imageBytes - volumeBytes);
  if (gpt) relocateGpt(gpt, moved, imageBytes / blockSize).copy(tail, tail.length - backupBytes);
  return { systemArea: result, tail };
}

function relocateMbr(area: Buffer, moved: Moved, imageBlocks: number): void {
  // isohybrid keeps the first block of the boot image here, GRUB the block after its first sector.
  const bootBlock = area.readUInt32LE(mbr.bootBlockAt);
  for (const plus of [0, blocksPerSector]) {
    const sector = bootBlock > plus ? moved.newSector((bootBlock - plus) / blocksPerSector) : undefined;
    if (sector === undefined) continue;
    area.writeUInt32LE(sector * blocksPerSector + plus, mbr.bootBlockAt);
    break;
  }
  for (let index = 0; index < 4; index += 1) {
    const partition = area.subarray(mbr.partitionsAt + index * 16, mbr.partitionsAt + (index + 1) * 16);
    const start = partition.readUInt32LE(8);
    const blocks = partition.readUInt32LE(12);
    if (blocks === 0) continue;
    if (coversVolume(start, start + blocks, moved)) {
      partition.writeUInt32LE(Math.min(imageBlocks - start, 0xffffffff), 12);
      writeLastBlock(partition, imageBlocks - 1);
    } else {
      const sector = moved.newSector(start / blocksPerSector);
      if (sector !== undefined) partition.writeUInt32LE(sector * blocksPerSector, 8);
    }
  }
}

function coversVolume(start: number, end: number, moved: Moved): boolean {
  return start <= 16 * blocksPerSector && end >= moved.oldVolumeSectors * blocksPerSector;
}

/** Cylinder, head and sector of a partition's end, in the geometry of isohybrid: 64 heads, 32 sectors. */
function writeLastBlock(partition: Buffer, block: number): void {
  const cylinder = Math.min(Math.floor(block / (64 * 32)), 1023);
  partition.writeUInt8(Math.floor(block / 32) % 64, 5);
  partition.writeUInt8(((block % 32) + 1) | ((cylinder >> 2) & 0xc0), 6);
  partition.writeUInt8(cylinder & 0xff, 7);
}

interface Gpt {
  readonly header: Buffer;
  readonly entries: Buffer;
  readonly entrySize: number;
}

/** UEFI 5.3.2; undefined when there is none that lies inside the system area. */
function findGpt(area: Buffer): Gpt | undefined {
  const header = area.subarray(blockSize, 2 * blockSize);
  if (header.toString("latin1", 0, 8) !== "EFI PART" || header.readUInt32LE(12) !== 92) return undefined;
  const start = Number(header.readBigUInt64LE(72)) * blockSize;
  const entrySize = header.readUInt32LE(84);
  const length = header.readUInt32LE(80) * entrySize;
  if (entrySize < 128 || start < 2 * blockSize || start + length > area.length) return undefined;
  if (length > (gptBackupBlocks - 1) * blockSize) return undefined;
  return { header, entries: area.subarray(start, start + length), entrySize };
}

/** Changes the table in place and gives the copy for the end of the image. */
function relocateGpt(gpt: Gpt, moved: Moved, imageBlocks: number): Buffer {
  const { header, entries, entrySize } = gpt;
  for (let at = 0; at < entries.length; at += entrySize) {
    const entry = entries.subarray(at, at + entrySize);
    const first = Number(entry.readBigUInt64LE(32));
    const last = Number(entry.readBigUInt64LE(40));
    if (last === 0) continue;
    if (coversVolume(first, last + 1, moved)) {
      entry.writeBigUInt64LE(BigInt(moved.newVolumeSectors * blocksPerSector - 1), 40);
      continue;
    }
    const sector = moved.newSector(first / blocksPerSector);
    if (sector === undefined) continue;
    const start = sector * blocksPerSector;
    entry.writeBigUInt64LE(BigInt(start), 32);
    entry.writeBigUInt64LE(BigInt(start + last - first), 40);
  }
  const lastBlock = BigInt(imageBlocks - 1);
  header.writeBigUInt64LE(lastBlock, 32);
  header.writeBigUInt64LE(lastBlock - BigInt(gptBackupBlocks), 48);
  header.writeUInt32LE(crc32(entries), 88);
  const backup = Buffer.alloc(gptBackupBlocks * blockSize);
  entries.copy(backup);
  const backupHeader = backup.subarray((gptBackupBlocks - 1) * blockSize);
  header.copy(backupHeader);
  backupHeader.writeBigUInt64LE(lastBlock, 24);
  backupHeader.writeBigUInt64LE(1n, 32);
  backupHeader.writeBigUInt64LE(lastBlock - BigInt(gptBackupBlocks - 1), 72);
  for (const each of [header, backupHeader]) sealGptHeader(each);
  return backup;
}

function sealGptHeader(header: Buffer): void {
  header.writeUInt32LE(0, 16);
  header.writeUInt32LE(crc32(header.subarray(0, 92)), 16);
}
