import type { PasswdSection } from "../config.ts";
import type { Place } from "../problem.ts";
import type { Accounts } from "./accounts.ts";
import type { Root } from "./root.ts";
import type { Want } from "./want.ts";

export type KeyFile = ".ssh/authorized_keys" | ".ssh/authorized_keys.d/ignition";

/** Home directories of new accounts, and the keys of all. */
export function wantedHomes(
  { users = [] }: PasswdSection,
  known: ReadonlySet<string>,
  accounts: Accounts,
  root: Root,
  keyFile: KeyFile,
): Want[] {
  return users.flatMap((user, index): Want[] => {
    const home = accounts.homeOf(user.name);
    if (user.shouldExist === false || !home) return [];
    const at: Place = ["passwd", "users", index];
    const { uid, gid } = home;
    const directory = (path: string): Want => ({
      kind: "directory",
      path,
      mode: 0o700,
      uid,
      gid,
      overwrite: false,
      at,
    });
    const path = home.path === "/" ? "" : home.path;
    const makesHome = !known.has(user.name) && !user.noCreateHome && path !== "";
    const keys = user.sshAuthorizedKeys ?? [];
    if (keys.length === 0) return makesHome ? [directory(path)] : [];
    const file = `${path}/${keyFile}`;
    const text = withLines(root.readOwnText(file), keys);
    const above = keyFile.split("/").slice(0, -1);
    const directories = above.map((_, depth) => directory(`${path}/${above.slice(0, depth + 1).join("/")}`));
    const content = Buffer.from(text);
    return [
      ...(makesHome ? [directory(path)] : []),
      ...directories,
      { kind: "file", path: file, content, mode: 0o600, uid, gid, overwrite: true, at },
    ];
  });
}

/** The text with those lines that it lacks. */
function withLines(text: string, lines: readonly string[]): string {
  const present = new Set(text.split("\n").map((line) => line.trim()));
  const missing = lines.flatMap((line) => line.split("\n")).map((line) => line.trim());
  const added = missing.filter((line) => line !== "" && !present.has(line));
  const base = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `${base}${added.map((line) => `${line}\n`).join("")}`;
}
