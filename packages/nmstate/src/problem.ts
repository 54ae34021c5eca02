import type { ProblemCode } from "./problem-codes.ts";

/** One mistake in a desired state: where it is, what was found, what is needed and what to do. */
export type Problem = Readonly<{
  code: ProblemCode;
  file: string;
  /** Both count from 1. */
  line: number;
  column: number;
  /** Where in the document, as `interfaces[2].ipv4.address[0].ip`; empty for the document as a whole. */
  path: string;
  found: string;
  needed: string;
  remedy: string;
}>;

/** A problem before it is known which file and line its offset belongs to. */
export type Finding = Readonly<Omit<Problem, "file" | "line" | "column"> & { at: number }>;

/** What a function gives that may refuse its input. It gives all mistakes at once, and never both kinds of answer. */
export type Outcome<T> =
  | Readonly<{ kind: "ok"; value: T }>
  | Readonly<{ kind: "refused"; problems: readonly Problem[] }>;

export const ok = <T>(value: T): Outcome<T> => ({ kind: "ok", value });
export const refused = (problems: readonly Problem[]): Outcome<never> => ({ kind: "refused", problems });

/** One line for a terminal or a log: `host.yaml:3:7: interfaces[0].mtu: found …; needed: …; …`. */
export function describeProblem({ file, line, column, path, found, needed, remedy }: Problem): string {
  const where = path === "" ? "" : `${path}: `;
  return `${file}:${line}:${column}: ${where}found ${found}; needed: ${needed}; ${remedy}`;
}

/** Turns offsets into lines and columns, in the order of the text. */
export function locate(findings: readonly Finding[], yaml: string, file: string): Problem[] {
  if (findings.length === 0) return [];
  const lineStarts = [0];
  for (let at = yaml.indexOf("\n"); at >= 0; at = yaml.indexOf("\n", at + 1)) lineStarts.push(at + 1);
  return findings
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, ...rest }) => {
      const line = lastIndexAtMost(lineStarts, at);
      return { ...rest, file, line: line + 1, column: at - (lineStarts[line] ?? 0) + 1 };
    });
}

function lastIndexAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
