import type { Io } from "./command.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";

// npm passes Ctrl-C on to a process that already got it from the terminal: two signals this close are one.
const samePress = 500;

/**
 * Waits until somebody asks the program to stop, then stops in good order. A second request stops at once, and so does
 * the end of the time that requests in flight are given; accepted changes are never lost.
 */
export async function untilStopped(io: Io, stop: () => Promise<void>, patience: number): Promise<ExitCode> {
  const asked = Promise.withResolvers<void>();
  let askedAt: number | null = null;
  // The same handler all the time: for a moment without one, a second signal would end the process at once.
  const handle = () => {
    askedAt ??= Date.now();
    asked.resolve();
    if (Date.now() - askedAt > samePress) process.exit(exitCode.interrupted);
  };
  for (const signal of signals) process.on(signal, handle);
  await asked.promise;
  io.err("Stopping; requests in flight may finish. Press Ctrl-C again to stop at once.\n");
  const outOfTime = setTimeout(() => {
    io.err(`warning: requests were still in flight after ${patience / 1_000} s and are cut off.\n`);
    process.exit(exitCode.failed);
  }, patience);
  await stop();
  clearTimeout(outOfTime);
  return exitCode.ok;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
