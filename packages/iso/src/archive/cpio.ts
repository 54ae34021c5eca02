import { asBuffer, roundUp } from "../bytes.ts";
import { IsoError } from "../errors.ts";

/** A member of a newc cpio archive, the format of an initrd. */
export interface CpioEntry {
  readonly path: string;
  /** With the file type: 0o100644 is a plain file, 0o040755 a directory. */
  readonly mode: number;
  readonly bytes: Uint8Array;
  /** Seconds since 1970; 0 unless given, so that the same content makes the same archive. */
  readonly modifiedSeconds?: number;
}

const headerSize = 110;
const magic = "070701";
/** The variant with checksums of each file; Linux reads both. */
const checksummed = "070702";
const trailer = "TRAILER!!!";
const mostEntries = 200_000;
const longestPath = 4096;

/** Missing parent directories come first, as 0o040755: Linux does not make them. */
export function writeCpio(entries: readonly CpioEntry[]): Buffer {
  const known = new Set(entries.map(({ path }) => path));
  const parts: Buffer[] = [];
  let inode = 0;
  const add = (entry: CpioEntry) => {
    inode += 1;
    parts.push(member(entry, inode));
  };
  for (const entry of entries) {
    for (const directory of parentsOf(entry.path)) {
      if (known.has(directory)) continue;
      known.add(directory);
      add({ path: directory, mode: 0o040755, bytes: new Uint8Array() });
    }
    add(entry);
  }
  parts.push(member({ path: trailer, mode: 0, bytes: new Uint8Array() }, 0));
  return Buffer.concat(parts);
}

function member({ path, mode, bytes, modifiedSeconds = 0 }: CpioEntry, inode: number): Buffer {
  const name = Buffer.from(`${path}\0`);
  const links = (mode & 0o170000) === 0o040000 ? 2 : 1;
  const fields = [inode, mode, 0, 0, links, modifiedSeconds, bytes.length, 0, 0, 0, 0, name.length, 0];
  const header = magic + fields.map((field) => field.toString(16).padStart(8, "0")).join("");
  const dataAt = roundUp(headerSize + name.length, 4);
  const result = Buffer.alloc(dataAt + roundUp(bytes.length, 4));
  result.write(header, "latin1");
  name.copy(result, headerSize);
  result.set(bytes, dataAt);
  return result;
}

function parentsOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/")).filter((directory) => directory !== "");
}

export function isCpio(bytes: Uint8Array): boolean {
  const start = asBuffer(bytes).toString("latin1", 0, magic.length);
  return start === magic || start === checksummed;
}

/** One archive; `length` is where it ends, which is where the next one of a concatenation may begin. */
export function readCpio(bytes: Uint8Array): { entries: CpioEntry[]; length: number } {
  const archive = asBuffer(bytes);
  const entries: CpioEntry[] = [];
  for (let at = 0; ; ) {
    if (at + headerSize > archive.length) throw new IsoError("bad_archive", `the end of a cpio archive at byte ${at}`);
    if (!isCpio(archive.subarray(at))) throw new IsoError("bad_archive", `no cpio member at byte ${at}`);
    const header = at;
    const field = (index: number) => hexField(archive, header + magic.length + index * 8);
    const nameLength = field(11);
    const size = field(6);
    const dataAt = roundUp(at + headerSize + nameLength, 4);
    if (nameLength === 0 || nameLength > longestPath || dataAt + size > archive.length) {
      throw new IsoError("bad_archive", `a member at byte ${at} that does not fit the archive`);
    }
    const path = archive.toString("utf8", at + headerSize, at + headerSize + nameLength - 1);
    at = Math.min(roundUp(dataAt + size, 4), archive.length);
    if (path === trailer) return { entries, length: at };
    if (entries.length === mostEntries) throw new IsoError("archive_too_large", `more than ${mostEntries} members`);
    const modifiedSeconds = field(5);
    entries.push({ path, mode: field(1), bytes: archive.subarray(dataAt, dataAt + size), modifiedSeconds });
  }
}

function hexField(archive: Buffer, at: number): number {
  const text = archive.toString("latin1", at, at + 8);
  if (!/^[0-9a-f]{8}$/i.test(text)) throw new IsoError("bad_archive", `${JSON.stringify(text)} for a number`);
  return Number.parseInt(text, 16);
}
