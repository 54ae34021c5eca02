export type { Command, CommandEntry, Flag, Invocation, Io } from "./command.ts";
export { type ExitCode, exitCode } from "./exit-code.ts";
export { muster } from "./muster.ts";
