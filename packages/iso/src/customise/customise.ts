import { ignitionArchive } from "../archive/gzip-cpio.ts";
import { IsoError } from "../errors.ts";
import { Overlay } from "../image/overlay.ts";
import { areaText } from "../live/kernel-argument-areas.ts";
import { editKernelArguments, type KernelArgumentEdit } from "../live/kernel-arguments.ts";
import type { LiveIso } from "../live/live-iso.ts";
import { fileOffset } from "../read/iso.ts";
import { appendFiles, type FileToAppend } from "./append-files.ts";
import { growIgnitionArea } from "./grow-ignition-area.ts";

/** What one image should carry. */
export interface Customisation {
  /** The Ignition config, as JSON text in UTF-8. */
  readonly ignition?: Uint8Array;
  /** Configs that the live system merges in front of it, by file name. */
  readonly baseConfigs?: Readonly<Record<string, Uint8Array>>;
  /** A config that does not fit its area moves to a larger one at the end of the image, instead of being refused. */
  readonly growIgnitionArea?: boolean;
  readonly kernelArguments?: readonly KernelArgumentEdit[];
  /** A finished archive (`gzipCpio`) with per-host network files; only minimal images have a place for it. */
  readonly ramdisk?: Uint8Array;
  readonly files?: readonly FileToAppend[];
}

/** The image as asked for, over the base. Nothing is read and nothing is copied: this takes milliseconds. */
export function customise(live: LiveIso, asked: Customisation): Overlay {
  let image = Overlay.of(live.iso.source);
  const files = [...(asked.files ?? [])];
  if (asked.ignition) {
    const embedded = embedIgnition(image, live, asked.ignition, asked);
    image = embedded.image;
    files.push(...embedded.files);
  }
  if (asked.kernelArguments && asked.kernelArguments.length > 0) {
    image = embedKernelArguments(image, live, asked.kernelArguments);
  }
  if (asked.ramdisk && asked.ramdisk.length > 0) image = embedRamdisk(image, live, asked.ramdisk);
  return files.length > 0 ? appendFiles(live.iso, files, image) : image;
}

function embedIgnition(
  image: Overlay,
  live: LiveIso,
  config: Uint8Array,
  asked: Customisation,
): { image: Overlay; files: readonly FileToAppend[] } {
  const area = live.ignitionArea;
  if (area === undefined) throw new IsoError("no_ignition_area", `the image ${live.iso.volume.id} without one`);
  const archive = ignitionArchive(config, asked.baseConfigs);
  if (archive.length <= area.length) {
    const filled = Overlay.of(archive, { zeros: area.length - archive.length });
    return { image: image.replace(area.offset, filled), files: [] };
  }
  const files = asked.growIgnitionArea ? growIgnitionArea(area, archive) : undefined;
  if (files) return { image, files };
  const found = `an Ignition config of ${config.length} bytes, ${archive.length} compressed`;
  throw new IsoError("ignition_too_large", found, { needed: `at most ${area.length} bytes after compression` });
}

function embedKernelArguments(image: Overlay, live: LiveIso, edits: readonly KernelArgumentEdit[]): Overlay {
  const found = live.kernelArguments;
  if (found === undefined) throw new IsoError("no_kernel_argument_area", `the image ${live.iso.volume.id} without any`);
  const text = editKernelArguments(found.current, edits);
  return found.areas.reduce((result, area) => result.replace(area.offset, areaText(area, found.size, text)), image);
}

function embedRamdisk(image: Overlay, live: LiveIso, archive: Uint8Array): Overlay {
  if (live.ramdisk === undefined || live.ramdisk.content.size === 0) {
    throw new IsoError("no_ramdisk_area", `the image ${live.iso.volume.id} without one`);
  }
  const room = live.ramdisk.content.size;
  if (archive.length > room) {
    const needed = `at most ${room} bytes after compression`;
    throw new IsoError("ramdisk_too_large", `network files of ${archive.length} bytes, compressed`, { needed });
  }
  return image.replace(fileOffset(live.ramdisk), Overlay.of(archive, { zeros: room - archive.length }));
}
