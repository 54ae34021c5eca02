import { asBuffer, MiB, sectorSize, sectorsFor } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import type { Source } from "../source.ts";
import type { DirectoryNode, Extent, FileContent, TreeNode } from "../tree.ts";
import { type DirectoryRecord, parseRecord, recordFlags } from "./directory-record.ts";
import {
  alternateName,
  childLink,
  linkTarget,
  readSystemUse,
  type SystemUseEntry,
  systemUseSkip,
} from "./rock-ridge.ts";
import { rootRecord, type VolumeDescriptor } from "./volume.ts";

/** Far above any live image, far below what would hurt. */
const limits = { entries: 100_000, depth: 64, directoryBytes: 64 * MiB };

/** Entries that say where things are; a tree that is written anew gets its own. */
const structural = new Set(["SP", "CL", "PL", "RE", "PD"]);

export interface ReadTree {
  readonly root: DirectoryNode;
  readonly rockRidge: boolean;
  /** Where the directories lie. */
  readonly directories: readonly Extent[];
}

/** Gives the same content for the same extents, so that trees and hard links share it. */
export type Contents = (extents: readonly Extent[]) => FileContent;

type RecordGroup = [DirectoryRecord, ...DirectoryRecord[]];

interface Unread {
  readonly extent: Extent;
  readonly depth: number;
  readonly children: TreeNode[];
}

/** Reads a whole directory tree; every directory once, no recursion, everything bounded. */
export async function readTree(source: Source, descriptor: VolumeDescriptor, contents: Contents): Promise<ReadTree> {
  const joliet = descriptor.kind === "joliet";
  const record = rootRecord(descriptor);
  const rootExtent = { sector: record.sector, length: record.size };
  const ownRecord = await selfRecord(source, rootExtent);
  const skip = joliet ? undefined : systemUseSkip(ownRecord.systemUse);
  const rootEntries = skip === undefined ? [] : await readSystemUse(source, ownRecord.systemUse.subarray(skip));

  const directories: Extent[] = [];
  const seen = new Set<number>();
  let entryCount = 0;
  let directoryBytes = 0;
  const rootChildren: TreeNode[] = [];
  const queue: Unread[] = [{ extent: rootExtent, depth: 0, children: rootChildren }];

  for (const { extent, depth, children } of queue) {
    if (depth > limits.depth) throw new IsoError("too_many_entries", `directories nested ${depth} deep`);
    if (seen.has(extent.sector)) throw new IsoError("directory_loop", `the directory at sector ${extent.sector} twice`);
    seen.add(extent.sector);
    directories.push(extent);
    directoryBytes += extent.length;
    if (directoryBytes > limits.directoryBytes) {
      throw new IsoError("too_many_entries", `more than ${limits.directoryBytes} bytes of directories`);
    }
    for (const group of groupExtents(recordsOf(await readExtent(source, extent)))) {
      entryCount += 1;
      if (entryCount > limits.entries) throw new IsoError("too_many_entries", `more than ${limits.entries} entries`);
      await readNode(group, depth, children);
    }
  }

  async function readNode(group: RecordGroup, depth: number, siblings: TreeNode[]): Promise<void> {
    const [first] = group;
    const entries = skip === undefined ? [] : await readSystemUse(source, first.systemUse.subarray(skip));
    // RRIP 4.1.5.3: this directory belongs elsewhere, and is read through the link there.
    if (entries.some(({ signature }) => signature === "RE")) return;
    const base = {
      name: checkedName(nameOf(first, entries, joliet)),
      identifier: first.identifier,
      recordedAt: first.recordedAt,
      flags: first.flags & ~recordFlags.multiExtent,
      systemUse: entries.filter(({ signature }) => !structural.has(signature)),
    };
    const movedTo = childLink(entries);
    if (movedTo !== undefined || (first.flags & recordFlags.directory) !== 0) {
      const children: TreeNode[] = [];
      siblings.push({ ...base, flags: base.flags | recordFlags.directory, kind: "directory", children });
      const extent =
        movedTo === undefined ? { sector: first.sector, length: first.size } : await movedExtent(source, movedTo);
      queue.push({ extent, depth: depth + 1, children });
      return;
    }
    const target = linkTarget(entries);
    if (target !== undefined) {
      siblings.push({ ...base, kind: "link", target });
      return;
    }
    const extents = group.map((part) => ({ sector: part.sector, length: part.size }));
    for (const part of extents) checkExtent(source, part);
    siblings.push({ ...base, kind: "file", content: contents(extents.filter(({ length }) => length > 0)) });
  }

  const root: DirectoryNode = {
    kind: "directory",
    name: "",
    identifier: Buffer.from([0]),
    recordedAt: record.recordedAt,
    flags: record.flags,
    systemUse: rootEntries.filter(({ signature }) => !structural.has(signature)),
    children: rootChildren,
  };
  return { root, rockRidge: skip !== undefined, directories };
}

