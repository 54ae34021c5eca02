import { padded, sectorSize, sectorsFor } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import type { Overlay } from "../image/overlay.ts";
import { recordFlags } from "../read/directory-record.ts";
import { infoTable } from "../read/el-torito.ts";
import { systemAreaSize } from "../read/volume.ts";
import { memorySource, type Source } from "../source.ts";
import type { DirectoryNode, FileContent } from "../tree.ts";
import { type BootPlan, sumOf } from "./boot.ts";
import { newBootRecord, newDescriptor, newTerminator } from "./descriptors.ts";
import { putFile } from "./edit-tree.ts";
import { type DescriptorToWrite, writeIso } from "./iso-writer.ts";
import { checkedPath } from "./names.ts";
import { posixAttributes, recordingTime, timestamps } from "./rock-ridge-entries.ts";
import type { TreeToWrite } from "./tree-writer.ts";

export interface NewIsoFile {
  readonly path: string;
  readonly content: Uint8Array | Source;
  /** Permission bits; 0o444 unless given. */
  readonly mode?: number;
}

/** What firmware boots, by the path of the file it loads. */
export interface NewBootEntry {
  readonly platform: "bios" | "efi";
  readonly path: string;
  /** How many 512-byte blocks the firmware loads; all of the file unless given. */
  readonly loadBlocks?: number;
  /** Tell the file where it lies, as isolinux wants it. */
  readonly infoTable?: boolean;
}

export interface NewIso {
  readonly volumeId: string;
  readonly files: readonly NewIsoFile[];
  /** Milliseconds since 1970: the date of everything in the image. */
  readonly createdAt: number;
  readonly application?: string;
  readonly rockRidge?: boolean;
  readonly joliet?: boolean;
  readonly boot?: { readonly catalogPath?: string; readonly entries: readonly NewBootEntry[] };
  /** The first 32 KiB; partitions in it that cover everything get the right size. */
  readonly systemArea?: Buffer;
}

/** Makes an image of files. The same files and date give the same bytes. */
export async function createIso(iso: NewIso): Promise<Overlay> {
  const { volumeId, createdAt, rockRidge = true, joliet = true, application = "MUSTER" } = iso;
  if (volumeId.length > 32)
    throw new IsoError("bad_path", `the volume id ${volumeId}`, { needed: "at most 32 characters" });
  const recordedAt = recordingTime(createdAt);
  const contents = await contentsOf(iso);
  const boot = iso.boot && bootPlan(iso.boot.entries, contents);
  if (boot && iso.boot?.catalogPath)
    contents.set(iso.boot.catalogPath, { content: boot.catalog, infoTableSum: undefined });

  const names = { id: volumeId, application, createdAt };
  const kinds = joliet ? (["primary", "joliet"] as const) : (["primary"] as const);
  const trees = kinds.map((kind) => {
    const withRockRidge = rockRidge && kind === "primary";
    let tree: TreeToWrite = { root: emptyRoot(recordedAt, withRockRidge), kind, rockRidge: withRockRidge };
    for (const [path, file] of contents) tree = putFile(tree, { path, recordedAt, ...file });
    return tree;
  });
  const descriptors: DescriptorToWrite[] = kinds.map((kind) => ({ kind, raw: newDescriptor(kind, names) }));
  // El Torito 2.0 wants its record in sector 17, right behind the primary descriptor.
  if (boot) descriptors.splice(1, 0, { kind: "boot", raw: newBootRecord() });
  descriptors.push({ kind: "terminator", raw: newTerminator() });
  const systemArea = iso.systemArea ?? Buffer.alloc(systemAreaSize);
  return writeIso({ systemArea, oldVolumeSectors: 0, descriptors, trees, boot });
}

interface PlacedFile {
  readonly content: FileContent;
  readonly infoTableSum: number | undefined;
  readonly mode?: number;
}

