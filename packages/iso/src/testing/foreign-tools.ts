import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type LiveFiles, type LiveIsoParts, liveFiles } from "./live-files.ts";

const run = promisify(execFile);

/** Whether a program is installed: tests that need one say so when they skip. */
export function hasTool(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

export interface XorrisoOptions {
  /**
   * As newer images are made: GRUB for BIOS too, its table in the boot image, and the EFI system partition behind the
   * volume, in no directory. Boots only with real boot images.
   */
  readonly grub?: boolean;
}

/** The same live image by xorriso, as a file. */
export async function buildLiveIsoWithXorriso(
  parts: LiveIsoParts,
  path: string,
  { grub = false }: XorrisoOptions = {},
): Promise<void> {
  const { volumeId, files, boot } = liveFiles(parts);
  const work = await mkdtemp(join(tmpdir(), "live-iso-"));
  const tree = join(work, "tree");
  try {
    for (const file of files) {
      const inTree = grub && file.path === efiBootPath ? join(work, "efi.img") : join(tree, file.path);
      await mkdir(dirname(inTree), { recursive: true });
      const bytes = file.content instanceof Uint8Array ? file.content : await file.content.read(0, file.content.size);
      await writeFile(inTree, bytes, { mode: 0o644 });
    }
    await writeFile(join(work, "mbr.img"), Buffer.alloc(432, 0x90));
    const options = ["-V", volumeId, "-rational-rock", "-J", "-joliet-long"];
    const bootOptions = grub ? grubOptions(work) : bootOptionsOf(boot);
    await run("xorriso", ["-as", "mkisofs", "-quiet", ...options, ...bootOptions, "-o", path, tree]);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const efiBootPath = "images/efiboot.img";

/** No -boot-info-table: with it xorriso writes the primary tree in lower case (reference live-iso 3). */
function bootOptionsOf(boot: LiveFiles["boot"]): string[] {
  return (boot?.entries ?? []).flatMap(({ platform, path: image, loadBlocks }, index) => [
    ...(index > 0 ? ["-eltorito-alt-boot"] : ["-c", "isolinux/boot.cat"]),
    ...(platform === "efi" ? ["-e", image] : ["-b", image]),
    "-no-emul-boot",
    ...(loadBlocks === undefined ? [] : ["-boot-load-size", String(loadBlocks)]),
  ]);
}

function grubOptions(work: string): string[] {
  const bios =
    "-c boot.cat -b isolinux/isolinux.bin -no-emul-boot -boot-load-size 4 -boot-info-table --grub2-boot-info";
  const efi = "-appended_part_as_gpt -eltorito-alt-boot -e --interval:appended_partition_2:all:: -no-emul-boot";
  const disk = ["--grub2-mbr", join(work, "mbr.img"), "-append_partition", "2", "0xef", join(work, "efi.img")];
  return [...bios.split(" "), ...disk, ...efi.split(" ")];
}
