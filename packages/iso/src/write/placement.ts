import { sector32, sectorSize, sectorsFor } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { type Content, Overlay } from "../image/overlay.ts";
import type { Extent, FileContent } from "../tree.ts";

/** ECMA-119 6.5.1: an extent's length has 32 bits, and only the last one of a file may end inside a sector. */
const longestExtent = 0xffffffff - (0xffffffff % sectorSize);

/** How many extents a content takes when it is written anew. */
export function extentCount(content: FileContent): number {
  return Math.max(1, Math.ceil(content.size / longestExtent));
}

export interface Placement {
  /** Fails for a content that has no place. */
  extentsOf(content: FileContent): readonly Extent[];
  sectorOf(content: FileContent): number;
  /** The first sector behind all contents. */
  readonly endSector: number;
  /** The bytes from the first sector on, each content padded to whole sectors. */
  readonly bytes: Overlay;
}

/** Places contents one after another. */
export function placeContents(contents: Iterable<FileContent>, firstSector: number): Placement {
  const places = new Map<FileContent, Extent[]>();
  const parts: Content[] = [];
  let next = firstSector;
  for (const content of contents) {
    if (places.has(content)) continue;
    places.set(content, extentsFrom(next, content.size));
    const sectors = sectorsFor(content.size);
    parts.push(content.data, { zeros: sectors * sectorSize - content.size });
    next += sectors;
  }
  sector32(next);

  const extentsOf = (content: FileContent): readonly Extent[] => {
    const extents = places.get(content);
    if (extents === undefined) throw new IsoError("bad_directory", `a file of ${content.size} bytes without a place`);
    return extents;
  };
  return {
    extentsOf,
    sectorOf: (content) => extentsOf(content)[0]?.sector ?? firstSector,
    endSector: next,
    bytes: Overlay.of(...parts),
  };
}

function extentsFrom(sector: number, size: number): Extent[] {
  const extents: Extent[] = [];
  for (let at = 0; at < size || extents.length === 0; at += longestExtent) {
    extents.push({ sector: sector + at / sectorSize, length: Math.min(longestExtent, size - at) });
  }
  return extents;
}