async function contentsOf(iso: NewIso): Promise<Map<string, PlacedFile>> {
  const tables = new Set(iso.boot?.entries.filter((entry) => entry.infoTable).map(({ path }) => path));
  const contents = new Map<string, PlacedFile>();
  for (const { path, content, mode } of iso.files) {
    const source = content instanceof Uint8Array ? memorySource(content) : content;
    const { data, infoTableSum } = tables.has(path)
      ? await withInfoTable(source)
      : { data: source, infoTableSum: undefined };
    const placed = { content: { size: data.size, data, extents: undefined }, infoTableSum };
    contents.set(checkedPath(path).join("/"), mode === undefined ? placed : { ...placed, mode });
  }
  return contents;
}

/** Sector of the primary descriptor, own sector (put in later), length, and a sum over everything behind the table. */
async function withInfoTable(source: Source): Promise<{ data: Source; infoTableSum: number }> {
  const bytes = Buffer.from(await source.read(0, source.size));
  const tableEnd = infoTable.at + infoTable.length;
  if (bytes.length < tableEnd) throw new IsoError("bad_boot_catalog", `a boot image of ${bytes.length} bytes`);
  const infoTableSum = sumOf(padded(bytes.subarray(tableEnd), 4));
  bytes.fill(0, infoTable.at, tableEnd);
  bytes.writeUInt32LE(16, infoTable.at);
  bytes.writeUInt32LE(bytes.length, infoTable.sizeAt);
  bytes.writeUInt32LE(infoTableSum, infoTable.sumAt);
  return { data: memorySource(bytes), infoTableSum };
}

function bootPlan(entries: readonly NewBootEntry[], contents: ReadonlyMap<string, PlacedFile>): BootPlan {
  const images = entries.map((entry, index) => {
    const file = contents.get(entry.path);
    if (file === undefined) throw new IsoError("file_not_found", `no file ${entry.path} to boot`);
    // Entry 0 follows the validation entry; each other one has a section header before it.
    const at = index === 0 ? 32 : 32 + index * 64;
    return { ...file, at, hasGrubTable: false, entry };
  });
  const catalogTemplate = Buffer.alloc(sectorSize);
  for (const [index, { content, at, entry }] of images.entries()) {
    const platform = entry.platform === "efi" ? 0xef : 0;
    if (index === 0) writeValidation(catalogTemplate, platform);
    else {
      catalogTemplate.writeUInt8(index === images.length - 1 ? 0x91 : 0x90, at - 32);
      catalogTemplate.writeUInt8(platform, at - 31);
      catalogTemplate.writeUInt16LE(1, at - 30);
    }
    catalogTemplate.writeUInt8(0x88, at);
    const wholeFile = Math.min(sectorsFor(content.size) * 4, 0xffff);
    catalogTemplate.writeUInt16LE(entry.loadBlocks ?? wholeFile, at + 6);
  }
  const catalog = { size: sectorSize, data: memorySource(catalogTemplate), extents: undefined };
  return { catalog, catalogTemplate, images };
}

/** El Torito 2.0, figure 2: the sum of all words is zero. */
function writeValidation(catalog: Buffer, platform: number): void {
  catalog.writeUInt8(1, 0);
  catalog.writeUInt8(platform, 1);
  catalog.writeUInt16BE(0x55aa, 30);
  let sum = 0;
  for (let at = 0; at < 32; at += 2) sum += catalog.readUInt16LE(at);
  catalog.writeUInt16LE((0x10000 - (sum & 0xffff)) & 0xffff, 28);
}

function emptyRoot(recordedAt: Buffer, rockRidge: boolean): DirectoryNode {
  return {
    kind: "directory",
    name: "",
    identifier: Buffer.from([0]),
    recordedAt,
    flags: recordFlags.directory,
    systemUse: rockRidge ? [posixAttributes(0o040555, 2, false), timestamps(recordedAt)] : [],
    children: [],
  };
}
