import { writeBoth32 } from "../bytes.ts";
import type { SystemUseEntry } from "../read/rock-ridge.ts";

/** SUSP 4.1: signature, length, version 1, then the payload. */
function entry(signature: string, payload: Buffer): SystemUseEntry {
  const raw = Buffer.alloc(4 + payload.length);
  raw.write(signature, "latin1");
  raw.writeUInt8(raw.length, 2);
  raw.writeUInt8(1, 3);
  payload.copy(raw, 4);
  return { signature, raw };
}

/** SUSP 5.3: this image has system use entries, and they start right away. */
export const startMark = entry("SP", Buffer.from([0xbe, 0xef, 0]));

/** RRIP 4.3: the words are the standard's own. */
export const rockRidgeMark = extensionMark(
  "RRIP_1991A",
  "THE ROCK RIDGE INTERCHANGE PROTOCOL PROVIDES SUPPORT FOR POSIX FILE SYSTEM SEMANTICS",
  "PLEASE CONTACT DISC PUBLISHER FOR SPECIFICATION SOURCE.  SEE PUBLISHER IDENTIFIER IN PRIMARY VOLUME DESCRIPTOR FOR CONTACT INFORMATION.",
);

function extensionMark(id: string, description: string, source: string): SystemUseEntry {
  const lengths = Buffer.from([id.length, description.length, source.length, 1]);
  return entry("ER", Buffer.concat([lengths, Buffer.from(id + description + source, "latin1")]));
}

/** SUSP 5.1: where the rest of the entries is. */
export function continuation(sector: number, offset: number, length: number): Buffer {
  const payload = Buffer.alloc(24);
  writeBoth32(payload, sector, 0);
  writeBoth32(payload, offset, 8);
  writeBoth32(payload, length, 16);
  return entry("CE", payload).raw;
}

export const continuationLength = 28;

/** RRIP 4.1.1. `mode` holds the file type; the 1991 form has no serial number, and an image keeps to one form. */
export function posixAttributes(mode: number, links: number, withSerial: boolean): SystemUseEntry {
  const payload = Buffer.alloc(withSerial ? 40 : 32);
  writeBoth32(payload, mode, 0);
  writeBoth32(payload, links, 8);
  return entry("PX", payload);
}

/** RRIP 4.1.6: modification, access and attribute change. */
export function timestamps(recordedAt: Buffer): SystemUseEntry {
  return entry("TF", Buffer.concat([Buffer.from([0x0e]), recordedAt, recordedAt, recordedAt]));
}

const nameBytesPerEntry = 250;

/** RRIP 4.1.4: long names take several entries. */
export function nameEntries(name: string): SystemUseEntry[] {
  const bytes = Buffer.from(name);
  const entries: SystemUseEntry[] = [];
  for (let at = 0; at < bytes.length; at += nameBytesPerEntry) {
    const continues = at + nameBytesPerEntry < bytes.length ? 1 : 0;
    entries.push(entry("NM", Buffer.concat([Buffer.from([continues]), bytes.subarray(at, at + nameBytesPerEntry)])));
  }
  return entries;
}

/** ECMA-119 9.1.5: years since 1900, month, day, hour, minute, second, quarter hours east of Greenwich. */
export function recordingTime(instant: number): Buffer {
  const date = new Date(instant);
  return Buffer.from([
    date.getUTCFullYear() - 1900,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    0,
  ]);
}
