import { sectorSize, sectorsFor } from "../bytes.ts";
import { grubTable, infoTable } from "../read/el-torito.ts";
import { type IsoImage, sliceOf } from "../read/iso.ts";
import { type FileContent, walk } from "../tree.ts";

/** What firmware boots, tied to contents instead of sectors, so that it can move. */
export interface BootPlan {
  readonly catalog: FileContent;
  /** The catalog with any sectors in it. */
  readonly catalogTemplate: Buffer;
  readonly images: readonly BootImage[];
}

export interface BootImage {
  readonly content: FileContent;
  /** Offset of its entry in the catalog. */
  readonly at: number;
  readonly infoTableSum: number | undefined;
  readonly hasGrubTable: boolean;
}

/** Bytes to put into a content after everything has its place. */
export interface Patch {
  readonly content: FileContent;
  readonly offset: number;
  readonly bytes: Buffer;
}

const entrySectorAt = 8;

export function bootPatches(plan: BootPlan, sectorOf: (content: FileContent) => number): Patch[] {
  const catalog = Buffer.from(plan.catalogTemplate);
  const patches: Patch[] = [{ content: plan.catalog, offset: 0, bytes: catalog }];
  for (const { content, at, infoTableSum, hasGrubTable } of plan.images) {
    const sector = sectorOf(content);
    const oldSector = plan.catalogTemplate.readUInt32LE(at + entrySectorAt);
    catalog.writeUInt32LE(sector, at + entrySectorAt);
    if (hasGrubTable) patches.push({ content, offset: grubTable.at, bytes: grubBlock(sector) });
    if (infoTableSum === undefined) continue;
    const place = Buffer.alloc(4);
    place.writeUInt32LE(sector);
    patches.push({ content, offset: infoTable.sectorAt, bytes: place });
    // The sum covers GRUB's table, so it changes with it.
    const change = hasGrubTable ? sumOf(grubBlock(sector)) - sumOf(grubBlock(oldSector)) : 0;
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE((infoTableSum + change) >>> 0);
    patches.push({ content, offset: infoTable.sumAt, bytes: sum });
  }
  return patches;
}

function grubBlock(sector: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(sector) * 4n + BigInt(grubTable.plusBlocks));
  return bytes;
}

/** Of 32-bit words. */
export function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) sum = (sum + bytes.readUInt32LE(at)) >>> 0;
  return sum;
}

/** How an existing image boots. Boot images that are in no directory become contents too. */
export function bootPlanOf(iso: IsoImage): BootPlan | undefined {
  const { boot } = iso;
  if (boot === undefined) return undefined;
  const contents = contentsBySector(iso);
  const hidden = (sector: number, length: number): FileContent => {
    const content = {
      size: length,
      extents: [{ sector, length }],
      data: sliceOf(iso.source, sector * sectorSize, length),
    };
    contents.set(sector, content);
    return content;
  };
  return {
    catalog: contents.get(boot.sector) ?? hidden(boot.sector, sectorSize),
    catalogTemplate: boot.raw,
    images: boot.entries.map(({ sector, loadBlocks, at, infoTableSum, hasGrubTable }) => ({
      content: contents.get(sector) ?? hidden(sector, hiddenLength(iso, contents.keys(), sector, loadBlocks)),
      at,
      infoTableSum,
      hasGrubTable,
    })),
  };
}

/** Empty files share their sector with the next one, and do not count. */
function contentsBySector(iso: IsoImage): Map<number, FileContent> {
  const contents = new Map<number, FileContent>();
  for (const root of [iso.root, iso.jolietRoot]) {
    if (root === undefined) continue;
    for (const { node } of walk(root)) {
      const sector = node.kind === "file" ? node.content.extents?.[0]?.sector : undefined;
      if (node.kind === "file" && sector !== undefined) contents.set(sector, node.content);
    }
  }
  return contents;
}

/** Firmware loads only a stub of most images (4 blocks), so a hidden one is taken up to the next thing in the image. */
function hiddenLength(iso: IsoImage, starts: Iterable<number>, sector: number, loadBlocks: number): number {
  let end = sector < iso.volume.sectors ? iso.volume.sectors : sectorsFor(iso.source.size);
  if (loadBlocks > 4) end = Math.min(end, sector + sectorsFor(loadBlocks * 512));
  for (const start of starts) if (start > sector) end = Math.min(end, start);
  return Math.min(end * sectorSize, iso.source.size) - sector * sectorSize;
}
