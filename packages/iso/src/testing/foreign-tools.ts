import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type LiveIsoParts, liveFiles } from "./live-files.ts";

const run = promisify(execFile);

/** Whether a program is installed: tests that need one say so when they skip. */
export function hasTool(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

/** The same live image by xorriso, as a file. */
export async function buildLiveIsoWithXorriso(parts: LiveIsoParts, path: string): Promise<void> {
  const { volumeId, files, boot } = liveFiles(parts);
  const tree = await mkdtemp(join(tmpdir(), "live-iso-"));
  try {
    for (const file of files) {
      const target = join(tree, file.path);
      await mkdir(dirname(target), { recursive: true });
      const bytes = file.content instanceof Uint8Array ? file.content : await file.content.read(0, file.content.size);
      await writeFile(target, bytes, { mode: 0o644 });
    }
    // No -boot-info-table: with it xorriso writes the primary tree in lower case (reference live-iso 3).
    const bootOptions = (boot?.entries ?? []).flatMap(({ platform, path: image, loadBlocks }, index) => [
      ...(index > 0 ? ["-eltorito-alt-boot"] : ["-c", "isolinux/boot.cat"]),
      ...(platform === "efi" ? ["-e", image] : ["-b", image]),
      "-no-emul-boot",
      ...(loadBlocks === undefined ? [] : ["-boot-load-size", String(loadBlocks)]),
    ]);
    const options = ["-V", volumeId, "-rational-rock", "-J", "-joliet-long", ...bootOptions, "-o", path, tree];
    await run("xorriso", ["-as", "mkisofs", "-quiet", ...options]);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}
