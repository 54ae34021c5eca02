import { type ExitCode, exitCode } from "./exit-code.ts";

/** Something a person can do something about: what was found, and what to do. It is printed without a stack trace. */
export class Failure extends Error {
  readonly remedy: string;
  readonly exitCode: ExitCode;

  constructor(found: string, remedy: string, code: ExitCode = exitCode.failed, cause?: unknown) {
    super(found, cause === undefined ? {} : { cause });
    this.name = "Failure";
    this.remedy = remedy;
    this.exitCode = code;
  }
}

export function usageFailure(found: string, remedy: string): Failure {
  return new Failure(found, remedy, exitCode.usage);
}

/** Text for the error stream. Stack traces are for those who ask for them. */
export function describeFailure(error: unknown, debug: boolean): { text: string; code: ExitCode } {
  const known = error instanceof Failure;
  const message = error instanceof Error ? error.message : String(error);
  const remedy = known
    ? error.remedy
    : "This is a fault in Muster itself. Run it again with --debug and report what it prints.";
  const trace = debug && error instanceof Error ? `\n${traceOf(error)}` : "";
  return {
    text: `error: ${stopped(message)}\n${capital(stopped(remedy))}${trace}\n`,
    code: known ? error.exitCode : exitCode.fault,
  };
}

const stopped = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function traceOf(error: Error): string {
  const own = error.stack ?? String(error);
  return error.cause instanceof Error ? `${own}\ncaused by: ${traceOf(error.cause)}` : own;
}
