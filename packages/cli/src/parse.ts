// Words of the command line → an invocation, checked against what the command declares.
import type { Command, Flag, Invocation } from "./command.ts";
import { type Failure, usageFailure } from "./failure.ts";

/** Every command has these. */
export const commonFlags: readonly Flag[] = [
  { name: "help", short: "h", says: "Explain this command" },
  { name: "debug", says: "Show stack traces with errors (also: MUSTER_DEBUG=1)" },
];

export async function parse(name: string, command: Command, words: readonly string[]): Promise<Invocation> {
  const flags = [...(command.flags ?? []), ...commonFlags];
  const given = new Map<string, string[]>();
  const args: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (word === "--") {
      args.push(...words.slice(index + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      args.push(word);
      continue;
    }
    const { shown, flag, attached } = split(word, flags);
    if (flag === undefined) throw await unknownFlag(name, shown, flags);
    let value = attached;
    if (flag.value === undefined) {
      if (value !== undefined)
        throw usageFailure(`${shown} takes no value, but got "${value}".`, `Write just ${shown}.`);
    } else if (value === undefined) {
      const next = words[index + 1];
      if (next === undefined || next.startsWith("--")) {
        throw usageFailure(
          `${shown} needs a value.`,
          `Write ${shown} ${flag.value}; \`muster ${name} --help\` explains it.`,
        );
      }
      value = next;
      index += 1;
    }
    const { strict, completes } = flag;
    if (strict && value !== undefined && Array.isArray(completes) && !completes.includes(value)) {
      throw usageFailure(`"${value}" is no ${flag.value} of ${shown}.`, `Choose one of: ${completes.join(", ")}.`);
    }
    given.set(flag.name, [...(given.get(flag.name) ?? []), value ?? ""]);
  }
  // Help is given whatever else is wrong with the line.
  if (!given.has("help")) checkArguments(name, command, args);
  return {
    args,
    has: (flag) => given.has(flag),
    value: (flag) => given.get(flag)?.at(-1),
    values: (flag) => given.get(flag) ?? [],
  };
}

function split(word: string, flags: readonly Flag[]): { shown: string; flag?: Flag; attached?: string } {
  if (word.startsWith("--")) {
    const equals = word.indexOf("=");
    const shown = equals === -1 ? word : word.slice(0, equals);
    const flag = flags.find(({ name }) => name === shown.slice(2));
    return { shown, ...(flag && { flag }), ...(equals !== -1 && { attached: word.slice(equals + 1) }) };
  }
  const shown = word.slice(0, 2);
  const flag = flags.find(({ short }) => short === shown.slice(1));
  return { shown, ...(flag && { flag }), ...(word.length > 2 && { attached: word.slice(2).replace(/^=/, "") }) };
}

async function unknownFlag(name: string, shown: string, flags: readonly Flag[]): Promise<Failure> {
  const { nearest } = await import("@muster/contract");
  const guess = nearest(
    shown,
    flags.map((flag) => `--${flag.name}`),
  );
  return usageFailure(
    `\`muster ${name}\` has no flag ${shown}.`,
    `${guess === undefined ? "" : `Did you mean ${guess}? `}\`muster ${name} --help\` lists its flags.`,
  );
}

function checkArguments(name: string, { arguments: declared = [] }: Command, args: readonly string[]): void {
  const missing = declared.find((argument, index) => !argument.optional && args[index] === undefined);
  if (missing !== undefined) {
    throw usageFailure(`${missing.name} is missing.`, `${missing.says}. Usage: ${usageOf(name, declared)}`);
  }
  const extra = args[declared.length];
  if (extra !== undefined && !declared.some(({ repeats }) => repeats)) {
    throw usageFailure(`"${extra}" is one argument too many.`, `Usage: ${usageOf(name, declared)}`);
  }
  for (const [index, { name: argument, completes }] of declared.entries()) {
    const word = args[index];
    if (word !== undefined && Array.isArray(completes) && !completes.includes(word)) {
      throw usageFailure(`"${word}" is no ${argument}.`, `Choose one of: ${completes.join(", ")}.`);
    }
  }
}

export function usageOf(name: string, declared: Command["arguments"] = []): string {
  const words = declared.map((argument) => {
    const shown = argument.repeats ? `${argument.name}...` : argument.name;
    return argument.optional ? `[${shown}]` : shown;
  });
  return ["muster", name, ...words, "[flags]"].join(" ");
}
