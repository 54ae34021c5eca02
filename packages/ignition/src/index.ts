export type * from "./config.ts";
export { mergeIgnition } from "./merge.ts";
export { mostCharacters, parseIgnition } from "./parse.ts";
export { printIgnition } from "./print.ts";
export { describeProblem, type Outcome, type Problem } from "./problem.ts";
export { type ProblemCode, problemCodes } from "./problem-codes.ts";
export { type IgnitionVersion, ignitionVersions, newestVersion } from "./version.ts";
