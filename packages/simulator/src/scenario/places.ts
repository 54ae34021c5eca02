// Where in a YAML text a value stands.
import { type Document, isMap, isNode, isScalar, isSeq, type LineCounter, type Node } from "yaml";

export type Place = Readonly<{ line: number; column: number }>;

type Key = string | number;

/** `clusters[0].hosts` → `["clusters", 0, "hosts"]`. */
export function keysOf(path: string): Key[] {
  return (path.match(/[^.[\]]+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** The place of a value, or of the nearest thing around it that is written down. */
export function placeOf(document: Document, lines: LineCounter, path: string): Place {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const key of keysOf(path)) {
    const next = step(node, key);
    if (next === null) break;
    offset = next.offset;
    node = next.node;
  }
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function step(node: Node | null, key: Key): { node: Node | null; offset: number } | null {
  if (isMap(node)) {
    // One that stands where a list may: its first item is the thing itself.
    if (typeof key === "number") return { node, offset: node.range?.[0] ?? 0 };
    const pair = node.items.find(({ key: name }) => isScalar(name) && name.value === key);
    if (pair === undefined || !isNode(pair.key)) return null;
    return { node: isNode(pair.value) ? pair.value : null, offset: pair.key.range?.[0] ?? 0 };
  }
  if (isSeq(node)) {
    const item =
      typeof key === "number" ? node.items[key] : node.items.find((one) => isScalar(one) && one.value === key);
    return isNode(item) ? { node: item, offset: item.range?.[0] ?? 0 } : null;
  }
  return isScalar(node) ? { node, offset: node.range?.[0] ?? 0 } : null;
}
