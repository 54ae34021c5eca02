import { sector32, sectorSize, writeBoth16, writeBoth32 } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { recordFlags } from "../read/directory-record.ts";
import type { SystemUseEntry } from "../read/rock-ridge.ts";
import type { DirectoryNode, Extent, FileContent, TreeNode } from "../tree.ts";
import { continuation, continuationLength, rockRidgeMark, startMark } from "./rock-ridge-entries.ts";

const fixedPart = 33;
/** A record's length is one byte, and even. */
const longestRecord = 254;

/** Collects what does not fit the records; each piece stays inside one sector. */
export class Continuations {
  readonly #firstSector: number;
  readonly #sectors: Buffer[] = [];
  #used = sectorSize;

  constructor(firstSector: number) {
    this.#firstSector = firstSector;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#sectors);
  }

  /** Keeps the bytes and gives the entry that points at them. */
  add(bytes: Buffer): Buffer {
    if (bytes.length > sectorSize) throw new IsoError("bad_path", `a name that needs ${bytes.length} bytes`);
    if (this.#used + bytes.length > sectorSize) {
      this.#sectors.push(Buffer.alloc(sectorSize));
      this.#used = 0;
    }
    const offset = this.#used;
    this.#used += bytes.length;
    const sector = this.#sectors.at(-1);
    if (sector) bytes.copy(sector, offset);
    return continuation(sector32(this.#firstSector + this.#sectors.length - 1), offset, bytes.length);
  }
}

/** What a directory needs to know about the places of others. */
export interface Places {
  directory(node: DirectoryNode): Extent;
  /** At least one; several for a file above 4 GiB. */
  file(content: FileContent): readonly Extent[];
}

export interface DirectoryToWrite {
  readonly node: DirectoryNode;
  readonly parent: DirectoryNode;
  /** Sorted as they are written. */
  readonly children: DirectoryNode["children"];
  readonly rockRidge: boolean;
}

/** The bytes of one directory, whole sectors. Their number does not depend on the places. */
export function directoryBytes(directory: DirectoryToWrite, places: Places, spill: Continuations): Buffer {
  const { node, parent, children, rockRidge } = directory;
  const isRoot = node === parent;
  const own = rockRidge ? node.systemUse.filter(isNoName) : [];
  const above = rockRidge ? parent.systemUse.filter(isNoName) : [];
  const records = [
    record(
      Buffer.from([0]),
      node,
      [places.directory(node)],
      isRoot && rockRidge ? [startMark, ...marked(own)] : own,
      spill,
    ),
    record(Buffer.from([1]), parent, [places.directory(parent)], isRoot ? above.filter(isNoMark) : above, spill),
  ];
  for (const child of children) {
    records.push(record(child.identifier, child, extentsOf(child, places), rockRidge ? child.systemUse : [], spill));
  }
  return intoSectors(records.flat());
}

function extentsOf(node: TreeNode, places: Places): readonly Extent[] {
  switch (node.kind) {
    case "directory":
      return [places.directory(node)];
    case "file":
      return places.file(node.content);
    case "link":
      return [{ sector: 0, length: 0 }];
  }
}

function isNoName({ signature }: SystemUseEntry): boolean {
  return signature !== "NM";
}

function isNoMark({ signature }: SystemUseEntry): boolean {
  return signature !== "ER";
}

/** The root's own record must name the extension; images that have a mark of their own keep it. */
function marked(entries: readonly SystemUseEntry[]): SystemUseEntry[] {
  return entries.some(({ signature }) => signature === "ER") ? [...entries] : [...entries, rockRidgeMark];
}

function record(
  identifier: Buffer,
  node: { readonly recordedAt: Buffer; readonly flags: number },
  extents: readonly Extent[],
  systemUse: readonly SystemUseEntry[],
  spill: Continuations,
): Buffer[] {
  const start = fixedPart + identifier.length + (identifier.length % 2 === 0 ? 1 : 0);
  const extra = fitted(systemUse, longestRecord - start, spill);
  const length = start + extra.length + (extra.length % 2);
  return extents.map(({ sector, length: size }, index) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt8(length, 0);
    writeBoth32(bytes, sector32(sector), 2);
    writeBoth32(bytes, size, 10);
    node.recordedAt.copy(bytes, 18);
    bytes.writeUInt8(index < extents.length - 1 ? node.flags | recordFlags.multiExtent : node.flags, 25);
    writeBoth16(bytes, 1, 28);
    bytes.writeUInt8(identifier.length, 32);
    identifier.copy(bytes, fixedPart);
    extra.copy(bytes, start);
    return bytes;
  });
}

function fitted(entries: readonly SystemUseEntry[], room: number, spill: Continuations): Buffer {
  const all = Buffer.concat(entries.map(({ raw }) => raw));
  if (all.length <= room) return all;
  let here = 0;
  let count = 0;
  for (const { raw } of entries) {
    if (here + raw.length > room - continuationLength) break;
    here += raw.length;
    count += 1;
  }
  const rest = Buffer.concat(entries.slice(count).map(({ raw }) => raw));
  return Buffer.concat([all.subarray(0, here), spill.add(rest)]);
}

/** ECMA-119 6.8.1.1: a record never crosses into the next sector. */
function intoSectors(records: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [];
  let used = 0;
  for (const bytes of records) {
    const left = sectorSize - (used % sectorSize);
    if (bytes.length > left) {
      parts.push(Buffer.alloc(left));
      used += left;
    }
    parts.push(bytes);
    used += bytes.length;
  }
  const tail = (sectorSize - (used % sectorSize)) % sectorSize;
  return Buffer.concat([...parts, Buffer.alloc(tail)]);
}
