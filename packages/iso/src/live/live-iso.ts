import { findFile, type IsoImage, openIso } from "../read/iso.ts";
import type { Source } from "../source.ts";
import { type FileNode, findNode } from "../tree.ts";
import { findIgnitionArea, type IgnitionArea, readIgnitionArea } from "./ignition-area.ts";
import { findKernelArgumentAreas, isolinuxConfigPath, type KernelArgumentAreas } from "./kernel-argument-areas.ts";
import { type JsonObject, readJsonFile } from "./metadata.ts";

export type Architecture = "x86_64" | "aarch64" | "ppc64le" | "s390x";

/** A live image with everything that can be customised in it. Open it once and keep it: embedding needs no more reads. */
export interface LiveIso {
  readonly iso: IsoImage;
  /** What the image boots on, as far as its files tell. */
  readonly architecture: Architecture | undefined;
  readonly ignitionArea: IgnitionArea | undefined;
  readonly kernelArguments: KernelArgumentAreas | undefined;
  /** The placeholder for per-host network files, in minimal images. */
  readonly ramdisk: FileNode | undefined;
  /** `coreos/features.json`, as it is. */
  readonly features: JsonObject;
}

export const ramdiskPath = "images/assisted_installer_custom.img";
export const rootfsPath = "images/pxeboot/rootfs.img";
export const kernelPaths = ["images/pxeboot/vmlinuz", "images/pxeboot/kernel.img", "images/kernel.img"];
export const initrdPath = "images/pxeboot/initrd.img";
export const addrsizePath = "images/initrd.addrsize";
export const insFilePath = "generic.ins";
export const s390BootImagePath = "images/cdboot.img";

export async function openLiveIso(source: Source): Promise<LiveIso> {
  const iso = await openIso(source);
  return {
    iso,
    architecture: architectureOf(iso),
    ignitionArea: await findIgnitionArea(iso),
    kernelArguments: await findKernelArgumentAreas(iso),
    ramdisk: findFile(iso, ramdiskPath),
    features: (await readJsonFile(iso, "coreos/features.json")) ?? {},
  };
}

/** The Ignition config in the image, byte for byte; undefined when none is embedded. */
export async function readEmbeddedIgnition(live: LiveIso): Promise<Uint8Array | undefined> {
  if (live.ignitionArea === undefined) return undefined;
  return (await readIgnitionArea(live.iso, live.ignitionArea)).get("config.ign");
}

const signs: readonly [Architecture, readonly string[]][] = [
  ["s390x", [s390BootImagePath, addrsizePath, insFilePath]],
  ["ppc64le", ["ppc", "boot/grub/powerpc-ieee1275"]],
  ["aarch64", ["EFI/BOOT/BOOTAA64.EFI", "EFI/BOOT/grubaa64.efi"]],
  ["x86_64", [isolinuxConfigPath, "EFI/BOOT/BOOTX64.EFI", "EFI/BOOT/grubx64.efi"]],
];

function architectureOf(iso: IsoImage): Architecture | undefined {
  const sign = signs.find(([, paths]) => paths.some((path) => findNode(iso.root, path) !== undefined));
  return sign?.[0];
}
