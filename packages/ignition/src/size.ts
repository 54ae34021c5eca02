import { gzipSync } from "node:zlib";
import type { IgnitionConfig } from "./config.ts";
import { printIgnition } from "./print.ts";

/** What live images reserve for the config (reference service 6.1). */
export const embedAreaBytes = 256 * 1024;

/** How much of an image's area the config takes: as a file in a cpio archive, compressed, in multiples of four bytes. */
export function embeddedSize(config: IgnitionConfig): number {
  const text = Buffer.from(printIgnition(config));
  const members = [header("config.ign", 1, 0o100644, text.length), text, header("TRAILER!!!", 0, 0, 0)];
  return padded(gzipSync(Buffer.concat(members.map(padded)), { level: 9 })).length;
}

/** The newc format: thirteen numbers of eight hex digits, then the name. */
function header(name: string, inode: number, mode: number, size: number): Buffer {
  const links = 1;
  const fields = [inode, mode, 0, 0, links, 0, size, 0, 0, 0, 0, name.length + 1, 0];
  return Buffer.from(`070701${fields.map((field) => field.toString(16).padStart(8, "0")).join("")}${name}\0`, "latin1");
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
