import { readInitrd } from "../archive/initrd.ts";
import { isAllZero, MiB, readSafeUInt64LE } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { fileOffset, findFile, type IsoImage } from "../read/iso.ts";
import type { FileNode } from "../tree.ts";
import { readJsonFile, sizeField, stringField } from "./metadata.ts";

/** Where the image keeps room for an Ignition config. */
export interface IgnitionArea {
  /** In the image. */
  readonly offset: number;
  readonly length: number;
  /** The file that the area is a part of, and where in it; an area known only by the header may be outside of files. */
  readonly file: { readonly path: string; readonly node: FileNode; readonly offset: number } | undefined;
  readonly foundBy: "igninfo.json" | "header" | "images/ignition.img";
}

export const igninfoPath = "coreos/igninfo.json";
export const ignitionImagePath = "images/ignition.img";

/** Images of 2020-09 to 2021-12 point at the area from the last 24 bytes before the volume descriptors. */
export const ignitionHeader = { at: 32_744, magic: "coreiso+" };

export async function findIgnitionArea(iso: IsoImage): Promise<IgnitionArea | undefined> {
  return (await byInfoFile(iso)) ?? byHeader(iso) ?? wholeFile(iso);
}

async function byInfoFile(iso: IsoImage): Promise<IgnitionArea | undefined> {
  const info = await readJsonFile(iso, igninfoPath);
  if (info === undefined) return undefined;
  const path = stringField(info, "file", igninfoPath);
  const node = path === undefined ? undefined : findFile(iso, path);
  if (path === undefined || node === undefined) {
    throw new IsoError(
      "bad_live_metadata",
      `${igninfoPath} that names ${path ?? "no file"}, which is not in the image`,
    );
  }
  const start = sizeField(info, "offset", igninfoPath) ?? 0;
  // Zero stands for the rest of the file, as does nothing (reference host-side C4).
  const length = sizeField(info, "length", igninfoPath) || node.content.size - start;
  if (length <= 0 || start + length > node.content.size) {
    throw new IsoError("bad_live_metadata", `${igninfoPath} with ${length} bytes at ${start} of ${path}`);
  }
  const file = { path, node, offset: start };
  return { offset: fileOffset(node) + start, length, file, foundBy: "igninfo.json" };
}

function byHeader(iso: IsoImage): IgnitionArea | undefined {
  const header = iso.systemArea.subarray(ignitionHeader.at);
  if (header.toString("latin1", 0, 8) !== ignitionHeader.magic) return undefined;
  const offset = readSafeUInt64LE(header, 8);
  const length = readSafeUInt64LE(header, 16);
  if (length === 0 || offset + length > iso.source.size) {
    throw new IsoError("bad_live_metadata", `a header that points at ${length} bytes at ${offset}`);
  }
  const node = findFile(iso, ignitionImagePath);
  const matches = node !== undefined && node.content.size === length && fileOffset(node) === offset;
  const file = matches ? { path: ignitionImagePath, node, offset: 0 } : undefined;
  return { offset, length, file, foundBy: "header" };
}

function wholeFile(iso: IsoImage): IgnitionArea | undefined {
  const node = findFile(iso, ignitionImagePath);
  if (node === undefined || node.content.size === 0) return undefined;
  const file = { path: ignitionImagePath, node, offset: 0 };
  return { offset: fileOffset(node), length: node.content.size, file, foundBy: "images/ignition.img" };
}

/** What Ignition configs may grow to, packed and unpacked; the area itself is 256 KiB in every image seen. */
const largestArea = 64 * MiB;

/** The files in the area; none when it is empty. */
export async function readIgnitionArea(iso: IsoImage, area: IgnitionArea): Promise<ReadonlyMap<string, Uint8Array>> {
  if (area.length > largestArea) throw new IsoError("file_too_large", `an Ignition area of ${area.length} bytes`);
  const bytes = await iso.source.read(area.offset, area.length);
  if (isAllZero(bytes)) return new Map();
  const entries = await readInitrd(bytes, largestArea);
  const plainFiles = entries.filter(({ mode }) => (mode & 0o170000) === 0o100000);
  return new Map(plainFiles.map(({ path, bytes: content }) => [path.replace(/^\.?\//, ""), content]));
}
