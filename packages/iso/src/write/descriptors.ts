import { sector32, sectorSize, writeBoth16, writeBoth32 } from "../bytes.ts";
import { recordFlags } from "../read/directory-record.ts";
import { recordingTime } from "./rock-ridge-entries.ts";
import type { PlannedTree } from "./tree-writer.ts";

export interface VolumeNames {
  readonly id: string;
  readonly application: string;
  readonly createdAt: number;
}

const bootRecordCatalogAt = 0x47;

/** ECMA-119 8.4 and 8.5; sizes and places come later, from `withTree`. */
export function newDescriptor(kind: "primary" | "joliet", names: VolumeNames): Buffer {
  const raw = header(kind === "primary" ? 1 : 2);
  const text = (value: string, offset: number, length: number) => {
    if (kind === "primary") raw.write(value.slice(0, length).padEnd(length), offset, "latin1");
    else
      Buffer.from(value.slice(0, length / 2).padEnd(length / 2), "utf16le")
        .swap16()
        .copy(raw, offset);
  };
  text("LINUX", 8, 32);
  text(names.id, 40, 32);
  if (kind === "joliet") raw.write("%/E", 88, "latin1");
  writeBoth16(raw, 1, 120);
  writeBoth16(raw, 1, 124);
  writeBoth16(raw, sectorSize, 128);
  const root = raw.subarray(156, 190);
  root.writeUInt8(34, 0);
  recordingTime(names.createdAt).copy(root, 18);
  root.writeUInt8(recordFlags.directory, 25);
  writeBoth16(root, 1, 28);
  root.writeUInt8(1, 32);
  text(names.id, 190, 128);
  text("", 318, 128);
  text("", 446, 128);
  text(names.application, 574, 128);
  for (const offset of [702, 739, 776]) text("", offset, 36);
  const time = volumeTime(names.createdAt);
  time.copy(raw, 813);
  time.copy(raw, 830);
  for (const offset of [847, 864]) volumeTime(undefined).copy(raw, offset);
  raw.writeUInt8(1, 881);
  return raw;
}

/** El Torito 2.0, figure 7. */
export function newBootRecord(): Buffer {
  const raw = header(0);
  raw.write("EL TORITO SPECIFICATION", 7, "latin1");
  return raw;
}

export function newTerminator(): Buffer {
  return header(255);
}

/** The descriptor with the places of a newly written tree. */
export function withTree(raw: Buffer, tree: PlannedTree, volumeSectors: number): Buffer {
  const result = Buffer.from(raw);
  writeBoth32(result, sector32(volumeSectors), 80);
  writeBoth32(result, tree.pathTable.size, 132);
  result.writeUInt32LE(tree.pathTable.littleEndianSector, 140);
  result.writeUInt32LE(0, 144);
  result.writeUInt32BE(tree.pathTable.bigEndianSector, 148);
  result.writeUInt32BE(0, 152);
  writeBoth32(result, tree.root.sector, 158);
  writeBoth32(result, tree.root.length, 166);
  return result;
}

export function withBootCatalog(raw: Buffer, sector: number): Buffer {
  const result = Buffer.from(raw);
  result.writeUInt32LE(sector32(sector), bootRecordCatalogAt);
  return result;
}

function header(type: number): Buffer {
  const raw = Buffer.alloc(sectorSize);
  raw.writeUInt8(type, 0);
  raw.write("CD001", 1, "latin1");
  raw.writeUInt8(1, 6);
  return raw;
}

/** ECMA-119 8.4.26.1: sixteen digits and a zone; zeros mean "not given". */
function volumeTime(instant: number | undefined): Buffer {
  const digits =
    instant === undefined ? "0".repeat(16) : `${new Date(instant).toISOString().replace(/\D/g, "").slice(0, 16)}`;
  return Buffer.from(`${digits}\0`, "latin1");
}
