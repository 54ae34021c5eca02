import { MiB, sectorSize } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { Overlay } from "../image/overlay.ts";
import { ignitionHeader } from "../live/ignition-area.ts";
import { grubConfigPaths, isolinuxConfigPath, kargsPath, kernelArgumentHeader } from "../live/kernel-argument-areas.ts";
import { type LiveIso, ramdiskPath, rootfsPath } from "../live/live-iso.ts";
import { minimalRecipePath } from "../live/minimal-recipe.ts";
import { findFile, readSmallFile } from "../read/iso.ts";
import type { Source } from "../source.ts";
import type { FileContent } from "../tree.ts";
import { bootPlanOf } from "../write/boot.ts";
import { putFile, removeFile } from "../write/edit-tree.ts";
import { writeIso } from "../write/iso-writer.ts";
import type { Placement } from "../write/placement.ts";
import { treesOf } from "../write/trees-of.ts";
import { newContent } from "./append-files.ts";
import { changeBootConfig, checkedRootfsUrl, minimalKernelArguments } from "./boot-config.ts";

export interface MinimalIsoOptions {
  /** Where the live system fetches its root filesystem. */
  readonly rootfsUrl: string;
  /** More archives for the initrd, by their path in the image, such as `images/nmstate.img`. */
  readonly extraInitrds?: Readonly<Record<string, Uint8Array | Source>>;
}

/** The room for per-host network files (reference host-side C4). */
const ramdiskSize = MiB;

/**
 * The same live image without its root filesystem, which is fetched by URL instead. Boots by BIOS and UEFI, from a CD
 * and from a disk, as the full image does. Nothing is copied: the files still come from the full image.
 */
export async function minimalIso(live: LiveIso, options: MinimalIsoOptions): Promise<Overlay> {
  const { iso } = live;
  const rootfsUrl = checkedRootfsUrl(options.rootfsUrl);
  if (findFile(iso, rootfsPath) === undefined) {
    throw new IsoError("minimal_not_possible", `no ${rootfsPath} in ${iso.volume.id}`);
  }
  const extraInitrds = options.extraInitrds ?? {};
  const initrds = [ramdiskPath, ...Object.keys(extraInitrds)];
  const configs = await changedConfigs(live, { rootfsUrl, initrds });

  const replaced = new Map<FileContent, FileContent>();
  let trees = treesOf(iso);
  const put = (path: string, bytes: Uint8Array | Source) => {
    const content = newContent(bytes);
    const old = findFile(iso, path)?.content;
    if (old) replaced.set(old, content);
    trees = trees.map((tree) => putFile(tree, { path, content, recordedAt: iso.root.recordedAt, replace: true }));
  };
  for (const path of [rootfsPath, minimalRecipePath]) trees = trees.map((tree) => removeFile(tree, path));
  put(ramdiskPath, Overlay.of({ zeros: ramdiskSize }));
  for (const [path, content] of Object.entries(extraInitrds)) put(path, content);
  for (const { path, bytes } of configs.files) put(path, bytes);
  if (configs.kargs) put(kargsPath, configs.kargs);

  const plan = bootPlanOf(iso);
  return writeIso({
    systemArea: iso.systemArea,
    oldVolumeSectors: iso.volume.sectors,
    descriptors: iso.volume.descriptors.filter(({ kind }) => kind !== "other"),
    trees,
    boot: plan && {
      ...plan,
      images: plan.images.map((image) => ({ ...image, content: replaced.get(image.content) ?? image.content })),
    },
    finishSystemArea: (area, placement) => moveHeaders(live, area, placement),
  });
}

interface ChangedConfigs {
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
  readonly kargs: Buffer | undefined;
}

async function changedConfigs(
  live: LiveIso,
  change: { rootfsUrl: string; initrds: string[] },
): Promise<ChangedConfigs> {
  const areas = live.kernelArguments;
  const inFiles = (areas?.areas ?? []).map((area) => {
    if (area.file) return { area, ...area.file };
    throw new IsoError("minimal_not_possible", `kernel arguments at byte ${area.offset}, outside of known files`);
  });
  const usual = [...grubConfigPaths, isolinuxConfigPath].filter((path) => findFile(live.iso, path) !== undefined);
  const paths = new Set([...inFiles.map(({ path }) => path), ...usual]);
  const files: { path: string; bytes: Buffer }[] = [];
  const entries: { end: string; offset: number; pad: string; path: string }[] = [];
  for (const path of paths) {
    const file = findFile(live.iso, path);
    if (file === undefined) continue;
    const places = inFiles.filter((each) => each.path === path).sort((a, b) => a.offset - b.offset);
    const { bytes, areaOffsets } = changeBootConfig(await readSmallFile(file), change, places, areas);
    files.push({ path, bytes });
    areaOffsets.forEach((offset, index) => {
      const { end = "\n", pad = "#" } = places[index]?.area ?? {};
      entries.push({ end, offset, pad, path });
    });
  }
  if (files.length === 0) {
    throw new IsoError("minimal_not_possible", `no configuration of GRUB or isolinux in ${live.iso.volume.id}`);
  }
  if (areas === undefined) return { files, kargs: undefined };
  const grownBy =
    Buffer.byteLength(minimalKernelArguments(areas.current, change.rootfsUrl)) - Buffer.byteLength(areas.current);
  const kargs = {
    default: minimalKernelArguments(areas.defaults, change.rootfsUrl),
    files: entries,
    size: areas.size + grownBy,
  };
  return { files, kargs: Buffer.from(`${JSON.stringify(kargs, null, 2)}\n`) };
}

/** Headers of older images: the one for Ignition follows its file, the one for kernel arguments gives way to kargs.json. */
function moveHeaders(live: LiveIso, area: Buffer, placement: Placement): void {
  const { at, length, magic } = kernelArgumentHeader;
  if (area.toString("latin1", at, at + magic.length) === magic) area.fill(0, at, at + length);
  const header = area.subarray(ignitionHeader.at);
  if (header.toString("latin1", 0, 8) !== ignitionHeader.magic) return;
  const file = live.ignitionArea?.file;
  if (file === undefined) header.fill(0);
  else header.writeBigUInt64LE(BigInt(placement.sectorOf(file.node.content) * sectorSize + file.offset), 8);
}
