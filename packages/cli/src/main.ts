// What `bin/muster` runs.
import { dirname } from "node:path";
import type { Io } from "./command.ts";
import { muster } from "./muster.ts";

// A reader that has seen enough (`muster serve --help | head`) is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const io: Io = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  input: async () => (await import("node:stream/consumers")).text(process.stdin),
  ...(process.stdin.isTTY && process.stderr.isTTY && { ask }),
  // Undefined where it is a file or a pipe, whatever its type says.
  isTerminal: Boolean(process.stdout.isTTY),
  interruption: () => {
    const controller = new AbortController();
    process.once("SIGINT", () => controller.abort());
    process.once("SIGTERM", () => controller.abort());
    return controller.signal;
  },
  env: process.env,
  // Terminals change their size while a table is watched.
  get columns() {
    return Math.max(process.stdout.columns ?? 100, 60);
  },
  get rows() {
    return process.stdout.rows ?? 24;
  },
  root: dirname(dirname(dirname(import.meta.dirname))),
};

async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return lines.question(question).finally(() => lines.close());
}

process.exitCode = await muster(process.argv.slice(2), io);
