import { IsoError } from "../errors.ts";
import { splitPath } from "../tree.ts";

/** Joliet's own limit is 64; every reader takes what fits a record, which is what `-joliet-long` writes. */
const longestName = 103;

/** The parts of a path that is safe to write: relative, no empty or dotted parts, no control characters. */
export function checkedPath(path: string): string[] {
  const parts = splitPath(path);
  const refused = parts.find(
    (part) => part === "." || part === ".." || part.length > longestName || /[\p{Cc}*:;?\\]/u.test(part),
  );
  if (parts.length === 0 || path.startsWith("/") || refused !== undefined) {
    throw new IsoError("bad_path", `the path ${JSON.stringify(path.slice(0, 300))}`);
  }
  return parts;
}

/**
 * ISO 9660 level 1, as the tools that customise live images look for it: `igninfo.json` is `IGNINFO.JSO;1`
 * (reference live-iso 1). Names that collide get numbers.
 */
export function shortIdentifier(name: string, kind: "file" | "directory", taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf(".");
  const hasExtension = kind === "file" && dot > 0;
  const base = legal(hasExtension ? name.slice(0, dot) : name).slice(0, 8);
  const tail = kind === "file" ? `.${hasExtension ? legal(name.slice(dot + 1)).slice(0, 3) : ""};1` : "";
  if (!taken.has(base + tail)) return base + tail;
  for (let number = 1; ; number += 1) {
    const digits = String(number).padStart(3, "0");
    const candidate = base.slice(0, 8 - digits.length) + digits + tail;
    if (!taken.has(candidate)) return candidate;
  }
}

function legal(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9_]/g, "_");
}

export function jolietIdentifier(name: string): Buffer {
  return Buffer.from(name, "utf16le").swap16();
}

/** ECMA-119 9.3: by name, then by extension, shorter ones as if padded with spaces. */
export function compareIdentifiers(a: Buffer, b: Buffer): number {
  const [nameA, extensionA] = sortKeys(a);
  const [nameB, extensionB] = sortKeys(b);
  return compareText(nameA, nameB) || compareText(extensionA, extensionB) || Buffer.compare(a, b);
}

function sortKeys(identifier: Buffer): [string, string] {
  const [plain = ""] = identifier.toString("latin1").split(";", 1);
  const dot = plain.indexOf(".");
  return dot === -1 ? [plain, ""] : [plain.slice(0, dot), plain.slice(dot + 1)];
}

function compareText(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  const paddedA = a.padEnd(length);
  const paddedB = b.padEnd(length);
  return paddedA < paddedB ? -1 : paddedA > paddedB ? 1 : 0;
}
