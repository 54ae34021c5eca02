import { gzipSync } from "node:zlib";
import { padded } from "../bytes.ts";
import { type CpioEntry, writeCpio } from "./cpio.ts";

/** An archive that can follow any other in an initrd: newc cpio, gzip, padded to four bytes. Same entries, same bytes. */
export function gzipCpio(entries: readonly CpioEntry[]): Buffer {
  return padded(gzipSync(writeCpio(entries), { level: 9 }), 4);
}

/**
 * What live systems look for at boot: `config.ign`, and base configs that the system merges in front of it
 * (reference host-side C4).
 */
export function ignitionArchive(config: Uint8Array, baseConfigs: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  const bases = Object.entries(baseConfigs).map(([name, bytes]) => ({
    path: `usr/lib/ignition/base.d/${name}`,
    mode: 0o100644,
    bytes,
  }));
  return gzipCpio([{ path: "config.ign", mode: 0o100644, bytes: config }, ...bases]);
}
