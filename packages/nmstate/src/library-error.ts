import { parse } from "./parse.ts";
import type { Finding } from "./problem.ts";
import { get, itemsOf, type Tree, textOf } from "./tree.ts";

type Place = Readonly<{ at: number; path: string }>;

/** The library's own words as a finding, at the place that they speak of as far as they name one. */
export function explainLibraryError(text: string, yaml: string): Finding {
  const { message, place } = splitPosition(text, yaml);
  return {
    code: "library",
    ...(namedPlace(message, yaml) ?? place),
    found: `a state that the nmstate library refuses: ${shorten(message)}`,
    needed: "a state that it can render",
    remedy: "change what it names",
  };
}

export const libraryFault = (text: string): Finding => ({
  code: "library-fault",
  at: 0,
  path: "",
  found: `a state over which the nmstate library gave up (${text}): it ran out of memory, or met a fault of its own`,
  needed: "a state that it can render",
  remedy:
    "describe fewer interfaces, ports and VLAN ranges; if it is small already, report it together with the document",
});

/** Errors end in a copy of the whole entry now and then. */
const shorten = (message: string): string => (message.length > 300 ? `${message.slice(0, 297)}...` : message);

function splitPosition(message: string, yaml: string): Readonly<{ message: string; place: Place }> {
  const [whole = "", line = "1", column = "1"] = / at line (\d+) column (\d+)$/.exec(message) ?? [];
  let at = 0;
  for (let passed = 1; passed < Number(line); passed++) at = yaml.indexOf("\n", at) + 1;
  const rest = message.slice(0, message.length - whole.length);
  return { message: rest, place: { at: Math.min(at + Number(column) - 1, yaml.length), path: "" } };
}

/**
 * The value that the message quotes, else the part of the state that it speaks of, else the interface that it names (the
 * longest name wins: eth1.101 before eth1).
 */
function namedPlace(message: string, yaml: string): Place | null {
  const { tree } = parse(yaml);
  if (!tree) return null;
  const quoted = new Set(message.match(/(?<=['"`])[^'"`]+(?=['"`])/g));
  const words = new Set(message.split(/[\s'"`,:;()[\]{}=]+/).flatMap((word) => [word, word.replace(/\.$/, "")]));
  const named = itemsOf(get(tree, "interfaces"))
    .map((item, index) => ({ name: get(item, "name"), path: `interfaces[${index}]` }))
    .filter(({ name }) => words.has(textOf(name) ?? ""))
    .sort((one, other) => (textOf(other.name)?.length ?? 0) - (textOf(one.name)?.length ?? 0));
  const [first] = named;
  return (
    placeOfText(quoted, tree, "") ??
    sectionPlace(message, tree) ??
    (first?.name ? { at: first.name.at, path: first.path } : null)
  );
}

function placeOfText(texts: ReadonlySet<string>, tree: Tree, path: string): Place | null {
  if (tree.kind === "scalar") return texts.has(tree.text) ? { at: tree.at, path } : null;
  const inside =
    tree.kind === "list"
      ? tree.items.map((item, index) => ({ value: item, key: `[${index}]` }))
      : tree.entries.map(({ key, value }) => ({ value, key: path === "" ? key : `.${key}` }));
  for (const { value, key } of inside) {
    const place = placeOfText(texts, value, path + key);
    if (place) return place;
  }
  return null;
}

const sectionOf: readonly (readonly [pattern: RegExp, section: string])[] = [
  [/^(?:The next hop interface of desired )?Route '/, "routes"],
  [/^A \w+ Route |^Route with /, "routes"],
  [/route rule|ip-from|ip-to/i, "route-rules"],
  [/DNS|nameserver/, "dns-resolver"],
  [/OVN/, "ovn"],
];

function sectionPlace(message: string, tree: Tree): Place | null {
  const section = sectionOf.find(([pattern]) => pattern.test(message))?.[1];
  const value = section === undefined ? undefined : get(tree, section);
  return section !== undefined && value ? { at: value.at, path: section } : null;
}
