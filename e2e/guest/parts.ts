// What guests are made of, and why there can be none where something is missing.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { hasTool } from "@muster/iso/testing";
import { root } from "../../bench/server.ts";

const directory = join(root, "node_modules", ".muster", "guest");

export const guestKernel = join(directory, "kernel");
export const guestShell = join(directory, "busybox");
export const firmware = { code: "/usr/share/OVMF/OVMF_CODE_4M.fd", variables: "/usr/share/OVMF/OVMF_VARS_4M.fd" };
export const isolinux = {
  bin: "/usr/lib/ISOLINUX/isolinux.bin",
  module: "/usr/lib/syslinux/modules/bios/ldlinux.c32",
};

const files = [guestKernel, guestShell, firmware.code, firmware.variables, isolinux.bin, isolinux.module];
const tools = ["qemu-system-x86_64", "grub-mkstandalone", "mkfs.vfat", "mmd", "mcopy"];

/** Null where guests can be started. */
export function whyNoGuests(): string | null {
  const missing = [...files.filter((file) => !existsSync(file)), ...tools.filter((tool) => !hasTool(tool))];
  if (missing.length === 0) return null;
  const names = missing.map((path) => basename(path)).join(", ");
  return `${names} not found; scripts/install-test-system.sh vm installs what guests need`;
}

/** A kernel module by its name. */
export function guestModule(name: string): Buffer {
  const [path] = globSync(`modules/**/${name}.ko`, { cwd: directory });
  if (path === undefined) throw new Error(`the guest's kernel has no module ${name}`);
  return readFileSync(join(directory, path));
}
