import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unpackXz } from "../src/archive/xz.ts";
import { MiB } from "../src/bytes.ts";

/** Stripped images of real releases: layouts genuine, payloads removed. They are not part of the repository. */
const reference =
  process.env.MUSTER_REFERENCE ?? fileURLToPath(new URL("../../../../shared/reference", import.meta.url));
const directory = join(reference, "live-iso");

export const realLayouts: readonly string[] = existsSync(directory)
  ? readdirSync(directory).filter((name) => name.endsWith(".iso.xz"))
  : [];

export const whyNoRealLayouts = "no real layouts found; set MUSTER_REFERENCE to the directory that holds live-iso/";

export async function readRealLayout(name: string): Promise<Buffer> {
  return (await unpackXz(readFileSync(join(directory, name)), 64 * MiB)).unpacked;
}
