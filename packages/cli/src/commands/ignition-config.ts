// What the commands about Ignition configs share: reading one, and saying where its mistakes are.
import {
  describeProblem,
  type IgnitionConfig,
  type Outcome,
  type Problem,
  parseIgnition,
  positionsOf,
  problemCodes,
} from "@muster/ignition";
import type { Argument, Io } from "../command.ts";
import { Failure } from "../failure.ts";
import { readTextInput } from "../files.ts";

export const configArgument: Argument = {
  name: "FILE",
  says: "An Ignition config (JSON), or - for the standard input",
  completes: "files",
};

export type LocatedProblem = Readonly<
  { file: string; line: number; column: number; severity: "error" | "warning" } & Problem
>;

/** Mistakes of one file with their places, errors and warnings in the order of the text. */
export async function inspectConfig(
  file: string,
  io: Io,
): Promise<{ outcome: Outcome<IgnitionConfig>; problems: LocatedProblem[] }> {
  const text = await readTextInput(file, io);
  const outcome = parseIgnition(text);
  const problems = [...(outcome.kind === "refused" ? outcome.problems : []), ...outcome.warnings];
  const positions = positionsOf(text, problems);
  const located = problems.map((problem, index) => ({
    file,
    ...(positions[index] ?? { line: 1, column: 1 }),
    severity: problemCodes[problem.code].severity,
    ...problem,
  }));
  return { outcome, problems: located.sort((one, other) => one.line - other.line || one.column - other.column) };
}

/** A config that must be sound; its warnings go to the error stream. */
export async function requireConfig(file: string, io: Io): Promise<IgnitionConfig> {
  const { outcome, problems } = await inspectConfig(file, io);
  if (outcome.kind === "refused") {
    throw new Failure(
      problems
        .filter(({ severity }) => severity === "error")
        .map(describeLocated)
        .join("\nerror: "),
      "Correct the config.",
    );
  }
  for (const warning of problems) io.err(`warning: ${describeLocated(warning)}\n`);
  return outcome.value;
}

export const describeLocated = (problem: LocatedProblem): string =>
  `${problem.file}:${problem.line}:${problem.column}: ${describeProblem(problem)}`;
