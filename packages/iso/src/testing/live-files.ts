import { gzipCpio } from "../archive/gzip-cpio.ts";
import { KiB } from "../bytes.ts";
import type { Architecture } from "../live/live-iso.ts";
import type { Source } from "../source.ts";
import type { NewBootEntry, NewIsoFile } from "../write/create-iso.ts";

type Bytes = Uint8Array | Source;

/** What a synthetic live image is made of; everything has a small stand-in. */
export interface LiveIsoParts {
  readonly architecture?: Architecture;
  readonly volumeId?: string;
  readonly kernel?: Bytes;
  readonly initrd?: Bytes;
  /** `null` leaves it out, as a minimal image does. */
  readonly rootfs?: Bytes | null;
  /** The real boot loaders, for an image that boots: `isolinux.bin` with its modules, and a FAT image with GRUB. */
  readonly isolinux?: { readonly bin: Bytes; readonly modules?: Readonly<Record<string, Bytes>> };
  readonly efiBootImage?: Bytes;
  readonly kernelArguments?: string;
  readonly kernelArgumentAreaSize?: number;
  readonly ignitionAreaSize?: number;
  /** How the image says where its areas are; `none` leaves them out. */
  readonly kernelArgumentsBy?: "kargs.json" | "marker" | "none";
  readonly ignitionBy?: "igninfo.json" | "file" | "none";
  readonly extraFiles?: readonly NewIsoFile[];
}

export interface LiveFiles {
  readonly volumeId: string;
  readonly files: readonly NewIsoFile[];
  readonly boot: { readonly catalogPath?: string; readonly entries: readonly NewBootEntry[] } | undefined;
}

/** Bytes that do not compress and are the same every time. */
export function filler(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed | 1;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes.writeUInt8(state >>> 24, at);
  }
  return bytes;
}

const s390AreaOffset = 4096;

/** The files of a live image in the layout that real ones have. */
export function liveFiles(parts: LiveIsoParts = {}): LiveFiles {
  const architecture = parts.architecture ?? "x86_64";
  const volumeId = parts.volumeId ?? "synthetic-live-1";
  const defaults =
    parts.kernelArguments ??
    `coreos.liveiso=${volumeId} ignition.firstboot ignition.platform.id=metal console=ttyS0,115200`;
  const areaSize = parts.kernelArgumentAreaSize ?? 1024;
  const ignitionSize = parts.ignitionAreaSize ?? 256 * KiB;
  const by = { kargs: parts.kernelArgumentsBy ?? "kargs.json", ignition: parts.ignitionBy ?? "igninfo.json" };

  const files: NewIsoFile[] = [
    { path: "images/pxeboot/vmlinuz", content: parts.kernel ?? filler(40_000, 1) },
    { path: "images/pxeboot/initrd.img", content: parts.initrd ?? sampleInitrd() },
    jsonFile("coreos/features.json", {
      "installer-config": true,
      "installer-config-directives": { console: true },
      "live-initrd-network": true,
    }),
  ];
  if (parts.rootfs !== null) {
    files.push({ path: "images/pxeboot/rootfs.img", content: parts.rootfs ?? filler(300_000, 2) });
    files.push({ path: "coreos/miniso.dat", content: new Uint8Array(16 * KiB) });
  }
  if (architecture === "s390x") {
    const cdboot = Buffer.concat([filler(s390AreaOffset, 3), Buffer.alloc(ignitionSize)]);
    files.push({ path: "images/cdboot.img", content: cdboot });
    files.push({ path: "images/initrd.addrsize", content: Buffer.from("0000000002000000000000000000c350", "hex") });
    files.push({
      path: "generic.ins",
      content: Buffer.from(
        "* live image\nimages/pxeboot/vmlinuz 0x00000000\nimages/pxeboot/initrd.img 0x02000000\nimages/initrd.addrsize 0x00010408\n",
      ),
    });
    files.push(
      jsonFile("coreos/igninfo.json", { file: "images/cdboot.img", length: ignitionSize, offset: s390AreaOffset }),
    );
    const loadBlocks = Math.min(Math.ceil(cdboot.length / 2048) * 4, 0xffff);
    const entries: NewBootEntry[] = [{ platform: "bios", path: "images/cdboot.img", loadBlocks }];
    return { volumeId, files: [...files, ...(parts.extraFiles ?? [])], boot: { entries } };
  }

  if (by.ignition !== "none") files.push({ path: "images/ignition.img", content: new Uint8Array(ignitionSize) });
  if (by.ignition === "igninfo.json") files.push(jsonFile("coreos/igninfo.json", { file: "images/ignition.img" }));
  const configs = bootConfigs(architecture, defaults, by.kargs === "none" ? 0 : areaSize);
  for (const { path, text } of configs) files.push({ path, content: Buffer.from(text) });
  if (by.kargs === "kargs.json") {
    const areas = configs.map(({ path, areaOffset }) => ({ end: "\n", offset: areaOffset, pad: "#", path }));
    files.push(jsonFile("coreos/kargs.json", { default: defaults, files: areas, size: areaSize }));
  }
  const boot = bootEntries(architecture, parts, files);
  return { volumeId, files: [...files, ...(parts.extraFiles ?? [])], boot };
}

