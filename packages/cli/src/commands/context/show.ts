import type { Command } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import { print, tableFlag } from "../../output.ts";
import { type Context, readContexts } from "../../service/contexts.ts";
import { table } from "../../table.ts";

type Row = Readonly<{ name: string; current: boolean; server: string; token: boolean; ca_file?: string }>;

export const contextList: Command = {
  flags: [tableFlag],
  async run(invocation, io) {
    const { current, contexts } = await readContexts(io.env);
    const rows = Object.entries(contexts).map(([name, context]) => rowOf(name, context, current));
    await print(invocation, io, rows, (wide) =>
      rows.length === 0
        ? "There are no contexts. Make one with `muster context set NAME --server URL`.\n"
        : table<Row>(
            [
              { title: "", of: (row) => (row.current ? "*" : "") },
              { title: "NAME", of: (row) => row.name },
              { title: "SERVER", of: (row) => row.server },
              { title: "TOKEN", of: (row) => (row.token ? "yes" : "no") },
              { title: "CA", of: (row) => row.ca_file ?? "", wide: true },
            ],
            rows,
            { io, wide },
          ),
    );
    return exitCode.ok;
  },
};

export const contextCurrent: Command = {
  flags: [tableFlag],
  async run(invocation, io) {
    const { current, contexts } = await readContexts(io.env);
    const context = current === undefined ? undefined : contexts[current];
    if (current === undefined || context === undefined) {
      throw new Failure("no context is chosen.", "Choose one with `muster context use NAME`.");
    }
    await print(invocation, io, rowOf(current, context, current), () => `${current}\n`);
    return exitCode.ok;
  },
};

/** All but the token: whether there is one is all that anybody needs to see. */
function rowOf(name: string, { server, token, ca_file }: Context, current: string | undefined): Row {
  return { name, current: name === current, server, token: token !== undefined, ...(ca_file && { ca_file }) };
}
