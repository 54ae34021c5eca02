// Where in the text a problem is. Only texts with problems are walked, in one pass, and never deeper than the problems lie.
import type { Problem } from "./problem.ts";

/** Both count from 1. */
export type Position = Readonly<{ line: number; column: number }>;

/** The places that are looked for, as a tree; an offset is filled in when its value is found. */
type Wanted = { offset: number; readonly below: Map<string, Wanted> };

/**
 * The position of each problem, in the order given: of the value it is about, of the nearest one around it where that is
 * missing, or of the first character that is no JSON.
 */
export function positionsOf(text: string, problems: readonly Problem[]): Position[] {
  const root: Wanted = { offset: 0, below: new Map() };
  const wanted = problems.map(({ path }) => stepsOf(path).reduce(into, root));
  const broken = new Walker(text).walk(root);
  return wanted.map(({ offset }) => positionAt(text, broken ?? offset));
}

export function positionAt(text: string, offset: number): Position {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < lineStart; at = text.indexOf("\n", at + 1)) line += 1;
  return { line, column: (offset === 0 ? 0 : offset - lineStart) + 1 };
}

/** The offset of the first character that makes the text no JSON; undefined where it is. */
export const firstFault = (text: string): number | undefined => new Walker(text).walk({ offset: 0, below: new Map() });

/** `$.storage.files[0]["a b"]` → `storage`, `files`, `0`, `a b`. A key that was shortened matches nothing. */
function stepsOf(path: string): string[] {
  return [...path.matchAll(/\.([\w-]+…?)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)].map(
    ([, key, index, quoted]) => key ?? index ?? String(JSON.parse(quoted ?? '""')),
  );
}

function into({ below, offset }: Wanted, step: string): Wanted {
  const next = below.get(step) ?? { offset, below: new Map() };
  below.set(step, next);
  return next;
}

const simpleEscapes = '"\\/bfnrt';
/** Far deeper than any config; JSON itself has no bound, the stack has. */
const deepest = 1_000;

class Fault extends Error {}
class TooDeep extends Fault {}

/** Reads JSON for its offsets alone. */
class Walker {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Fills in offsets; hands back where the text stops being JSON, if it does. */
  walk(wanted: Wanted): number | undefined {
    try {
      this.#value(wanted, 0);
      this.#space();
      return this.#at < this.#text.length ? this.#at : undefined;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return error instanceof TooDeep ? undefined : this.#at;
    }
  }

  #value(wanted: Wanted | undefined, depth: number): void {
    this.#space();
    if (wanted) place(wanted, this.#at);
    if (depth > deepest) throw new TooDeep();
    const next = this.#text[this.#at];
    if (next === "{") this.#object(wanted, depth);
    else if (next === "[") this.#list(wanted, depth);
    else if (next === '"') this.#string();
    else this.#take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y);
  }

  #object(wanted: Wanted | undefined, depth: number): void {
    this.#items("}", () => {
      this.#space();
      const start = this.#at;
      this.#string();
      const below = wanted && wanted.below.size > 0 ? wanted.below.get(this.#keyFrom(start)) : undefined;
      this.#space();
      this.#take(/:/y);
      this.#value(below, depth + 1);
    });
  }

  #list(wanted: Wanted | undefined, depth: number): void {
    let index = 0;
    this.#items("]", () => {
      this.#value(wanted?.below.get(String(index)), depth + 1);
      index += 1;
    });
  }

  #items(close: string, item: () => void): void {
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] !== close) {
      for (item(), this.#space(); this.#text[this.#at] === ","; this.#space()) {
        this.#at += 1;
        item();
      }
    }
    if (this.#text[this.#at] !== close) throw new Fault();
    this.#at += 1;
  }

  #keyFrom(start: number): string {
    return String(JSON.parse(this.#text.slice(start, this.#at)));
  }

  /** In runs: one pattern over a string of megabytes would exhaust the stack. */
  #string(): void {
    this.#take(/"/y);
    for (;;) {
      this.#take(/[^"\\\p{Cc}]*/uy);
      const next = this.#text[this.#at];
      if (next === "\\") this.#escape();
      else if (next === '"') break;
      else if (next !== undefined && next > "\u001f") this.#at += 1;
      else throw new Fault();
    }
    this.#at += 1;
  }

  #escape(): void {
    if (this.#text[this.#at + 1] === "u") this.#take(/\\u[0-9a-fA-F]{4}/y);
    else if (simpleEscapes.includes(this.#text[this.#at + 1] ?? " ")) this.#at += 2;
    else throw new Fault();
  }

  #space(): void {
    this.#take(/[ \t\r\n]*/y);
  }

  #take(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text);
    if (taken === null) throw new Fault();
    this.#at = pattern.lastIndex;
  }
}

/** What has no place of its own (a missing key) keeps that of the value around it. */
function place(wanted: Wanted, offset: number): void {
  wanted.offset = offset;
  for (const below of wanted.below.values()) place(below, offset);
}
