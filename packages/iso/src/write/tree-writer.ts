import { padded, sector32, sectorSize, sectorsFor } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import type { DirectoryNode, Extent, FileContent } from "../tree.ts";
import { Continuations, type DirectoryToWrite, directoryBytes, type Places } from "./directory-writer.ts";
import { compareIdentifiers } from "./names.ts";

export interface TreeToWrite {
  readonly root: DirectoryNode;
  readonly kind: "primary" | "joliet";
  readonly rockRidge: boolean;
}

/** A directory tree with a place for each of its parts, but not yet for its files. */
export interface PlannedTree {
  readonly tree: TreeToWrite;
  readonly root: Extent;
  readonly pathTable: { readonly size: number; readonly littleEndianSector: number; readonly bigEndianSector: number };
  /** The first sector behind the tree. */
  readonly endSector: number;
  /** All bytes of the tree, from the sector it was planned for. */
  write(file: Places["file"]): Buffer;
}

/** ECMA-119 9.4: path tables number directories with 16 bits. */
const mostDirectories = 65_535;

/** Two path tables, the directories, and what their records could not hold, in this order. */
export function planTree(
  tree: TreeToWrite,
  firstSector: number,
  extentCount: (content: FileContent) => number,
): PlannedTree {
  const directories = inPathTableOrder(tree);
  const tableBytes = pathTable(directories, () => 0, "little").length;
  const tableSectors = sectorsFor(tableBytes);

  // A first pass with made-up places gives the sizes, which do not depend on them.
  const anywhere = { sector: 0, length: 0 };
  const nowhere: Places = {
    directory: () => anywhere,
    file: (content) => Array.from({ length: extentCount(content) }, () => anywhere),
  };
  const measured = new Continuations(0);
  let next = firstSector + 2 * tableSectors;
  const extents = new Map<DirectoryNode, Extent>();
  for (const directory of directories) {
    const { length } = directoryBytes(directory, nowhere, measured);
    extents.set(directory.node, { sector: sector32(next), length });
    next += sectorsFor(length);
  }
  const continuationSector = next;
  const endSector = next + sectorsFor(measured.bytes.length);

  const placeOf = (node: DirectoryNode): Extent => {
    const extent = extents.get(node);
    if (extent === undefined) throw new IsoError("bad_directory", `the directory ${node.name}, which has no place`);
    return extent;
  };
  return {
    tree,
    root: placeOf(tree.root),
    pathTable: {
      size: tableBytes,
      littleEndianSector: firstSector,
      bigEndianSector: firstSector + tableSectors,
    },
    endSector,
    write(file) {
      const sectorOf = (node: DirectoryNode) => placeOf(node).sector;
      const spill = new Continuations(continuationSector);
      const places = { directory: placeOf, file };
      return Buffer.concat([
        padded(pathTable(directories, sectorOf, "little"), sectorSize),
        padded(pathTable(directories, sectorOf, "big"), sectorSize),
        ...directories.map((directory) => directoryBytes(directory, places, spill)),
        spill.bytes,
      ]);
    },
  };
}

interface NumberedDirectory extends DirectoryToWrite {
  readonly parentNumber: number;
}

/** ECMA-119 6.9.1: level by level, by parent, by name. Children come out sorted, which is how they are written. */
function inPathTableOrder(tree: TreeToWrite): NumberedDirectory[] {
  const compare = tree.kind === "joliet" ? Buffer.compare : compareIdentifiers;
  const sorted = (node: DirectoryNode) => node.children.toSorted((a, b) => compare(a.identifier, b.identifier));
  const { root, rockRidge } = tree;
  const result: NumberedDirectory[] = [
    { node: root, parent: root, children: sorted(root), rockRidge, parentNumber: 1 },
  ];
  for (const [index, { node: parent, children }] of result.entries()) {
    for (const node of children) {
      if (node.kind !== "directory") continue;
      result.push({ node, parent, children: sorted(node), rockRidge, parentNumber: index + 1 });
    }
    if (result.length > mostDirectories) throw new IsoError("too_many_entries", `${result.length} directories`);
  }
  return result;
}

function pathTable(
  directories: readonly NumberedDirectory[],
  sectorOf: (node: DirectoryNode) => number,
  order: "little" | "big",
): Buffer {
  return Buffer.concat(
    directories.map(({ node, parentNumber }) => {
      const { identifier } = node;
      const bytes = Buffer.alloc(8 + identifier.length + (identifier.length % 2));
      bytes.writeUInt8(identifier.length, 0);
      if (order === "little") {
        bytes.writeUInt32LE(sectorOf(node), 2);
        bytes.writeUInt16LE(parentNumber, 6);
      } else {
        bytes.writeUInt32BE(sectorOf(node), 2);
        bytes.writeUInt16BE(parentNumber, 6);
      }
      identifier.copy(bytes, 8);
      return bytes;
    }),
  );
}
