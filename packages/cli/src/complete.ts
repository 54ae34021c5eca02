// What could follow on a half-typed command line. The scripts of `muster completion` ask with `muster __complete WORD…`,
// the last word being the one under the cursor, and get one candidate a line: `word<TAB>description`. A line `:files` or
// `:directories` asks the shell for its own completion.
import type { Command, Completes, Flag, HalfTyped, Io } from "./command.ts";
import { commands, findCommand } from "./command-table.ts";
import { commonFlags } from "./parse.ts";

type Candidate = readonly [word: string, description?: string];

export async function complete(words: readonly string[], env: Io["env"] = {}): Promise<string> {
  const current = words.at(-1) ?? "";
  const before = rejoined(words.slice(0, -1));
  const lines = (await candidates(before, current, env)).map((candidate) => candidate.join("\t"));
  return lines.map((line) => `${line}\n`).join("");
}

async function candidates(before: readonly string[], current: string, env: Io["env"]): Promise<Candidate[]> {
  const line = before[0] === "help" ? before.slice(1) : before;
  const found = findCommand(line.filter((word) => !word.startsWith("-")));
  if (found.kind !== "command") return current.startsWith("-") ? [] : commandWords(line, current);
  if (before[0] === "help") return [];
  const command = await found.entry.load();
  const flags = [...(command.flags ?? []), ...commonFlags];
  const typed = halfTyped(flags, before.slice(found.entry.name.split(" ").length), env);

  // bash hands over `--output=js` as three words.
  const [flagWord, prefix] =
    current === "=" ? [before.at(-1), ""] : before.at(-1) === "=" ? [before.at(-2), current] : [before.at(-1), current];
  const flag = flags.find((candidate) => candidate.value !== undefined && isSpelled(candidate, flagWord));
  if (flag !== undefined) return offer(flag.completes, prefix, typed);

  const [, spelled, value] = /^(--[^=]+)=(.*)$/.exec(current) ?? [];
  if (spelled !== undefined && value !== undefined) {
    const attached = flags.find((candidate) => isSpelled(candidate, spelled));
    return (await offer(attached?.completes, value, typed)).map(([word]) => [
      word.startsWith(":") ? word : `${spelled}=${word}`,
    ]);
  }
  if (current.startsWith("-")) {
    return flags.map((candidate): Candidate => [`--${candidate.name}`, candidate.says]).filter(startingWith(current));
  }
  return offer(nextArgument(command, typed.args.length)?.completes, current, typed);
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

/** What the parser would make of the words in front of the cursor, without complaints. */
function halfTyped(flags: readonly Flag[], words: readonly string[], env: Io["env"]): HalfTyped {
  const args: string[] = [];
  const given = new Map<string, string>();
  const rest = words.values();
  for (const word of rest) {
    const [, spelled = word, attached] = /^(--[^=]+)=(.*)$/.exec(word) ?? [];
    const flag = flags.find((candidate) => isSpelled(candidate, spelled));
    if (flag?.value !== undefined) {
      const next = attached ?? rest.next().value ?? "";
      given.set(flag.name, next === "=" ? (rest.next().value ?? "") : next);
    } else if (!word.startsWith("-") && word !== "=") args.push(word);
  }
  return { args, env, value: (name) => given.get(name) };
}

/** bash hands over `http://lab:8090` as five words. */
function rejoined(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [index, word] of words.entries()) {
    const last = joined.length - 1;
    const belongs = last >= 0 && (/^:+$/.test(word) || /^:+$/.test(words[index - 1] ?? ""));
    if (belongs) joined[last] = `${joined[last]}${word}`;
    else joined.push(word);
  }
  return joined;
}

function nextArgument({ arguments: declared = [] }: Command, taken: number) {
  const repeated = declared.findIndex(({ repeats }) => repeats);
  return declared[repeated === -1 ? taken : Math.min(taken, repeated)];
}

function isSpelled(flag: Flag, word: string | undefined): boolean {
  return word === `--${flag.name}` || (flag.short !== undefined && word === `-${flag.short}`);
}

async function offer(completes: Completes | undefined, current: string, typed: HalfTyped): Promise<Candidate[]> {
  if (completes === undefined) return [];
  if (completes === "files" || completes === "directories") return [[`:${completes}`]];
  const words = typeof completes === "function" ? await completes(typed).catch(() => []) : completes;
  return words.map((word): Candidate => [word]).filter(startingWith(current));
}

function startingWith(current: string): (candidate: Candidate) => boolean {
  return ([word]) => word.startsWith(current);
}
