import { asBuffer, sectorSize } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import type { Source } from "../source.ts";
import { type DirectoryRecord, parseRecord } from "./directory-record.ts";

/** ECMA-119 6.2.1: sectors 0–15, the system area, belong to whoever boots from the image. */
export const firstDescriptorSector = 16;
export const systemAreaSize = firstDescriptorSector * sectorSize;
const mostDescriptors = 64;

const kinds = { bootRecord: 0, primary: 1, supplementary: 2, terminator: 255 };
const jolietLevels = ["%/@", "%/C", "%/E"];

export interface VolumeDescriptor {
  readonly sector: number;
  readonly kind: "primary" | "joliet" | "boot" | "terminator" | "other";
  readonly raw: Buffer;
}

export interface Volume {
  /** All descriptors in order, the terminator last. */
  readonly descriptors: readonly VolumeDescriptor[];
  readonly primary: VolumeDescriptor;
  readonly joliet: VolumeDescriptor | undefined;
  readonly id: string;
  readonly systemId: string;
  readonly publisherId: string;
  readonly applicationId: string;
  /** Size of the volume as it says of itself; the file may be longer (padding, a second partition table). */
  readonly sectors: number;
  readonly bootCatalogSector: number | undefined;
}

export async function readVolume(source: Source): Promise<Volume> {
  const descriptors: VolumeDescriptor[] = [];
  for (let index = 0; ; index += 1) {
    const sector = firstDescriptorSector + index;
    if (index === mostDescriptors) throw new IsoError("not_an_iso", `${index} volume descriptors and no end of them`);
    if ((sector + 1) * sectorSize > source.size) {
      throw new IsoError(index === 0 ? "not_an_iso" : "truncated_image", `a file of ${source.size} bytes`);
    }
    const raw = asBuffer(await source.read(sector * sectorSize, sectorSize));
    const magic = raw.toString("latin1", 1, 6);
    if (magic !== "CD001") throw new IsoError("not_an_iso", `${JSON.stringify(magic)} instead of "CD001"`);
    const descriptor = { sector, kind: kindOf(raw), raw };
    descriptors.push(descriptor);
    if (descriptor.kind === "terminator") break;
  }

  const primary = descriptors.find(({ kind }) => kind === "primary");
  if (primary === undefined) throw new IsoError("not_an_iso", "no primary volume descriptor");
  const blockSize = primary.raw.readUInt16LE(128);
  if (blockSize !== sectorSize) throw new IsoError("not_an_iso", `blocks of ${blockSize} bytes`);
  const sectors = primary.raw.readUInt32LE(80);
  if (sectors * sectorSize > source.size) {
    throw new IsoError("truncated_image", `${source.size} bytes of a volume of ${sectors * sectorSize}`);
  }
  return {
    descriptors,
    primary,
    joliet: descriptors.find(({ kind }) => kind === "joliet"),
    id: text(primary.raw, 40, 32),
    systemId: text(primary.raw, 8, 32),
    publisherId: text(primary.raw, 318, 128),
    applicationId: text(primary.raw, 574, 128),
    sectors,
    bootCatalogSector: descriptors.find(({ kind }) => kind === "boot")?.raw.readUInt32LE(0x47),
  };
}

export function rootRecord(descriptor: VolumeDescriptor): DirectoryRecord {
  const record = parseRecord(descriptor.raw, 156, 190);
  if (record === undefined) throw new IsoError("bad_directory", "no root directory");
  return record;
}

function kindOf(raw: Buffer): VolumeDescriptor["kind"] {
  switch (raw.readUInt8(0)) {
    case kinds.bootRecord:
      return raw.toString("latin1", 7, 30) === "EL TORITO SPECIFICATION" ? "boot" : "other";
    case kinds.primary:
      return "primary";
    case kinds.supplementary:
      return jolietLevels.includes(raw.toString("latin1", 88, 91)) ? "joliet" : "other";
    case kinds.terminator:
      return "terminator";
    default:
      return "other";
  }
}

function text(raw: Buffer, offset: number, length: number): string {
  return raw.toString("latin1", offset, offset + length).replace(/[ \0]+$/, "");
}
