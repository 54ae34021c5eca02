import { dirname } from "node:path";
import { type ExitCode, type Io, muster } from "../src/index.ts";

export const root = dirname(dirname(dirname(import.meta.dirname)));

export type Ran = { code: ExitCode; out: string; err: string };

/** Runs a command line in this process and hands back what it printed. Words with spaces come as a list. */
export async function run(
  line: string | readonly string[],
  env: Io["env"] = {},
  outside: Partial<Io> = {},
): Promise<Ran> {
  const printed = { out: "", err: "" };
  const io: Io = {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    input: async () => "",
    isTerminal: false,
    interruption: () => new AbortController().signal,
    env,
    columns: 100,
    rows: 24,
    root,
    ...outside,
  };
  const words = typeof line === "string" ? line.split(" ").filter((word) => word !== "") : line;
  const code = await muster(words, io);
  return { code, ...printed };
}
