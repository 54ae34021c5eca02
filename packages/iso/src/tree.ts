import type { SystemUseEntry } from "./read/rock-ridge.ts";
import type { Source } from "./source.ts";

/** A run of sectors. `length` is in bytes and may end inside the last sector. */
export interface Extent {
  readonly sector: number;
  readonly length: number;
}

/** What a file holds. Files of several trees (and links) that share it are one content, written once. */
export interface FileContent {
  readonly size: number;
  readonly data: Source;
  /** Where the content already lies in the image it was read from. */
  readonly extents: readonly Extent[] | undefined;
}

interface NodeBase {
  /** The name for people: Rock Ridge or Joliet where there is one. */
  readonly name: string;
  /** The name in the directory record, as bytes. */
  readonly identifier: Buffer;
  readonly recordedAt: Buffer;
  readonly flags: number;
  /** Rock Ridge and other entries; empty in a Joliet tree. */
  readonly systemUse: readonly SystemUseEntry[];
}

export interface FileNode extends NodeBase {
  readonly kind: "file";
  readonly content: FileContent;
}

export interface LinkNode extends NodeBase {
  readonly kind: "link";
  readonly target: string;
}

export interface DirectoryNode extends NodeBase {
  readonly kind: "directory";
  readonly children: readonly TreeNode[];
}

export type TreeNode = FileNode | LinkNode | DirectoryNode;

export function splitPath(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Exact names win; then any case; then the shortened names of a tree without Rock Ridge (`IGNINFO.JSO`). */
export function findChild(directory: DirectoryNode, name: string): TreeNode | undefined {
  const lower = name.toLowerCase();
  const short = shortName(name);
  return (
    directory.children.find((child) => child.name === name) ??
    directory.children.find((child) => child.name.toLowerCase() === lower) ??
    directory.children.find((child) => shortName(child.name) === short && child.name === child.name.toUpperCase())
  );
}

export function findNode(root: DirectoryNode, path: string): TreeNode | undefined {
  let node: TreeNode | undefined = root;
  for (const part of splitPath(path)) {
    if (node?.kind !== "directory") return undefined;
    node = findChild(node, part);
  }
  return node;
}

/** Every node below the root with its path, directories before what they hold. */
export function* walk(root: DirectoryNode, prefix = ""): Generator<{ path: string; node: TreeNode }, void, undefined> {
  for (const node of root.children) {
    const path = prefix === "" ? node.name : `${prefix}/${node.name}`;
    yield { path, node };
    if (node.kind === "directory") yield* walk(node, path);
  }
}

/** ISO 9660 level 1: eight characters, a dot, three characters, upper case. */
function shortName(name: string): string {
  const dot = name.lastIndexOf(".");
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, ""];
  return `${base.slice(0, 8)}.${extension.slice(0, 3)}`.toUpperCase();
}
