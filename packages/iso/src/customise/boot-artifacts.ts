import { ignitionArchive } from "../archive/gzip-cpio.ts";
import { IsoError } from "../errors.ts";
import { Overlay } from "../image/overlay.ts";
import { addrsizePath, initrdPath, insFilePath, kernelPaths, type LiveIso, rootfsPath } from "../live/live-iso.ts";
import { findFile, readSmallFile } from "../read/iso.ts";
import type { Source } from "../source.ts";
import type { FileNode } from "../tree.ts";

const artifactPaths = {
  kernel: kernelPaths,
  initrd: [initrdPath, "images/initrd.img"],
  rootfs: [rootfsPath],
  "ins-file": [insFilePath],
} as const;

export type BootArtifact = keyof typeof artifactPaths;

/** A file of the live image for network boot, as a view into the image. */
export function bootArtifact(live: LiveIso, artifact: BootArtifact): Overlay {
  return Overlay.of(requireArtifact(live, artifactPaths[artifact], artifact).content.data);
}

export interface NetworkBoot {
  readonly ignition: Uint8Array;
  readonly baseConfigs?: Readonly<Record<string, Uint8Array>>;
  /** Finished archives that follow: per-host network files, tools. */
  readonly archives?: readonly (Uint8Array | Source)[];
}

/** The live system's initrd with the Ignition config and more behind it (reference host-side C6). */
export function networkBootInitrd(live: LiveIso, { ignition, baseConfigs, archives = [] }: NetworkBoot): Overlay {
  return bootArtifact(live, "initrd").append(ignitionArchive(ignition, baseConfigs), ...archives);
}

/** s390x: where the initrd is loaded (eight bytes of the image), then its size, big-endian. */
export async function initrdAddrsize(live: LiveIso, initrdSize: number): Promise<Uint8Array> {
  const file = requireArtifact(live, [addrsizePath], "initrd.addrsize");
  const bytes = await readSmallFile(file);
  if (bytes.length < 8) throw new IsoError("artifact_missing", `an ${addrsizePath} of ${bytes.length} bytes`);
  const result = Buffer.alloc(16);
  bytes.copy(result, 0, 0, 8);
  result.writeBigUInt64BE(BigInt(initrdSize), 8);
  return result;
}

/** s390x: the list of what is loaded where, with other names for the files; keys are file names without directories. */
export async function insFile(live: LiveIso, names: Readonly<Record<string, string>> = {}): Promise<string> {
  const file = requireArtifact(live, [insFilePath], "ins-file");
  const text = (await readSmallFile(file)).toString("utf8");
  return text
    .split("\n")
    .map((line) => {
      const [path = "", ...rest] = line.split(" ");
      const renamed = line.startsWith("*") ? undefined : names[path.slice(path.lastIndexOf("/") + 1)];
      return renamed === undefined ? line : [renamed, ...rest].join(" ");
    })
    .join("\n");
}

function requireArtifact(live: LiveIso, paths: readonly string[], what: string): FileNode {
  for (const path of paths) {
    const file = findFile(live.iso, path);
    if (file) return file;
  }
  throw new IsoError("artifact_missing", `no ${what} in the image ${live.iso.volume.id}`);
}
