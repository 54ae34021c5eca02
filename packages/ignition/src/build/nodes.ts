import type { DirectoryNode, FileNode, LinkNode, Owner } from "../config.ts";
import { inline } from "../contents.ts";

export type NodeOptions = Readonly<{ mode?: number; overwrite?: boolean; user?: string; group?: string }>;

/** A file with these contents, whatever was there before. */
export const file = (
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, overwrite = true, ...owners }: NodeOptions = {},
): FileNode => ({ path, contents: inline(content), mode, overwrite, ...ownersOf(owners) });

/** Text at the end of a file that the system has. */
export const appendedFile = (path: string, content: string | Uint8Array, owners: NodeOptions = {}): FileNode => ({
  path,
  append: [inline(content)],
  ...ownersOf(owners),
});

export const directory = (path: string, { mode = 0o755, ...owners }: NodeOptions = {}): DirectoryNode => ({
  path,
  mode,
  ...ownersOf(owners),
});

export const link = (path: string, target: string, owners: NodeOptions = {}): LinkNode => ({
  path,
  target,
  overwrite: true,
  ...ownersOf(owners),
});

const ownersOf = ({ user, group }: NodeOptions): { user?: Owner; group?: Owner } => ({
  ...(user === undefined ? {} : { user: { name: user } }),
  ...(group === undefined ? {} : { group: { name: group } }),
});
