// The one program: finds the command, loads it, runs it, and explains what went wrong.
import type { Io } from "./command.ts";
import { commands, findCommand } from "./command-table.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import { describeFailure, usageFailure } from "./failure.ts";

export async function muster(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    const debug = words.includes("--debug") || isOn(io.env.MUSTER_DEBUG);
    const { text, code } = describeFailure(error, debug);
    io.err(text);
    return code;
  }
}

function isOn(variable: string | undefined): boolean {
  return variable !== undefined && !["", "0", "false"].includes(variable);
}

async function dispatch(words: readonly string[], io: Io): Promise<ExitCode> {
  const [first = "--help", ...others] = words.filter((word, index) => index > 0 || word !== "--debug");
  if (first === "--help" || first === "-h" || (first === "help" && others.length === 0)) {
    const { overview } = await import("./help.ts");
    io.out(overview());
    return exitCode.ok;
  }
  if (first === "--version" || first === "-V") return dispatch(["version", ...others], io);
  if (first === "help") return dispatch([...others, "--help"], io);
  if (first === "__complete") {
    const { complete } = await import("./complete.ts");
    io.out(await complete(others, io.env));
    return exitCode.ok;
  }
  return runCommand([first, ...others], io);
}

async function runCommand(words: readonly string[], io: Io): Promise<ExitCode> {
  const firstFlag = words.findIndex((word) => word.startsWith("-"));
  const leading = firstFlag === -1 ? words : words.slice(0, firstFlag);
  const found = findCommand(leading);
  if (found.kind === "prefix") {
    const early = words.slice(leading.length).find((word) => !["--help", "-h", "--debug"].includes(word));
    if (early !== undefined) {
      const { prefix } = found;
      const remedy = `Write \`muster ${prefix} COMMAND [flags]\`; \`muster ${prefix} --help\` lists the commands.`;
      throw usageFailure(`${early} comes before the command.`, remedy);
    }
    const { prefixHelp } = await import("./help.ts");
    io.out(prefixHelp(found.prefix));
    return exitCode.ok;
  }
  if (found.kind === "unknown") throw await unknownCommand(words);
  const command = await found.entry.load();
  const { parse } = await import("./parse.ts");
  const invocation = await parse(found.entry.name, command, [...found.rest, ...words.slice(leading.length)]);
  if (invocation.has("help")) {
    const { commandHelp } = await import("./help.ts");
    io.out(commandHelp(found.entry, command, io.columns));
    return exitCode.ok;
  }
  return command.run(invocation, io);
}

async function unknownCommand(words: readonly string[]) {
  const [first = "", second = ""] = words;
  const { nearest } = await import("@muster/contract");
  if (first.startsWith("-")) {
    const flag = nearest(first, ["--help", "--version"]);
    const guess = flag === undefined ? "" : `Did you mean \`muster ${flag}\`? `;
    return usageFailure(`${first} comes before any command.`, `${guess}Write \`muster COMMAND [flags]\`.`);
  }
  const names = commands.map(({ name }) => name);
  const guess = nearest(`${first} ${second}`.trim(), names) ?? nearest(first, names);
  const isPrefix = names.some((name) => name.startsWith(`${first} `));
  return usageFailure(
    `there is no command "${isPrefix ? `${first} ${second}` : first}".`,
    `${guess === undefined ? "" : `Did you mean \`muster ${guess}\`? `}\`muster ${isPrefix ? `${first} ` : ""}--help\` lists all commands.`,
  );
}
