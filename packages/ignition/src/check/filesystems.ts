import { byteLength } from "../byte-length.ts";
import type { Filesystem, IgnitionConfig } from "../config.ts";
import { type Place, quote, type Report } from "../problem.ts";
import { checkPath } from "./path.ts";

/** The longest label that each format holds. */
const formats: Readonly<Record<string, number>> = {
  ext4: 16,
  btrfs: 256,
  xfs: 12,
  vfat: 11,
  swap: 15,
  none: Number.POSITIVE_INFINITY,
};

export function checkFilesystems(config: IgnitionConfig, report: Report): void {
  const { filesystems = [] } = config.storage ?? {};
  for (const [index, filesystem] of filesystems.entries()) {
    checkFilesystem(config, filesystem, ["storage", "filesystems", index], report);
  }
}

function checkFilesystem(config: IgnitionConfig, filesystem: Filesystem, at: Place, report: Report): void {
  const { device, format = "", label, path } = filesystem;
  checkPath(device, [...at, "device"], report);
  if (path) checkPath(path, [...at, "path"], report);
  if (format === "") {
    const needs = [path, label, filesystem.uuid].some(Boolean) || needsFormat(filesystem);
    if (needs) report("filesystem_without_format", [...at, "format"], "nothing");
    return;
  }
  const isNone = format === "none" && ["3.0.0", "3.1.0", "3.2.0"].includes(config.ignition.version);
  const longest = formats[format];
  if (longest === undefined || isNone) report("filesystem_format", [...at, "format"], quote(format));
  else if (label && byteLength(label) > longest) {
    report("label_too_long", [...at, "label"], quote(label), { needed: `at most ${longest} characters for ${format}` });
  }
}

const needsFormat = ({ wipeFilesystem, options = [], mountOptions = [] }: Filesystem): boolean =>
  wipeFilesystem === true || options.length > 0 || mountOptions.length > 0;