function bootEntries(architecture: Architecture, parts: LiveIsoParts, files: NewIsoFile[]): LiveFiles["boot"] {
  if (architecture === "ppc64le") {
    files.push({ path: "ppc/bootinfo.txt", content: Buffer.from("<chrp-boot></chrp-boot>\n") });
    return undefined;
  }
  const efiBootImage = parts.efiBootImage ?? filler(20_000, 5);
  files.push({ path: "images/efiboot.img", content: efiBootImage });
  const efi: NewBootEntry = { platform: "efi", path: "images/efiboot.img" };
  if (architecture === "aarch64") {
    files.push({ path: "EFI/BOOT/BOOTAA64.EFI", content: filler(1000, 6) });
    return { entries: [efi] };
  }
  files.push({ path: "isolinux/isolinux.bin", content: parts.isolinux?.bin ?? filler(38_912, 4), mode: 0o555 });
  for (const [name, content] of Object.entries(parts.isolinux?.modules ?? {})) {
    files.push({ path: `isolinux/${name}`, content });
  }
  const bios: NewBootEntry = { platform: "bios", path: "isolinux/isolinux.bin", loadBlocks: 4, infoTable: true };
  return { catalogPath: "isolinux/boot.cat", entries: [bios, efi] };
}

function bootConfigs(architecture: Architecture, defaults: string, areaSize: number) {
  const area = areaSize > 0 ? `${`${defaults}\n`.padEnd(areaSize, "#")}# COREOS_KARG_EMBED_AREA\n` : `${defaults}\n`;
  const grubStart = "set default=0\nset timeout=1\n\nmenuentry 'Live system' {\n\tlinux /images/pxeboot/vmlinuz ";
  const grub = {
    path: architecture === "ppc64le" ? "boot/grub/grub.cfg" : "EFI/redhat/grub.cfg",
    text: `${grubStart}${area}\tinitrd /images/pxeboot/initrd.img /images/ignition.img\n}\n`,
    areaOffset: grubStart.length,
  };
  if (architecture !== "x86_64") return [grub];
  const isolinuxStart =
    "serial 0\ndefault linux\ntimeout 1\n\nlabel linux\n  kernel /images/pxeboot/vmlinuz\n" +
    "  append initrd=/images/pxeboot/initrd.img,/images/ignition.img ";
  return [grub, { path: "isolinux/isolinux.cfg", text: `${isolinuxStart}${area}`, areaOffset: isolinuxStart.length }];
}

function sampleInitrd(): Buffer {
  return gzipCpio([
    { path: "etc/coreos-live-initramfs", mode: 0o100644, bytes: new Uint8Array() },
    { path: "init", mode: 0o100755, bytes: Buffer.from("#!/bin/sh\n") },
  ]);
}

function jsonFile(path: string, value: unknown): NewIsoFile {
  return { path, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}
