import { file } from "../build/nodes.ts";
import { byteLength } from "../byte-length.ts";
import type { FileNode } from "../config.ts";
import { environmentFileLine, environmentLine } from "./quoting.ts";

export type Variable = readonly [name: string, value: string];

/** Ignition refuses units with lines of 2,048 bytes or more. */
const longestLine = 2000;

/** The lines by which a unit gets its variables. Those that are too long for a unit are in a file beside it. */
export function unitEnvironment(
  variables: readonly Variable[],
  path: string,
): Readonly<{ lines: string; files: readonly FileNode[] }> {
  const isLong = ([name, value]: Variable) => byteLength(environmentLine(name, value)) > longestLine;
  const long = variables.filter(isLong).map(([name, value]) => environmentFileLine(name, value));
  const short = variables.filter((each) => !isLong(each)).map(([name, value]) => `${environmentLine(name, value)}\n`);
  if (long.length === 0) return { lines: short.join(""), files: [] };
  return {
    lines: `${short.join("")}EnvironmentFile=${path}\n`,
    files: [file(path, long.join(""), { mode: 0o600 })],
  };
}
