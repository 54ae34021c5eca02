import { asBuffer, KiB, readSafeUInt64LE } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { fileOffset, findFile, type IsoImage, readSmallFile } from "../read/iso.ts";
import { isObject, readJsonFile, sizeField, stringField } from "./metadata.ts";

/** One place in the image where the kernel's arguments stand: the text, then `end`, then `pad` up to the size. */
export interface KernelArgumentArea {
  /** In the image. */
  readonly offset: number;
  /** The boot loader's configuration it is a part of, when that is known. */
  readonly file: { readonly path: string; readonly offset: number } | undefined;
  readonly end: string;
  readonly pad: string;
}

export interface KernelArgumentAreas {
  readonly foundBy: "kargs.json" | "header" | "marker";
  readonly size: number;
  /** What the image was published with. */
  readonly defaults: string;
  /** What stands in every area now. */
  readonly current: string;
  readonly areas: readonly KernelArgumentArea[];
}

export const kargsPath = "coreos/kargs.json";

/** Images of 2021 list their areas in 72 bytes of the system area: magic, size, defaults, up to six offsets. */
export const kernelArgumentHeader = { at: 32_672, length: 72, magic: "coreKarg" };

/** Where the configurations of the boot loaders are, most usual first (reference host-side C5). */
export const grubConfigPaths = [
  "EFI/redhat/grub.cfg",
  "EFI/fedora/grub.cfg",
  "boot/grub/grub.cfg",
  "EFI/centos/grub.cfg",
];
export const isolinuxConfigPath = "isolinux/isolinux.cfg";

/** The text for an area: what every tool that reads images expects to find again. */
export function areaText(area: Pick<KernelArgumentArea, "end" | "pad">, size: number, text: string): Buffer {
  const bytes = Buffer.from(text + area.end);
  if (bytes.length > size || Buffer.byteLength(text) >= size) {
    const needed = `at most ${size - Math.max(area.end.length, 1)} bytes`;
    throw new IsoError("kernel_arguments_too_long", `kernel arguments of ${Buffer.byteLength(text)} bytes`, { needed });
  }
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length, area.pad)]);
}

/** All areas of the image, or undefined when it has none. */
export async function findKernelArgumentAreas(iso: IsoImage): Promise<KernelArgumentAreas | undefined> {
  return (await byJsonFile(iso)) ?? (await byHeader(iso)) ?? (await byMarker(iso));
}

/** No boot loader takes more than a few KiB. */
const largestSize = 16 * KiB;

async function byJsonFile(iso: IsoImage): Promise<KernelArgumentAreas | undefined> {
  const kargs = await readJsonFile(iso, kargsPath);
  if (kargs === undefined) return undefined;
  const size = sizeField(kargs, "size", kargsPath) ?? 0;
  const files = kargs.files;
  if (!Array.isArray(files) || files.length === 0 || files.length > 64 || size === 0 || size > largestSize) {
    throw new IsoError("bad_live_metadata", `${kargsPath} with a size of ${size} and no usable list of files`);
  }
  const areas = files.map((entry: unknown): KernelArgumentArea => {
    const path = isObject(entry) ? stringField(entry, "path", kargsPath) : undefined;
    const node = path === undefined ? undefined : findFile(iso, path);
    if (!isObject(entry) || path === undefined || node === undefined) {
      throw new IsoError(
        "bad_live_metadata",
        `${kargsPath} that names ${path ?? "no file"}, which is not in the image`,
      );
    }
    const offset = sizeField(entry, "offset", kargsPath) ?? 0;
    if (offset + size > node.content.size) {
      throw new IsoError("bad_live_metadata", `${kargsPath} with ${size} bytes at ${offset} of ${path}`);
    }
    return {
      offset: fileOffset(node) + offset,
      file: { path, offset },
      end: stringField(entry, "end", kargsPath) ?? "\n",
      pad: checkedPad(stringField(entry, "pad", kargsPath) ?? "#"),
    };
  });
  const defaults = stringField(kargs, "default", kargsPath) ?? "";
  return { foundBy: "kargs.json", size, defaults, areas, current: await commonText(iso, areas, size) };
}

