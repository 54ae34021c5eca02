import { crc32 } from "node:zlib";
import { blockSize, blocksPerSector, type Moved, relocateSpans } from "./partition-spans.ts";

/** UEFI 5.3: the partition table of today. */
export interface Gpt {
  readonly header: Buffer;
  /** One for each slot, used or not. */
  readonly entries: readonly Buffer[];
  readonly table: Buffer;
  /** The copy at the end of the disk: the table, then the header. */
  readonly backupBlocks: number;
}

const headerSize = 92;

/** Undefined when there is none that lies inside the system area. */
export function findGpt(area: Buffer): Gpt | undefined {
  const header = area.subarray(blockSize, 2 * blockSize);
  if (header.toString("latin1", 0, 8) !== "EFI PART" || header.readUInt32LE(12) !== headerSize) return undefined;
  const start = Number(header.readBigUInt64LE(72)) * blockSize;
  const entrySize = header.readUInt32LE(84);
  const count = header.readUInt32LE(80);
  if (entrySize < 128 || start < 2 * blockSize || start + count * entrySize > area.length) return undefined;
  const table = area.subarray(start, start + count * entrySize);
  const entries = Array.from({ length: count }, (_, index) =>
    table.subarray(index * entrySize, (index + 1) * entrySize),
  );
  return { header, entries, table, backupBlocks: Math.ceil(table.length / blockSize) + 1 };
}

/** Changes the table in place and gives the copy for the end of the image. */
export function relocateGpt({ header, entries, table, backupBlocks }: Gpt, moved: Moved, imageBlocks: number): Buffer {
  const used = entries.filter((entry) => entry.readBigUInt64LE(40) !== 0n);
  const spans = used.map((entry) => ({
    first: Number(entry.readBigUInt64LE(32)),
    end: Number(entry.readBigUInt64LE(40)) + 1,
  }));
  for (const [index, span] of relocateSpans(spans, moved, moved.newVolumeSectors * blocksPerSector).entries()) {
    const entry = used[index];
    // An entry that ends before it begins was never a partition.
    if (span === undefined || span.end <= span.first) entry?.fill(0);
    else {
      entry?.writeBigUInt64LE(BigInt(span.first), 32);
      entry?.writeBigUInt64LE(BigInt(span.end - 1), 40);
    }
  }

  const lastBlock = BigInt(imageBlocks - 1);
  const backupTable = lastBlock - BigInt(backupBlocks - 1);
  header.writeBigUInt64LE(lastBlock, 32);
  header.writeBigUInt64LE(backupTable - 1n, 48);
  header.writeUInt32LE(crc32(table), 88);
  const backup = Buffer.alloc(backupBlocks * blockSize);
  table.copy(backup);
  const backupHeader = backup.subarray((backupBlocks - 1) * blockSize);
  header.copy(backupHeader);
  backupHeader.writeBigUInt64LE(lastBlock, 24);
  backupHeader.writeBigUInt64LE(1n, 32);
  backupHeader.writeBigUInt64LE(backupTable, 72);
  for (const each of [header, backupHeader]) {
    each.writeUInt32LE(0, 16);
    each.writeUInt32LE(crc32(each.subarray(0, headerSize)), 16);
  }
  return backup;
}
