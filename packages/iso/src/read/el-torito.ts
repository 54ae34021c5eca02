import { asBuffer, sectorSize } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import type { Source } from "../source.ts";

/** El Torito 2.0, figures 2–5: what firmware finds in the boot catalog. */
export interface BootEntry {
  readonly platform: "bios" | "ppc" | "mac" | "efi" | "other";
  readonly bootable: boolean;
  /** 0 is "no emulation", which is what everything uses today. */
  readonly media: number;
  /** How many 512-byte blocks the firmware loads. */
  readonly loadBlocks: number;
  readonly sector: number;
  /** Offset of the entry in the catalog. */
  readonly at: number;
  /** Set when the first bytes of the image tell it where it lies (`mkisofs -boot-info-table`): the sum over the rest. */
  readonly infoTableSum: number | undefined;
  /** The same as GRUB keeps it (`--grub2-boot-info`). */
  readonly hasGrubTable: boolean;
}

export interface BootCatalog {
  readonly sector: number;
  readonly raw: Buffer;
  readonly entries: readonly BootEntry[];
}

const entrySize = 32;
const platforms = { 0: "bios", 1: "ppc", 2: "mac", 239: "efi" } as const;
const indicators = { header: 0x90, lastHeader: 0x91, extension: 0x44 };

/** ECMA-119 8.4 and the boot info table: the primary descriptor is always at sector 16. */
export const infoTable = { at: 8, length: 56, sectorAt: 12, sizeAt: 16, sumAt: 20 };
/** GRUB: a 64-bit count of 512-byte blocks, five past the start of the image. */
export const grubTable = { at: 0x9f4, plusBlocks: 5 };

export async function readBootCatalog(source: Source, sector: number): Promise<BootCatalog> {
  if ((sector + 1) * sectorSize > source.size) throw new IsoError("bad_boot_catalog", `a catalog at sector ${sector}`);
  const raw = asBuffer(await source.read(sector * sectorSize, sectorSize));
  let sum = 0;
  for (let at = 0; at < entrySize; at += 2) sum = (sum + raw.readUInt16LE(at)) & 0xffff;
  if (raw.readUInt8(0) !== 1 || raw.readUInt16BE(30) !== 0x55aa || sum !== 0) {
    throw new IsoError("bad_boot_catalog", "a validation entry with a wrong checksum or key");
  }

  const entries: BootEntry[] = [];
  let at = entrySize;
  entries.push(await parseEntry(source, raw, at, raw.readUInt8(1)));
  at += entrySize;
  for (let last = false; !last && at + entrySize <= raw.length; ) {
    const indicator = raw.readUInt8(at);
    if (indicator !== indicators.header && indicator !== indicators.lastHeader) break;
    last = indicator === indicators.lastHeader;
    const platform = raw.readUInt8(at + 1);
    const count = raw.readUInt16LE(at + 2);
    at += entrySize;
    for (let index = 0; index < count; index += 1) {
      if (at + entrySize > raw.length) throw new IsoError("bad_boot_catalog", `a section of ${count} entries`);
      entries.push(await parseEntry(source, raw, at, platform));
      do at += entrySize;
      while (at < raw.length && raw.readUInt8(at) === indicators.extension);
    }
  }
  return { sector, raw, entries };
}

async function parseEntry(source: Source, raw: Buffer, at: number, platform: number): Promise<BootEntry> {
  const sector = raw.readUInt32LE(at + 8);
  const start = sector * sectorSize;
  if (start >= source.size) throw new IsoError("bad_boot_catalog", `a boot image at sector ${sector}`);
  const head = asBuffer(await source.read(start, Math.min(grubTable.at + 8, source.size - start)));
  const hasInfoTable =
    head.length >= infoTable.at + infoTable.length &&
    head.readUInt32LE(infoTable.at) === 16 &&
    head.readUInt32LE(infoTable.sectorAt) === sector;
  return {
    platform: platformName(platform),
    bootable: raw.readUInt8(at) === 0x88,
    media: raw.readUInt8(at + 1) & 0x0f,
    loadBlocks: raw.readUInt16LE(at + 6),
    sector,
    at,
    infoTableSum: hasInfoTable ? head.readUInt32LE(infoTable.sumAt) : undefined,
    hasGrubTable:
      head.length >= grubTable.at + 8 &&
      head.readBigUInt64LE(grubTable.at) === BigInt(sector) * 4n + BigInt(grubTable.plusBlocks),
  };
}

function platformName(id: number): BootEntry["platform"] {
  return Object.entries(platforms).find(([known]) => Number(known) === id)?.[1] ?? "other";
}
