import { asBuffer, MiB, sectorSize, sectorsFor } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { Overlay } from "../image/overlay.ts";
import type { Source } from "../source.ts";
import { type DirectoryNode, type Extent, type FileContent, type FileNode, findNode, walk } from "../tree.ts";
import { type BootCatalog, readBootCatalog } from "./el-torito.ts";
import { type ReadTree, readTree } from "./read-tree.ts";
import { firstDescriptorSector, readVolume, systemAreaSize, type Volume } from "./volume.ts";

/** An ISO 9660 image whose directories have been read. Its files are read when asked for. */
export interface IsoImage {
  readonly source: Source;
  /** The first 32 KiB. */
  readonly systemArea: Buffer;
  readonly volume: Volume;
  /** The primary tree, with Rock Ridge names where the image has them. */
  readonly root: DirectoryNode;
  readonly rockRidge: boolean;
  readonly jolietRoot: DirectoryNode | undefined;
  readonly boot: BootCatalog | undefined;
}

export async function openIso(source: Source): Promise<IsoImage> {
  const volume = await readVolume(source);
  const contents = contentsOf(source);
  const primary = await readTree(source, volume.primary, contents);
  const joliet = volume.joliet && (await readTree(source, volume.joliet, contents));
  checkOverlaps(volume, joliet ? [primary, joliet] : [primary]);
  return {
    source,
    systemArea: asBuffer(await source.read(0, systemAreaSize)),
    volume,
    root: primary.root,
    rockRidge: primary.rockRidge,
    jolietRoot: joliet?.root,
    boot: volume.bootCatalogSector === undefined ? undefined : await readBootCatalog(source, volume.bootCatalogSector),
  };
}

/** The file at `path`, by its Rock Ridge, Joliet or shortened name. */
export function findFile(iso: IsoImage, path: string): FileNode | undefined {
  for (const root of [iso.root, iso.jolietRoot]) {
    const node = root && findNode(root, path);
    if (node?.kind === "file") return node;
  }
  return undefined;
}

export function requireFile(iso: IsoImage, path: string): FileNode {
  const file = findFile(iso, path);
  if (file === undefined) throw new IsoError("file_not_found", `no file ${path} in ${iso.volume.id || "the image"}`);
  return file;
}

/** A small file, in memory. */
export async function readSmallFile(file: FileNode, atMost: number = MiB): Promise<Buffer> {
  const { size, data } = file.content;
  if (size > atMost) throw new IsoError("file_too_large", `${file.name} of ${size} bytes, above ${atMost}`);
  return asBuffer(await data.read(0, size));
}

/** Where the first byte of a file lies; only for files in one piece, such as everything that is patched in place. */
export function fileOffset(file: FileNode): number {
  const [extent, ...more] = file.content.extents ?? [];
  if (extent === undefined || more.length > 0) {
    throw new IsoError("bad_live_metadata", `${file.name}, which is empty or in several pieces`);
  }
  return extent.sector * sectorSize;
}

export function sliceOf(source: Source, offset: number, length: number): Overlay {
  return Overlay.of(source).slice(offset, offset + length);
}

function contentsOf(source: Source): (extents: readonly Extent[]) => FileContent {
  const known = new Map<string, FileContent>();
  return (extents) => {
    const key = extents.map(({ sector, length }) => `${sector}+${length}`).join(",");
    const content = known.get(key) ?? {
      size: extents.reduce((sum, { length }) => sum + length, 0),
      extents,
      get data() {
        return Overlay.of(...extents.map(({ sector, length }) => sliceOf(source, sector * sectorSize, length)));
      },
    };
    known.set(key, content);
    return content;
  };
}

/** Two files may share all of their bytes, never a part: an image where they do would change one with the other. */
function checkOverlaps(volume: Volume, trees: readonly ReadTree[]): void {
  const used = new Map<string, Extent>();
  const note = (extent: Extent) => used.set(`${extent.sector}+${extent.length}`, extent);
  note({ sector: firstDescriptorSector, length: volume.descriptors.length * sectorSize });
  for (const { root, directories } of trees) {
    for (const extent of directories) note(extent);
    for (const { node } of walk(root)) if (node.kind === "file") node.content.extents?.forEach(note);
  }
  let end = 0;
  for (const { sector, length } of [...used.values()].sort((a, b) => a.sector - b.sector)) {
    if (sector < end) throw new IsoError("overlapping_extents", `two files at sector ${sector}`);
    end = sector + sectorsFor(length);
  }
}
