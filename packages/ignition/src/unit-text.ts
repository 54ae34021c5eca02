// The syntax of systemd's unit files, as strict as Ignition is about it.

import { byteLength } from "./byte-length.ts";

export type UnitOption = Readonly<{ section: string; name: string; value: string }>;
export type UnitFault = Readonly<{ fault: "unit_syntax" | "unit_line_too_long"; line: number }>;

/** Ignition's own bound; systemd takes longer lines. */
const longestLine = 2047;

/** The options of a unit in their order, or the first line that cannot be read. What precedes all sections is skipped. */
export function readUnit(text: string): UnitOption[] | UnitFault {
  const lines = text.split("\n");
  const long = lines.findIndex((line) => byteLength(line) > longestLine);
  if (long !== -1) return { fault: "unit_line_too_long", line: long + 1 };
  const options: UnitOption[] = [];
  let section: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? "").trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const header = /^\[([^\]]*)\]$/.exec(line)?.[1];
    if (header !== undefined) {
      section = header;
      continue;
    }
    if (line.startsWith("[") || (section !== null && !line.includes("=")))
      return { fault: "unit_syntax", line: at + 1 };
    if (section === null) continue;
    const split = line.indexOf("=");
    const parts = [line.slice(split + 1)];
    while (parts.at(-1)?.endsWith("\\") && at + 1 < lines.length) {
      at += 1;
      parts.push((lines[at] ?? "").trim());
    }
    const value = parts.map((part) => part.replace(/\\$/, " ")).join("");
    options.push({ section, name: line.slice(0, split).trim(), value: value.trim() });
  }
  return options;
}
