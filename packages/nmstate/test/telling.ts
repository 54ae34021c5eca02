import { check } from "../src/check/index.ts";
import type { Problem } from "../src/problem.ts";

/** A problem as one line: `code line:column path: what was found | what is needed | what to do`. */
export const tell = ({ code, line, column, path, found, needed, remedy }: Problem): string =>
  `${code} ${line}:${column} ${path}: ${found} | ${needed} | ${remedy}`;

export const problemsIn = (yaml: string): string[] => check(yaml, { file: "host.yaml" }).map(tell);
