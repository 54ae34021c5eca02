import { dirname } from "node:path";
import { type ExitCode, type Io, muster } from "../src/index.ts";

export const root = dirname(dirname(dirname(import.meta.dirname)));

/** Runs a command line in this process and hands back what it printed. */
export async function run(
  line: string,
  env: Io["env"] = {},
  outside: Partial<Io> = {},
): Promise<{ code: ExitCode; out: string; err: string }> {
  const printed = { out: "", err: "" };
  const io: Io = {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    input: async () => "",
    env,
    columns: 100,
    root,
    ...outside,
  };
  const code = await muster(
    line.split(" ").filter((word) => word !== ""),
    io,
  );
  return { code, ...printed };
}
