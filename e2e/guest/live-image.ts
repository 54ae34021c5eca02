// A live image that boots by BIOS and by UEFI, from our own builder. Its system does nothing but tell what it was given.
import { execFile } from "node:child_process";
import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeImage } from "@muster/iso";
import { buildLiveIso, filler } from "@muster/iso/testing";
import { guestInitrd, networkModules } from "./initrd.ts";
import { guestKernel, isolinux } from "./parts.ts";

const run = promisify(execFile);

const script = `
echo "GUEST kernel-arguments $(cat /proc/cmdline)"
echo "GUEST ignition $(sha256sum < /config.ign)"
echo "GUEST network-files $(cd /etc/assisted/network 2>/dev/null && find . -type f | sort | tr '\\n' ' ')"
echo "GUEST network-sum $(cd /etc/assisted/network 2>/dev/null && find . -type f | sort | xargs cat | sha256sum)"
url=$(sed -n 's/.*coreos.live.rootfs_url="\\{0,1\\}\\([^ "]*\\).*/\\1/p' /proc/cmdline)
if [ -n "$url" ]; then
  ip link set lo up; ip link set eth0 up; ip addr add 10.0.2.15/24 dev eth0; ip route add default via 10.0.2.2
  wget -q -O /rootfs.img "$url"; echo "GUEST rootfs $(sha256sum < /rootfs.img)"
fi
echo "GUEST end"`;

/** The root filesystem: only its bytes matter here. */
export const liveRootfs = filler(2_000_000, 11);

export async function makeLiveImage(directory: string, path: string): Promise<void> {
  const [kernel, bin, module, efiBootImage] = await Promise.all([
    readFile(guestKernel),
    readFile(isolinux.bin),
    readFile(isolinux.module),
    makeEfiBootImage(directory),
  ]);
  const image = await buildLiveIso({
    kernel,
    initrd: guestInitrd({ script, modules: networkModules }),
    rootfs: liveRootfs,
    isolinux: { bin, modules: { "ldlinux.c32": module } },
    efiBootImage,
    kernelArguments: "coreos.liveiso=synthetic-live-1 console=ttyS0,115200 quiet panic=-1 mitigations=off",
  });
  await writeImage(image, path);
}

/** A FAT filesystem with GRUB, which finds the CD by a file and reads its configuration from there. */
async function makeEfiBootImage(directory: string): Promise<Buffer> {
  const [config, loader, image] = ["grub.cfg", "BOOTX64.EFI", "efiboot.img"].map((name) => join(directory, name));
  if (!config || !loader || !image) throw new Error("no paths");
  await writeFile(
    config,
    "search --no-floppy --set=root --file /images/ignition.img\nconfigfile ($root)/EFI/redhat/grub.cfg\n",
  );
  const modules = "iso9660 search search_fs_file linux normal configfile part_gpt part_msdos serial terminal";
  const without = ["--locales=", "--fonts=", "--themes="];
  await run("grub-mkstandalone", [
    ...["-O", "x86_64-efi", "-o", loader, `--modules=${modules}`, ...without],
    `boot/grub/grub.cfg=${config}`,
  ]);
  await writeFile(image, "");
  await truncate(image, 12 * 1024 * 1024);
  await run("mkfs.vfat", ["-n", "EFI", image]);
  await run("mmd", ["-i", image, "::EFI", "::EFI/BOOT"]);
  await run("mcopy", ["-i", image, loader, "::EFI/BOOT/BOOTX64.EFI"]);
  return readFile(image);
}
