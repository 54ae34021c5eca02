import { sectorSize } from "../bytes.ts";

export const blockSize = 512;
export const blocksPerSector = sectorSize / blockSize;

/** A partition in 512-byte blocks, its end exclusive. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

export interface Moved {
  /** Where what began at a sector begins now; undefined when it is gone. */
  newSector(oldSector: number): number | undefined;
  readonly oldVolumeSectors: number;
  readonly newVolumeSectors: number;
}

/**
 * Where partitions lie after files have moved. Those that cover the volume cover the new one, up to `coverEnd`; those
 * that are a file (the EFI system partition) follow it; others are gone.
 */
export function relocateSpans(spans: readonly Span[], moved: Moved, coverEnd: number): (Span | undefined)[] {
  const covers = ({ first, end }: Span) =>
    first <= 16 * blocksPerSector && end >= moved.oldVolumeSectors * blocksPerSector;
  const followed = spans.map((span) => (covers(span) ? undefined : follow(span, moved)));
  return spans.map((span, index) => {
    if (!covers(span)) return followed[index];
    // isohybrid's first partition is around everything. Others end where the next begins: firmware refuses an overlap.
    const limits = span.first === 0 ? [] : followed.flatMap((other) => (other ? [other.first] : []));
    return { first: span.first, end: Math.min(coverEnd, ...limits) };
  });
}

function follow({ first, end }: Span, moved: Moved): Span | undefined {
  const sector = moved.newSector(first / blocksPerSector);
  if (sector === undefined) return undefined;
  const start = sector * blocksPerSector;
  return { first: start, end: start + end - first };
}
