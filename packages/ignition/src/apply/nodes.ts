import type { FileNode, IgnitionConfig, Owner } from "../config.ts";
import { type Place, quote, type Report } from "../problem.ts";
import type { Accounts } from "./accounts.ts";
import type { Sources } from "./source.ts";
import type { Ownership, Want } from "./want.ts";

/** Files, directories and links of a config, with their contents at hand. Directories come first, then what is in them. */
export async function wantedNodes(
  { storage = {} }: IgnitionConfig,
  sources: Sources,
  accounts: Accounts,
  report: Report,
): Promise<Want[]> {
  const { directories = [], files = [], links = [] } = storage;
  const wants: Want[] = [];
  for (const [index, node] of directories.entries()) {
    const at = ["storage", "directories", index];
    const { path, overwrite = false } = node;
    wants.push({ kind: "directory", path, overwrite, at, ...ownershipOf(node, accounts, at, report) });
  }
  wants.sort((one, other) => (one.path < other.path ? -1 : 1));
  for (const [index, node] of files.entries()) {
    const want = await wantedFile(node, ["storage", "files", index], sources, accounts, report);
    if (want) wants.push(want);
  }
  for (const [index, node] of links.entries()) {
    const at = ["storage", "links", index];
    const { path, target = "", hard = false, overwrite = false } = node;
    if (hard) wants.push({ kind: "hard link", path, target: absolute(target, path), overwrite, at });
    else wants.push({ kind: "link", path, target, overwrite, at, ...ownershipOf(node, accounts, at, report) });
  }
  return wants;
}

async function wantedFile(
  node: FileNode,
  at: Place,
  sources: Sources,
  accounts: Accounts,
  report: Report,
): Promise<Want | null> {
  const { path, contents, append = [], overwrite = false } = node;
  const content = contents?.source === undefined ? null : await sources.get(contents, [...at, "contents"]);
  if (contents?.source !== undefined && !content) return null;
  const fragments: Uint8Array[] = [];
  for (const [index, fragment] of append.entries()) {
    const bytes = await sources.get(fragment, [...at, "append", index]);
    if (!bytes) return null;
    fragments.push(bytes);
  }
  const owners = ownershipOf(node, accounts, at, report);
  return { kind: "file", path, content, append: Buffer.concat(fragments), overwrite, at, ...owners };
}

type Owned = Readonly<{ mode?: number; user?: Owner; group?: Owner }>;

function ownershipOf({ mode, user, group }: Owned, accounts: Accounts, at: Place, report: Report): Ownership {
  const uid = idOf(user, (name) => accounts.passwd.find(name)?.[2], [...at, "user"], report);
  const gid = idOf(group, (name) => accounts.group.find(name)?.[2], [...at, "group"], report);
  return {
    // Versions up to 3.5 have no use for the special bits: Ignition takes them away too.
    ...(mode !== undefined && { mode: mode & 0o777 }),
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  };
}

function idOf(
  owner: Owner | undefined,
  find: (name: string) => string | undefined,
  at: Place,
  report: Report,
): number | undefined {
  if (!owner?.name) return owner?.id;
  const id = owner.name === "root" ? "0" : find(owner.name);
  if (id === undefined) report("cannot_find_owner", at, `${quote(owner.name)}, which does not exist`);
  return id === undefined ? undefined : Number(id);
}

/** A hard link's target is a path, seen from the directory of the link unless it is absolute. */
const absolute = (target: string, path: string): string =>
  target.startsWith("/") ? target : path.replace(/[^/]*$/, target);
