import { asBuffer, sectorSize } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import type { Source } from "../source.ts";

/** One system use entry (SUSP), signature and length included. */
export interface SystemUseEntry {
  readonly signature: string;
  readonly raw: Buffer;
}

const mostContinuations = 32;

/** SUSP 5.3: the first record of the root says how many bytes to skip; undefined when there is no Rock Ridge. */
export function systemUseSkip(rootSystemUse: Buffer): number | undefined {
  // CD-ROM XA puts 14 bytes of its own in front.
  for (const at of [0, 14]) {
    const isMark = rootSystemUse.toString("latin1", at, at + 3) === "SP\x07" && rootSystemUse.length >= at + 7;
    if (isMark && rootSystemUse.readUInt16BE(at + 4) === 0xbeef) return rootSystemUse.readUInt8(at + 6);
  }
  return undefined;
}

/** All entries of a record, with those from its continuation areas. */
export async function readSystemUse(source: Source, area: Buffer): Promise<SystemUseEntry[]> {
  const entries: SystemUseEntry[] = [];
  let rest: Buffer | undefined = area;
  for (let hops = 0; rest !== undefined; hops += 1) {
    if (hops > mostContinuations) throw new IsoError("bad_rock_ridge", "a continuation that never ends");
    const found = parseEntries(rest);
    entries.push(...found.filter(({ signature }) => signature !== "CE"));
    const continued = found.findLast(({ signature }) => signature === "CE");
    rest = continued && (await readContinuation(source, continued.raw));
  }
  return entries;
}

function parseEntries(area: Buffer): SystemUseEntry[] {
  const entries: SystemUseEntry[] = [];
  for (let at = 0; at + 4 <= area.length; ) {
    const length = area.readUInt8(at + 2);
    const signature = area.toString("latin1", at, at + 2);
    // Padding, or the end of the list (SUSP 5.4).
    if (length === 0 || signature === "ST") break;
    if (length < 4 || at + length > area.length) {
      throw new IsoError("bad_rock_ridge", `an entry of ${length} bytes with ${area.length - at} left`);
    }
    entries.push({ signature, raw: area.subarray(at, at + length) });
    at += length;
  }
  return entries;
}

async function readContinuation(source: Source, entry: Buffer): Promise<Buffer> {
  if (entry.length < 28) throw new IsoError("bad_rock_ridge", `a continuation entry of ${entry.length} bytes`);
  const start = entry.readUInt32LE(4) * sectorSize + entry.readUInt32LE(12);
  const length = entry.readUInt32LE(20);
  if (length > sectorSize || start + length > source.size) {
    throw new IsoError("bad_rock_ridge", `a continuation of ${length} bytes at ${start}`);
  }
  return asBuffer(await source.read(start, length));
}

/** RRIP 4.1.4: the name for people, from one or more NM entries. */
export function alternateName(entries: readonly SystemUseEntry[]): string | undefined {
  const parts = entries.filter(({ signature, raw }) => signature === "NM" && raw.length > 5);
  return parts.length > 0 ? Buffer.concat(parts.map(({ raw }) => raw.subarray(5))).toString("utf8") : undefined;
}

/** RRIP 4.1.2: the POSIX mode, when there is one. */
export function posixMode(entries: readonly SystemUseEntry[]): number | undefined {
  const entry = entries.find(({ signature, raw }) => signature === "PX" && raw.length >= 12);
  return entry?.raw.readUInt32LE(4);
}

/** RRIP 4.1.5.1: where a directory of a deep tree really is. */
export function childLink(entries: readonly SystemUseEntry[]): number | undefined {
  const entry = entries.find(({ signature, raw }) => signature === "CL" && raw.length >= 12);
  return entry?.raw.readUInt32LE(4);
}

const componentFlags = { continues: 1, current: 2, parent: 4, root: 8 };

/** RRIP 4.1.3: where a symbolic link points, when the entry is one. */
export function linkTarget(entries: readonly SystemUseEntry[]): string | undefined {
  const links = entries.filter(({ signature, raw }) => signature === "SL" && raw.length >= 5);
  if (links.length === 0) return undefined;
  const components: string[] = [];
  let continues = false;
  for (const { raw } of links) {
    for (let at = 5; at + 2 <= raw.length; ) {
      const flags = raw.readUInt8(at);
      const length = raw.readUInt8(at + 1);
      if (at + 2 + length > raw.length) throw new IsoError("bad_rock_ridge", "a link component beyond its entry");
      const text = componentText(flags, raw.toString("utf8", at + 2, at + 2 + length));
      if (continues) components.push((components.pop() ?? "") + text);
      else components.push(text);
      continues = (flags & componentFlags.continues) !== 0;
      at += 2 + length;
    }
  }
  return components[0] === "/" ? `/${components.slice(1).join("/")}` : components.join("/");
}

function componentText(flags: number, text: string): string {
  if (flags & componentFlags.current) return ".";
  if (flags & componentFlags.parent) return "..";
  return flags & componentFlags.root ? "/" : text;
}
