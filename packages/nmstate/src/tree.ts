/** A YAML document as plain data that remembers offsets. Aliases are the very node they point to. */
export type Tree = Scalar | ListNode | MapNode;

export type Scalar = Readonly<{
  kind: "scalar";
  type: "text" | "integer" | "float" | "flag" | "null";
  text: string;
  at: number;
}>;
export type ListNode = Readonly<{ kind: "list"; items: readonly Tree[]; at: number }>;
export type MapNode = Readonly<{ kind: "map"; entries: readonly Entry[]; at: number }>;
export type Entry = Readonly<{ key: string; keyAt: number; value: Tree }>;

/** The value of the first of these keys that is there: some keys have a second spelling. */
export function get(tree: Tree | undefined, ...keys: readonly string[]): Tree | undefined {
  if (tree?.kind !== "map") return undefined;
  return tree.entries.find((entry) => keys.includes(entry.key))?.value;
}

export const itemsOf = (tree: Tree | undefined): readonly Tree[] => (tree?.kind === "list" ? tree.items : []);

export const textOf = (tree: Tree | undefined): string | null =>
  tree?.kind === "scalar" && tree.type !== "null" ? tree.text : null;

/** Whole numbers, also those in quotes: the library takes both nearly everywhere. */
export function numberOf(tree: Tree | undefined): number | null {
  const text = textOf(tree);
  const value = text === null ? null : integerOf(text);
  return value === null ? null : Number(value);
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ...["1", "true", "yes", "on", "y"].map((word) => [word, true] as const),
  ...["0", "false", "no", "off", "n"].map((word) => [word, false] as const),
]);

/** The library takes these words for a flag, in any case. */
export const flagOf = (tree: Tree | undefined): boolean | null => truths.get(textOf(tree)?.toLowerCase() ?? "") ?? null;

const bases: Readonly<Record<string, RegExp>> = { "0x": /^[0-9a-f]+$/i, "0o": /^[0-7]+$/, "0b": /^[01]+$/ };

export function integerOf(text: string): bigint | null {
  const unsigned = text.replace(/^[-+]/, "");
  const digits = bases[unsigned.slice(0, 2)];
  const sound = digits ? digits.test(unsigned.slice(2)) : /^\d+$/.test(unsigned);
  if (!sound) return null;
  const value = BigInt(unsigned);
  return text.startsWith("-") ? -value : value;
}

/** How a finding names what it saw: short, and never a whole block. */
export function describe(tree: Tree): string {
  if (tree.kind === "map") return "a map";
  if (tree.kind === "list") return "a list";
  if (tree.type === "null") return "nothing";
  const text = tree.text.length > 60 ? `${tree.text.slice(0, 57)}...` : tree.text;
  return tree.type === "text" ? JSON.stringify(text) : text;
}