/** All records but the first two, which are the directory itself and its parent. */
function recordsOf(bytes: Buffer): DirectoryRecord[] {
  const records: DirectoryRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    const sectorEnd = Math.min((Math.floor(at / sectorSize) + 1) * sectorSize, bytes.length);
    const record = parseRecord(bytes, at, sectorEnd);
    if (record) records.push(record);
    at = record ? at + record.length : sectorEnd;
  }
  return records.filter(({ identifier }) => identifier.length > 1 || identifier.readUInt8(0) > 1);
}

/** ECMA-119 9.1.6: a file above 4 GiB is several records with one name, all but the last marked. */
function groupExtents(records: readonly DirectoryRecord[]): RecordGroup[] {
  const groups: RecordGroup[] = [];
  let open: RecordGroup | undefined;
  for (const record of records) {
    if (open === undefined) {
      open = [record];
      groups.push(open);
    } else if (open[0].identifier.equals(record.identifier)) {
      open.push(record);
    } else {
      throw new IsoError("bad_directory", "a file of several extents whose last one is missing");
    }
    if ((record.flags & recordFlags.multiExtent) === 0) open = undefined;
  }
  if (open !== undefined) throw new IsoError("bad_directory", "a file of several extents whose last one is missing");
  return groups;
}

function nameOf(record: DirectoryRecord, entries: readonly SystemUseEntry[], joliet: boolean): string {
  if (joliet) return bigEndianText(record.identifier).replace(/;\d+$/, "");
  const plain = record.identifier.toString("latin1").replace(/;\d+$/, "").replace(/\.$/, "");
  return alternateName(entries) ?? plain;
}

/** Joliet names are UCS-2, big-endian; an odd byte at the end is not part of one. */
function bigEndianText(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
}

function checkedName(name: string): string {
  if (name === "" || name === "." || name === ".." || /[/\0]/.test(name)) {
    throw new IsoError("unsafe_name", `the name ${JSON.stringify(name.slice(0, 100))}`);
  }
  return name;
}

async function readExtent(source: Source, extent: Extent): Promise<Buffer> {
  checkExtent(source, extent);
  if (extent.length > limits.directoryBytes) {
    throw new IsoError("too_many_entries", `a directory of ${extent.length} bytes`);
  }
  return asBuffer(await source.read(extent.sector * sectorSize, extent.length));
}

function checkExtent(source: Source, { sector, length }: Extent): void {
  if (sector * sectorSize + length > source.size) {
    throw new IsoError("extent_outside_image", `${length} bytes at sector ${sector} of ${sectorsFor(source.size)}`);
  }
}

/** The first record of a directory: itself. */
async function selfRecord(source: Source, extent: Extent): Promise<DirectoryRecord> {
  if (extent.length === 0) throw new IsoError("bad_directory", "an empty root directory");
  checkExtent(source, { sector: extent.sector, length: Math.max(extent.length, sectorSize) });
  const bytes = asBuffer(await source.read(extent.sector * sectorSize, sectorSize));
  const record = parseRecord(bytes, 0, sectorSize);
  if (record === undefined) throw new IsoError("bad_directory", `an empty directory at sector ${extent.sector}`);
  return record;
}

async function movedExtent(source: Source, sector: number): Promise<Extent> {
  const { size } = await selfRecord(source, { sector, length: sectorSize });
  return { sector, length: size };
}
