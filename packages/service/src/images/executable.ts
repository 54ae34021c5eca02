// The muster executable for live hosts that run it instead of a container.
import { open } from "node:fs/promises";
import { isSea } from "node:sea";
import { Overlay, openFileSource } from "@muster/iso";
import { notFound } from "../http/problem.ts";
import type { HeldBytes } from "./images.ts";

/** e_machine of ELF, in the names of the wire. */
const machines: ReadonlyMap<number, string> = new Map([
  [0x3e, "x86_64"],
  [0xb7, "arm64"],
  [0x15, "ppc64le"],
  [0x16, "s390x"],
]);

/** The architecture that an executable is for; null when it is none. */
async function architectureOf(path: string): Promise<string | null> {
  const file = await open(path, "r").catch(() => null);
  if (!file) return null;
  try {
    const header = Buffer.alloc(20);
    await file.read(header, 0, header.length, 0);
    if (header.toString("latin1", 0, 4) !== "\x7fELF") return null;
    return machines.get(header.readUInt8(5) === 2 ? header.readUInt16BE(18) : header.readUInt16LE(18)) ?? null;
  } finally {
    await file.close();
  }
}

/** `given` is MUSTER_EXECUTABLE; without it, this program itself if it is one. */
export async function musterExecutable(given: readonly string[] | undefined, architecture: string): Promise<HeldBytes> {
  const paths = given ?? (isSea() ? [process.execPath] : []);
  const found = await Promise.all(paths.map(async (path) => ({ path, architecture: await architectureOf(path) })));
  const fitting = found.find((each) => each.architecture === architecture);
  if (!fitting) {
    const there = found.map((each) => `${each.path} (${each.architecture ?? "no executable"})`).join(", ");
    throw notFound(
      `There is no muster executable for ${architecture.slice(0, 20)} here: ${there || "none is named"}. Name one with MUSTER_EXECUTABLE, or set MUSTER_AGENT=container.`,
    );
  }
  const source = await openFileSource(fitting.path);
  let released = false;
  return {
    bytes: Overlay.of(source),
    modifiedAt: source.modifiedAt,
    isSample: false,
    release: () => {
      if (!released) void source.close();
      released = true;
    },
  };
}
