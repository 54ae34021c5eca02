// What could follow on a half-typed command line. The scripts of `muster completion` ask with `muster __complete WORD…`,
// the last word being the one under the cursor, and get one candidate a line: `word<TAB>description`. A line `:files` or
// `:directories` asks the shell for its own completion.
import type { Command, Completes, Flag } from "./command.ts";
import { commands, findCommand } from "./command-table.ts";
import { commonFlags } from "./parse.ts";

type Candidate = readonly [word: string, description?: string];

export async function complete(words: readonly string[]): Promise<string> {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const lines = (await candidates(before, current)).map((candidate) => candidate.join("\t"));
  return lines.map((line) => `${line}\n`).join("");
}

async function candidates(before: readonly string[], current: string): Promise<Candidate[]> {
  const line = before[0] === "help" ? before.slice(1) : before;
  const found = findCommand(line.filter((word) => !word.startsWith("-")));
  if (found.kind !== "command") return current.startsWith("-") ? [] : commandWords(line, current);
  if (before[0] === "help") return [];
  const command = await found.entry.load();
  const flags = [...(command.flags ?? []), ...commonFlags];

  // bash hands over `--output=js` as three words.
  const [flagWord, prefix] =
    current === "=" ? [before.at(-1), ""] : before.at(-1) === "=" ? [before.at(-2), current] : [before.at(-1), current];
  const flag = flags.find((candidate) => candidate.value !== undefined && isSpelled(candidate, flagWord));
  if (flag !== undefined) return offer(flag.completes, prefix);

  const [, spelled, value] = /^(--[^=]+)=(.*)$/.exec(current) ?? [];
  if (spelled !== undefined && value !== undefined) {
    const attached = flags.find((candidate) => isSpelled(candidate, spelled));
    return offer(attached?.completes, value).map(([word]) => [word.startsWith(":") ? word : `${spelled}=${word}`]);
  }
  if (current.startsWith("-")) {
    return flags.map((candidate): Candidate => [`--${candidate.name}`, candidate.says]).filter(startingWith(current));
  }
  return offer(nextArgument(command, flags, found.rest)?.completes, current);
}

function commandWords(line: readonly string[], current: string): Candidate[] {
  const typed = line.join(" ");
  const found = new Map<string, string>();
  for (const { name, summary } of commands) {
    const rest = typed === "" ? name : name.startsWith(`${typed} `) ? name.slice(typed.length + 1) : "";
    const [word = "", ...more] = rest.split(" ");
    if (word !== "") found.set(word, more.length === 0 ? summary : `Commands about: ${word}`);
  }
  if (typed === "") found.set("help", "Explain a command");
  return [...found].filter(startingWith(current));
}

function nextArgument(command: Command, flags: readonly Flag[], rest: readonly string[]) {
  const values = new Set<number>();
  for (const [index, word] of rest.entries()) {
    if (flags.some((flag) => flag.value !== undefined && isSpelled(flag, word))) values.add(index + 1);
  }
  const taken = rest.filter((word, index) => !word.startsWith("-") && !values.has(index)).length;
  const repeated = command.arguments?.findIndex(({ repeats }) => repeats) ?? -1;
  return command.arguments?.[repeated === -1 ? taken : Math.min(taken, repeated)];
}

function isSpelled(flag: Flag, word: string | undefined): boolean {
  return word === `--${flag.name}` || (flag.short !== undefined && word === `-${flag.short}`);
}

function offer(completes: Completes | undefined, current: string): Candidate[] {
  if (completes === undefined) return [];
  if (completes === "files" || completes === "directories") return [[`:${completes}`]];
  return completes.map((word): Candidate => [word]).filter(startingWith(current));
}

function startingWith(current: string): (candidate: Candidate) => boolean {
  return ([word]) => word.startsWith(current);
}
