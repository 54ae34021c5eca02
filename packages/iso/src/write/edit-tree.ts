import { IsoError } from "../errors.ts";
import { recordFlags } from "../read/directory-record.ts";
import { type DirectoryNode, type FileContent, findChild, splitPath, type TreeNode } from "../tree.ts";
import { checkedPath, jolietIdentifier, shortIdentifier } from "./names.ts";
import { nameEntries, posixAttributes, timestamps } from "./rock-ridge-entries.ts";
import type { TreeToWrite } from "./tree-writer.ts";

export interface NewFile {
  readonly path: string;
  readonly content: FileContent;
  /** Permission bits; 0o444 unless given. */
  readonly mode?: number;
  /** The seven bytes of a directory record. */
  readonly recordedAt: Buffer;
  readonly replace?: boolean;
}

/** The tree with a new file in it, directories made as needed. */
export function putFile(tree: TreeToWrite, file: NewFile): TreeToWrite {
  const root = put(tree, tree.root, checkedPath(file.path), file);
  return { ...tree, root };
}

function put(tree: TreeToWrite, directory: DirectoryNode, path: readonly string[], file: NewFile): DirectoryNode {
  const [name = "", ...rest] = path;
  const existing = findChild(directory, name);
  if (rest.length > 0) {
    if (existing !== undefined && existing.kind !== "directory") {
      throw new IsoError("path_exists", `a file at ${name} where ${file.path} needs a directory`);
    }
    const child = existing ?? newNode(tree, directory, name, file, { kind: "directory", children: [] });
    return withChild(directory, existing, put(tree, child, rest, file));
  }
  if (existing === undefined) {
    return withChild(
      directory,
      undefined,
      newNode(tree, directory, name, file, { kind: "file", content: file.content }),
    );
  }
  if (existing.kind !== "file" || !file.replace) throw new IsoError("path_exists", `${file.path} in the image`);
  return withChild(directory, existing, { ...existing, content: file.content });
}

/** The tree without a file; the same tree when it has none of that path. */
export function removeFile(tree: TreeToWrite, path: string): TreeToWrite {
  return { ...tree, root: remove(tree.root, splitPath(path)) };
}

function remove(directory: DirectoryNode, [name = "", ...rest]: readonly string[]): DirectoryNode {
  const existing = findChild(directory, name);
  if (existing === undefined) return directory;
  if (rest.length === 0) return { ...directory, children: directory.children.filter((child) => child !== existing) };
  return existing.kind === "directory" ? withChild(directory, existing, remove(existing, rest)) : directory;
}

function withChild(directory: DirectoryNode, old: TreeNode | undefined, child: TreeNode): DirectoryNode {
  const others = directory.children.filter((each) => each !== old);
  return { ...directory, children: [...others, child] };
}

type NewKind =
  | { readonly kind: "file"; readonly content: FileContent }
  | { readonly kind: "directory"; readonly children: readonly TreeNode[] };

function newNode<Kind extends NewKind>(
  tree: TreeToWrite,
  parent: DirectoryNode,
  name: string,
  { mode = 0o444, recordedAt }: NewFile,
  kind: Kind,
) {
  const isDirectory = kind.kind === "directory";
  const taken = new Set(parent.children.map((child) => child.identifier.toString("latin1")));
  const posixMode = isDirectory ? 0o040555 : 0o100000 | mode;
  const withSerial = tree.root.systemUse.some(({ signature, raw }) => signature === "PX" && raw.length > 36);
  return {
    ...kind,
    name,
    identifier:
      tree.kind === "joliet" ? jolietIdentifier(name) : Buffer.from(shortIdentifier(name, kind.kind, taken), "latin1"),
    recordedAt,
    flags: isDirectory ? recordFlags.directory : 0,
    systemUse: tree.rockRidge
      ? [...nameEntries(name), posixAttributes(posixMode, isDirectory ? 2 : 1, withSerial), timestamps(recordedAt)]
      : [],
  };
}
