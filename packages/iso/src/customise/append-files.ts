import { sectorSize, sectorsFor } from "../bytes.ts";
import { Overlay } from "../image/overlay.ts";
import { findFile, type IsoImage } from "../read/iso.ts";
import { memorySource, type Source } from "../source.ts";
import type { Extent, FileContent } from "../tree.ts";
import { bootPatches, bootPlanOf } from "../write/boot.ts";
import { withTree } from "../write/descriptors.ts";
import { putFile } from "../write/edit-tree.ts";
import { relocateHybrid } from "../write/hybrid.ts";
import { patched } from "../write/iso-writer.ts";
import { extentCount, placeContents } from "../write/placement.ts";
import { recordingTime } from "../write/rock-ridge-entries.ts";
import { type PlannedTree, planTree } from "../write/tree-writer.ts";
import { treesOf } from "../write/trees-of.ts";

export interface FileToAppend {
  /** Relative, such as `muster/bin/muster`; directories are made as needed. */
  readonly path: string;
  readonly content: Uint8Array | Source;
  /** Permission bits; 0o444 unless given. */
  readonly mode?: number;
  /** Milliseconds since 1970; the image's own date unless given, so that the same request gives the same bytes. */
  readonly modifiedAt?: number;
  /** Takes the place of a file that is there. */
  readonly replace?: boolean;
}

export function newContent(content: Uint8Array | Source): FileContent {
  const data = content instanceof Uint8Array ? memorySource(content) : content;
  return { size: data.size, data, extents: undefined };
}

/**
 * Adds files to an image: new directories (of every tree it has) and the contents follow the old end, the volume
 * descriptors point at them, everything else stays where it is. `image` is the same image, perhaps with patches over it.
 */
export function appendFiles(
  iso: IsoImage,
  files: readonly FileToAppend[],
  image: Overlay = Overlay.of(iso.source),
): Overlay {
  const replaced = new Map<FileContent, FileContent>();
  const added: FileContent[] = [];
  let trees = treesOf(iso);
  for (const { path, content: bytes, mode, modifiedAt, replace } of files) {
    const content = newContent(bytes);
    const old = replace ? findFile(iso, path)?.content : undefined;
    if (old) replaced.set(old, content);
    added.push(content);
    const recordedAt = modifiedAt === undefined ? iso.root.recordedAt : recordingTime(modifiedAt);
    const file = { path, content, recordedAt, replace: replace ?? false, ...(mode === undefined ? {} : { mode }) };
    trees = trees.map((tree) => putFile(tree, file));
  }

  const firstSector = sectorsFor(iso.source.size);
  const countOf = (content: FileContent) =>
    content.extents ? Math.max(content.extents.length, 1) : extentCount(content);
  const planned: PlannedTree[] = [];
  let next = firstSector;
  for (const tree of trees) {
    const plan = planTree(tree, next, countOf);
    planned.push(plan);
    next = plan.endSector;
  }
  const placement = placeContents(added, next);
  const extentsOf = (content: FileContent): readonly Extent[] => {
    if (content.extents === undefined) return placement.extentsOf(content);
    return content.extents.length > 0 ? content.extents : [{ sector: firstSector, length: 0 }];
  };
  const sectorOf = (content: FileContent): number => extentsOf(content)[0]?.sector ?? firstSector;

  const newSectors = new Map([...replaced].map(([old, content]) => [old.extents?.[0]?.sector, sectorOf(content)]));
  const hybrid = relocateHybrid(iso.systemArea, {
    newSector: (old) => newSectors.get(old) ?? old,
    oldVolumeSectors: iso.volume.sectors,
    newVolumeSectors: placement.endSector,
  });

  let result = Overlay.of(
    image,
    { zeros: firstSector * sectorSize - image.size },
    ...planned.map((plan) => plan.write(extentsOf)),
    placement.bytes,
    hybrid.tail,
  ).replace(0, hybrid.systemArea);
  for (const { kind, sector, raw } of iso.volume.descriptors) {
    const plan = planned.find(({ tree }) => tree.kind === kind);
    if (plan) result = result.replace(sector * sectorSize, withTree(raw, plan, placement.endSector));
  }
  return replaced.size > 0 ? patched(result, movedBootImages(iso, replaced, sectorOf), sectorOf) : result;
}

/** The boot catalog follows boot images that were replaced. */
function movedBootImages(
  iso: IsoImage,
  replaced: ReadonlyMap<FileContent, FileContent>,
  sectorOf: (content: FileContent) => number,
) {
  const plan = bootPlanOf(iso);
  if (plan === undefined || !plan.images.some(({ content }) => replaced.has(content))) return [];
  const images = plan.images.map((image) => ({ ...image, content: replaced.get(image.content) ?? image.content }));
  return bootPatches({ ...plan, images }, sectorOf);
}
