// Real programs that tests compare with, where they are present.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The program of that name in $MUSTER_PARTS/bin or on the PATH. */
export function findPart(name: string): string | null {
  const { MUSTER_PARTS, PATH = "" } = process.env;
  const directories = [...(MUSTER_PARTS ? [join(MUSTER_PARTS, "bin")] : []), ...PATH.split(delimiter)];
  return directories.map((directory) => join(directory, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const whyWithout = (name: string): string => `${name} is neither in $MUSTER_PARTS/bin nor on the PATH`;
