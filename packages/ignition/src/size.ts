import { gzipSync } from "node:zlib";
import type { IgnitionConfig } from "./config.ts";
import { printIgnition } from "./print.ts";

/** What live images reserve for the config (reference service 6.1). */
export const embedAreaBytes = 256 * 1024;

/** A newc archive with the one file `config.ign`: two headers, their names, and what pads them to four bytes. */
const headerBytes = 110;

/** How much of an image's area the config takes: as a file in a cpio archive, compressed, in multiples of four bytes. */
export function embeddedSize(config: IgnitionConfig): number {
  const text = Buffer.from(printIgnition(config));
  const archive = Buffer.concat([header("config.ign", text.length), text, header("TRAILER!!!", 0)].map(padded));
  return padded(gzipSync(archive, { level: 9 })).length;
}

function header(name: string, size: number): Buffer {
  const fields = Array.from({ length: 13 }, (_, index) => (index === 6 ? size : index === 11 ? name.length + 1 : 0));
  const text = `070701${fields.map((field) => field.toString(16).padStart(8, "0")).join("")}${name}\0`;
  return Buffer.from(text.padEnd(headerBytes, "\0"), "latin1");
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