async function byHeader(iso: IsoImage): Promise<KernelArgumentAreas | undefined> {
  const { at: headerAt, length } = kernelArgumentHeader;
  const header = iso.systemArea.subarray(headerAt, headerAt + length);
  if (header.toString("latin1", 0, 8) !== kernelArgumentHeader.magic) return undefined;
  const size = readSafeUInt64LE(header, 8);
  const offsets: number[] = [];
  for (let at = 16; at < header.length; at += 8) offsets.push(readSafeUInt64LE(header, at));
  const [defaultsAt = 0, ...listed] = offsets;
  const used = listed.slice(0, listed.includes(0) ? listed.indexOf(0) : listed.length);
  if (size === 0 || size > largestSize || used.length === 0) {
    throw new IsoError("bad_live_metadata", `a header with ${used.length} kernel-argument areas of ${size} bytes`);
  }
  for (const offset of [defaultsAt, ...used]) {
    if (offset + size > iso.source.size) throw new IsoError("bad_live_metadata", `${size} bytes at ${offset}`);
  }
  const paths = [...grubConfigPaths, isolinuxConfigPath];
  const areas = used.map((offset) => ({ offset, file: fileAt(iso, paths, offset), end: "\n", pad: "#" }));
  const defaults = await commonText(iso, [{ offset: defaultsAt, file: undefined, end: "\n", pad: "#" }], size);
  return { foundBy: "header", size, defaults, areas, current: await commonText(iso, areas, size) };
}

function fileAt(iso: IsoImage, paths: readonly string[], offset: number): KernelArgumentArea["file"] {
  for (const path of paths) {
    const node = findFile(iso, path);
    if (node === undefined || node.content.size === 0) continue;
    const start = fileOffset(node);
    if (offset >= start && offset < start + node.content.size) return { path, offset: offset - start };
  }
  return undefined;
}

/**
 * The kernel's line up to the newline, then `#` up to the marker; the last `#` belongs to the marker's comment. Arguments
 * begin with no blank: otherwise a line of blanks would be tried in as many ways as it has.
 */
const markedLine =
  /^([ \t]*(?:linux(?:efi)?[ \t]+\S+|append(?:[ \t]+initrd=\S+)?)[ \t]+)([^ \t\n][^\n]*|)\n(#*)# COREOS_KARG_EMBED_AREA/m;

async function byMarker(iso: IsoImage): Promise<KernelArgumentAreas | undefined> {
  const found: { area: KernelArgumentArea; size: number }[] = [];
  for (const path of [...grubConfigPaths, isolinuxConfigPath]) {
    const node = findFile(iso, path);
    if (node === undefined || node.content.size === 0) continue;
    const match = markedLine.exec((await readSmallFile(node)).toString("latin1"));
    if (match === null) continue;
    const [, before = "", text = "", room = ""] = match;
    const offset = match.index + before.length;
    const area = { offset: fileOffset(node) + offset, file: { path, offset }, end: "\n", pad: "#" };
    found.push({ area, size: text.length + 1 + room.length });
  }
  if (found.length === 0) return undefined;
  const areas = found.map(({ area }) => area);
  const size = Math.min(...found.map((entry) => entry.size));
  const current = await commonText(iso, areas, size);
  return { foundBy: "marker", size, defaults: current, areas, current };
}

/** What stands in the areas; they must agree, since nobody could say which of them counts. */
async function commonText(iso: IsoImage, areas: readonly KernelArgumentArea[], size: number): Promise<string> {
  let common: string | undefined;
  for (const area of areas) {
    let text = asBuffer(await iso.source.read(area.offset, size)).toString("utf8");
    while (area.pad !== "" && text.endsWith(area.pad)) text = text.slice(0, -area.pad.length);
    if (area.end !== "" && !text.endsWith(area.end)) {
      const where = area.file?.path ?? `byte ${area.offset}`;
      throw new IsoError("bad_live_metadata", `a kernel-argument area without its end in ${where}`);
    }
    text = text.slice(0, text.length - area.end.length);
    if (common !== undefined && text !== common) {
      throw new IsoError("kernel_arguments_differ", `${JSON.stringify(common)} and ${JSON.stringify(text)}`);
    }
    common = text;
  }
  return common ?? "";
}

function checkedPad(pad: string): string {
  if (pad.length === 1 && pad.charCodeAt(0) < 0x80) return pad;
  throw new IsoError("bad_live_metadata", `${kargsPath} with the padding ${JSON.stringify(pad)}`);
}
