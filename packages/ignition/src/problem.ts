import { type ProblemCode, problemCodes } from "./problem-codes.ts";

/** One mistake in a config: where it is, what was found, what is needed and what to do. Secrets are never shown. */
export type Problem = Readonly<{
  code: ProblemCode;
  /** `$.storage.files[0].path`; `$` is the config as a whole. */
  path: string;
  found: string;
  needed: string;
  remedy: string;
}>;

/** What a function gives that may refuse its input. Warnings do not stop anything; Ignition gives them too. */
export type Outcome<T> =
  | Readonly<{ kind: "ok"; value: T; warnings: readonly Problem[] }>
  | Readonly<{ kind: "refused"; problems: readonly Problem[]; warnings: readonly Problem[] }>;

/** A place in a config. */
export type Place = readonly (string | number)[];

export type Report = (
  code: ProblemCode,
  at: Place,
  found: string,
  more?: Readonly<{ needed?: string; remedy?: string }>,
) => void;

/** Enough to mend a config in one go; a hostile one could hold a million. */
const mostProblems = 100;

/** Gathers problems and warnings in the order in which they are reported. */
export function gather(): Readonly<{ report: Report; problems: Problem[]; warnings: Problem[] }> {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const report: Report = (code, at, found, more = {}) => {
    const { severity, needed, remedy } = problemCodes[code];
    const into = severity === "error" ? problems : warnings;
    if (into.length < mostProblems) into.push({ code, path: pathOf(at), found, needed, remedy, ...more });
  };
  return { report, problems, warnings };
}

/** One line for a terminal, a log or an API's reason. */
export function describeProblem({ path, found, needed, remedy }: Problem): string {
  return `${path}: found ${found}; needed: ${needed}; ${remedy}`;
}

/** `["storage", "files", 0, "path"]` → `$.storage.files[0].path`. */
export function pathOf(place: Place): string {
  return place.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    return /^[A-Za-z_][\w-]*$/.test(step) ? `${text}.${shorten(step)}` : `${text}[${quote(step)}]`;
  }, "$");
}

export const quote = (text: string): string => JSON.stringify(shorten(text));

const longest = 80;

const shorten = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);
