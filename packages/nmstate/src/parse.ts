import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument, type Scalar as YamlScalar } from "yaml";
import { limits, tooDeep } from "./limits.ts";
import type { Finding } from "./problem.ts";
import type { Entry, Tree } from "./tree.ts";

export type Parsed = Readonly<{ tree: Tree | null; findings: readonly Finding[] }>;

const shownErrors = 20;

/** YAML → plain data with offsets. The tree is null where the text is not YAML, or must not be unfolded. */
export function parse(yaml: string): Parsed {
  // Duplicate keys are found below in linear time; "failsafe" because scalars are read as the library reads them.
  const document = parseDocument(yaml, {
    schema: "failsafe",
    prettyErrors: false,
    logLevel: "error",
    uniqueKeys: false,
  });
  if (document.errors.length > 0) {
    return { tree: null, findings: document.errors.slice(0, shownErrors).map(syntaxFinding) };
  }
  const reader = new Reader();
  const tree = reader.read(document.contents, "", 0);
  return { tree: reader.unreadable ? null : tree, findings: reader.findings };
}

function syntaxFinding({
  code,
  message,
  pos,
}: Readonly<{ code: string; message: string; pos: [number, number] }>): Finding {
  if (code === "RESOURCE_EXHAUSTION") return tooDeep(pos[0], "");
  const many = code === "MULTIPLE_DOCS";
  return {
    code: "yaml-syntax",
    at: pos[0],
    path: "",
    found: many ? "a second YAML document" : `broken YAML (${message})`,
    needed: many ? "one document with one host's network" : "well-formed YAML",
    remedy: many
      ? "put each host's network into a document of its own"
      : "mend the indentation, brackets or quotes at this place",
  };
}

class Reader {
  readonly findings: Finding[] = [];
  unreadable = false;
  readonly #anchors = new Map<string, Node>();
  readonly #done = new Map<Node, Readonly<{ tree: Tree; nodes: number }>>();
  readonly #open = new Set<Node>();
  #nodes = 0;

  read(node: Node | null, path: string, depth: number): Tree {
    const at = node?.range?.[0] ?? 0;
    const nothing: Tree = { kind: "scalar", type: "null", text: "", at };
    if (this.unreadable) return nothing;
    if (depth > limits.depth) return this.#stop(tooDeep(at, path), nothing);
    if (isAlias(node)) return this.#follow(node.source, at, path);
    if (++this.#nodes > limits.nodes) return this.#stop(tooManyNodes(at, path), nothing);
    if (node === null) return nothing;

    const before = this.#nodes;
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    this.#open.add(node);
    const tree = this.#readNode(node, path, depth, at) ?? nothing;
    this.#open.delete(node);
    if (node.anchor !== undefined) this.#done.set(node, { tree, nodes: this.#nodes - before + 1 });
    return tree;
  }

  #readNode(node: Node, path: string, depth: number, at: number): Tree | null {
    if (node.tag !== undefined) this.findings.push(tagFinding(node.tag, at, path));
    if (isSeq(node)) {
      const items = node.items.map((item, index) => this.read(asNode(item), `${path}[${index}]`, depth + 1));
      return { kind: "list", items, at };
    }
    if (isMap(node)) return { kind: "map", entries: this.#readEntries(node.items, path, depth), at };
    return isScalar(node) ? { kind: "scalar", at, ...scalar(node) } : null;
  }

  #readEntries(pairs: readonly Readonly<{ key: unknown; value: unknown }>[], path: string, depth: number): Entry[] {
    const entries = new Map<string, Entry>();
    for (const pair of pairs) {
      const key = this.read(asNode(pair.key), path, depth + 1);
      if (this.unreadable) break;
      if (key.kind !== "scalar" || key.type !== "text") {
        this.findings.push(keyFinding(key, path));
        continue;
      }
      const inside = path === "" ? key.text : `${path}.${key.text}`;
      if (entries.has(key.text)) this.findings.push(duplicateFinding(key.text, key.at, inside));
      // The last one stands, as in the library.
      const value = this.read(asNode(pair.value), inside, depth + 1);
      entries.set(key.text, { key: key.text, keyAt: key.at, value });
    }
    return [...entries.values()];
  }

  /** In document order the last anchor of that name is the one meant. */
  #follow(name: string, at: number, path: string): Tree {
    const target = this.#anchors.get(name);
    const nothing: Tree = { kind: "scalar", type: "null", text: "", at };
    if (target === undefined) return this.#stop(aliasFinding(`*${name}, which no anchor defines`, at, path), nothing);
    if (this.#open.has(target)) return this.#stop(cycleFinding(name, at, path), nothing);
    const known = this.#done.get(target);
    this.#nodes += known?.nodes ?? 0;
    if (!known) return nothing;
    return this.#nodes > limits.nodes ? this.#stop(tooManyNodes(at, path), nothing) : known.tree;
  }

  #stop(finding: Finding, instead: Tree): Tree {
    this.unreadable = true;
    this.findings.push(finding);
    return instead;
  }
}

const asNode = (value: unknown): Node | null =>
  isAlias(value) || isMap(value) || isSeq(value) || isScalar(value) ? value : null;

/** As serde_yaml reads plain scalars: YAML 1.2, where `yes` and `007` are text. */
function scalar(node: YamlScalar): Readonly<{ type: "text" | "integer" | "float" | "flag" | "null"; text: string }> {
  const text = typeof node.value === "string" ? node.value : "";
  if (node.type !== "PLAIN" && node.type !== undefined) return { type: "text", text };
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return { type: "null", text };
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(text)) return { type: "flag", text };
  if (/^[-+]?(?:0|[1-9]\d*|0x[\da-fA-F]+|0o[0-7]+|0b[01]+)$/.test(text)) return { type: "integer", text };
  if (/^[-+]?(?:\.(?:inf|Inf|INF)|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)$|^\.(?:nan|NaN|NAN)$/.test(text)) {
    return /^[-+]?0\d+$/.test(text) ? { type: "text", text } : { type: "float", text };
  }
  return { type: "text", text };
}

const tooManyNodes = (at: number, path: string): Finding => ({
  code: "yaml-expansion",
  at,
  path,
  found: `aliases that unfold to more than ${limits.nodes} values`,
  needed: `at most ${limits.nodes} values in one document`,
  remedy: "write the values out instead of nesting aliases",
});

const cycleFinding = (name: string, at: number, path: string): Finding => ({
  code: "yaml-cycle",
  at,
  path,
  found: `alias *${name} inside the value that anchor &${name} names`,
  needed: "a document without circles",
  remedy: "write the value out at this place",
});

const aliasFinding = (found: string, at: number, path: string): Finding => ({
  code: "yaml-syntax",
  at,
  path,
  found,
  needed: "an anchor before each alias",
  remedy: "define the anchor further up, or write the value out",
});

const tagFinding = (tag: string, at: number, path: string): Finding => ({
  code: "yaml-tag",
  at,
  path,
  found: `tag ${tag}`,
  needed: "plain values",
  remedy: "remove the tag; quote the value if it must stay text",
});

const keyFinding = (key: Tree, path: string): Finding => ({
  code: "wrong-type",
  at: key.at,
  path,
  found: key.kind === "scalar" ? `key ${key.text === "" ? "(empty)" : key.text}` : `a ${key.kind} as key`,
  needed: "a name as key",
  remedy: "put the key in quotes if it is meant so, or mend the indentation",
});

const duplicateFinding = (key: string, at: number, path: string): Finding => ({
  code: "duplicate-key",
  at,
  path,
  found: `key ${key} for the second time in one map`,
  needed: "each key once",
  remedy: "keep one of the two",
});
