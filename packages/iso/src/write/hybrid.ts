import { MiB, roundUp, sectorSize } from "../bytes.ts";
import { findGpt, relocateGpt } from "./gpt.ts";
import { blockSize, blocksPerSector, type Moved, relocateSpans } from "./partition-spans.ts";

export interface HybridImage {
  readonly systemArea: Buffer;
  /** What follows the volume: padding, and the second copy of the partition table. */
  readonly tail: Buffer;
}

const mbr = { signatureAt: 510, partitionsAt: 446, partitionSize: 16, bootBlockAt: 432 };

/**
 * The system area holds nothing, or what lets the image boot from a disk: a partition table around the same files. This
 * is the system area of an image whose files have moved. Without a partition table, nothing changes.
 */
export function relocateHybrid(systemArea: Buffer, moved: Moved): HybridImage {
  const result = Buffer.from(systemArea);
  if (result.readUInt16BE(mbr.signatureAt) !== 0x55aa) return { systemArea: result, tail: Buffer.alloc(0) };
  const gpt = findGpt(result);
  const volumeBytes = moved.newVolumeSectors * sectorSize;
  const backupBytes = gpt ? gpt.backupBlocks * blockSize : 0;
  const imageBytes = roundUp(volumeBytes + backupBytes, MiB);
  relocateBootBlock(result, moved);
  relocateMbr(result, moved, imageBytes / blockSize);
  const tail = Buffer.alloc(imageBytes - volumeBytes);
  if (gpt) relocateGpt(gpt, moved, imageBytes / blockSize).copy(tail, tail.length - backupBytes);
  return { systemArea: result, tail };
}

/** isohybrid keeps the first block of the boot image, GRUB the block after its first sector. */
function relocateBootBlock(area: Buffer, moved: Moved): void {
  const block = area.readUInt32LE(mbr.bootBlockAt);
  for (const plus of [0, blocksPerSector]) {
    const sector = block > plus ? moved.newSector((block - plus) / blocksPerSector) : undefined;
    if (sector === undefined) continue;
    area.writeUInt32LE(sector * blocksPerSector + plus, mbr.bootBlockAt);
    return;
  }
}

function relocateMbr(area: Buffer, moved: Moved, imageBlocks: number): void {
  const used = [0, 1, 2, 3]
    .map((index) => mbr.partitionsAt + index * mbr.partitionSize)
    .map((at) => area.subarray(at, at + mbr.partitionSize))
    .filter((partition) => partition.readUInt32LE(12) !== 0);
  const spans = used.map((partition) => {
    const first = partition.readUInt32LE(8);
    return { first, end: first + partition.readUInt32LE(12) };
  });
  for (const [index, span] of relocateSpans(spans, moved, imageBlocks).entries()) {
    const partition = used[index];
    if (span === undefined) partition?.fill(0);
    else if (partition) {
      const isSameSize = span.end - span.first === partition.readUInt32LE(12);
      partition.writeUInt32LE(span.first, 8);
      partition.writeUInt32LE(Math.min(span.end - span.first, 0xffffffff), 12);
      if (!isSameSize) writeLastBlock(partition, span.end - 1);
    }
  }
}

/** Cylinder, head and sector of a partition's end, in the geometry of isohybrid: 64 heads, 32 sectors. */
function writeLastBlock(partition: Buffer, block: number): void {
  const cylinder = Math.min(Math.floor(block / (64 * 32)), 1023);
  partition.writeUInt8(Math.floor(block / 32) % 64, 5);
  partition.writeUInt8(((block % 32) + 1) | ((cylinder >> 2) & 0xc0), 6);
  partition.writeUInt8(cylinder & 0xff, 7);
}
