// Programs of this system with everything that they load, for the initrd of a guest.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { CpioEntry } from "@muster/iso";

export function programFiles(...programs: readonly string[]): CpioEntry[] {
  const paths = new Set(programs.flatMap((program) => [program, ...librariesOf(program)]));
  return [...paths].map((path) => ({ path: path.slice(1), mode: 0o100755, bytes: readFileSync(path) }));
}

function librariesOf(program: string): string[] {
  const listed = execFileSync("ldd", [program], { encoding: "utf8" });
  return [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
}
