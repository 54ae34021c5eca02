import { linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, type Stats, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ProblemCode } from "../problem-codes.ts";
import { setOwnership, writeFile } from "./file-writes.ts";
import { type Root, statsOf } from "./root.ts";
import type { Ownership, Want, WantedDirectory, WantedFile, WantedHardLink, WantedLink, WantedNoLink } from "./want.ts";

/** What is to be done about one path. Looking changes nothing; `perform` does it. */
export type Finding =
  | Readonly<{ kind: "same" }>
  | Readonly<{ kind: "change"; says: string; perform: () => void }>
  | Readonly<{ kind: "refuse"; code: ProblemCode; found: string }>;

export type Site = Readonly<{
  root: Root;
  setOwners: boolean;
  /** Real paths that the config asks for, and the directories above them. */
  kept: ReadonlySet<string>;
}>;

const same: Finding = { kind: "same" };
const change = (says: string, perform: () => void): Finding => ({ kind: "change", says, perform });

export function inspect(want: Want, site: Site): Finding {
  const located = site.root.locate(want.path);
  if (located.kind === "blocked") return { kind: "refuse", code: "cannot_reach", found: located.found };
  const { real } = located;
  const stats = statsOf(real);
  switch (want.kind) {
    case "file":
      return inspectFile(want, real, stats, site);
    case "directory":
      return inspectDirectory(want, real, stats, site);
    case "link":
      return inspectLink(want, real, stats, site);
    case "hard link":
      return inspectHardLink(want, real, stats, site);
    case "no link":
      return inspectNoLink(want, real, stats);
  }
}

function inspectFile(want: WantedFile, real: string, stats: Stats | null, site: Site): Finding {
  const create = (content: Uint8Array, owners: Ownership) => () => {
    site.root.makeParents(real);
    if (stats && !stats.isFile()) rmSync(real, { recursive: true });
    writeFile(real, content, owners, site.setOwners);
  };
  const fresh = { mode: want.mode ?? 0o644, uid: want.uid ?? 0, gid: want.gid ?? 0 };
  const append = want.append ?? new Uint8Array();
  if (!stats) return change("made", create(Buffer.concat([want.content ?? new Uint8Array(), append]), fresh));
  if (!stats.isFile()) {
    return want.overwrite && want.content
      ? change("replaced", create(Buffer.concat([want.content, append]), fresh))
      : occupied(stats);
  }
  const before = readFileSync(real);
  // A second run finds the end of the file as the first one left it.
  const isAppended = before.subarray(before.length - append.length).equals(append) && before.length >= append.length;
  const after = want.content
    ? Buffer.concat([want.content, append])
    : isAppended
      ? before
      : Buffer.concat([before, append]);
  const kept = { mode: stats.mode & 0o7777, uid: stats.uid, gid: stats.gid };
  const owners = want.keepsOwner ? kept : want.overwrite ? fresh : { ...kept, ...chosen(want) };
  if (!before.equals(after)) {
    return want.content && !want.overwrite
      ? occupied(stats, "other contents")
      : change("written", create(after, owners));
  }
  return ownership(real, stats, owners, site);
}

function inspectDirectory(want: WantedDirectory, real: string, stats: Stats | null, site: Site): Finding {
  const fresh = { mode: want.mode ?? 0o755, uid: want.uid ?? 0, gid: want.gid ?? 0 };
  if (!stats?.isDirectory()) {
    if (stats && !want.overwrite) return occupied(stats);
    return change(stats ? "replaced" : "made", () => {
      site.root.makeParents(real);
      if (stats) rmSync(real);
      mkdirSync(real);
      setOwnership(real, fresh, site.setOwners);
    });
  }
  const extra = want.overwrite ? strangers(real, site.kept) : [];
  const kept = { mode: stats.mode & 0o7777, uid: stats.uid, gid: stats.gid };
  const owners = want.overwrite ? fresh : { ...kept, ...chosen(want) };
  if (extra.length === 0) return ownership(real, stats, owners, site);
  return change("emptied", () => {
    for (const path of extra) rmSync(path, { recursive: true });
    setOwnership(real, owners, site.setOwners);
  });
}

/** What is in a directory that starts anew, and does not come from the config. */
function strangers(real: string, kept: ReadonlySet<string>): string[] {
  return readdirSync(real).flatMap((name) => {
    const path = join(real, name);
    if (!kept.has(path)) return [path];
    return statsOf(path)?.isDirectory() ? strangers(path, kept) : [];
  });
}

function inspectLink(want: WantedLink, real: string, stats: Stats | null, site: Site): Finding {
  const fresh = { uid: want.uid ?? 0, gid: want.gid ?? 0 };
  const make = () => {
    site.root.makeParents(real);
    if (stats) rmSync(real, { recursive: true });
    symlinkSync(want.target, real);
    setOwnership(real, fresh, site.setOwners);
  };
  if (!stats) return change("made", make);
  if (stats.isSymbolicLink() && readlinkSync(real) === want.target) {
    return ownership(real, stats, { uid: want.uid ?? stats.uid, gid: want.gid ?? stats.gid }, site);
  }
  if (want.overwrite) return change("replaced", make);
  return stats.isSymbolicLink() ? occupied(stats, "another target") : occupied(stats);
}

function inspectHardLink(want: WantedHardLink, real: string, stats: Stats | null, site: Site): Finding {
  const located = site.root.locate(want.target);
  if (located.kind === "blocked") return { kind: "refuse", code: "cannot_reach", found: located.found };
  const target = statsOf(located.real);
  if (target?.isDirectory() || (!target && !site.kept.has(located.real))) {
    return { kind: "refuse", code: "cannot_link", found: `no file at ${want.target}` };
  }
  if (stats && target && stats.ino === target.ino && stats.dev === target.dev) return same;
  if (stats && !want.overwrite) return occupied(stats);
  return change(stats ? "replaced" : "made", () => {
    site.root.makeParents(real);
    if (stats) rmSync(real, { recursive: true });
    linkSync(located.real, real);
  });
}

function inspectNoLink({ target }: WantedNoLink, real: string, stats: Stats | null): Finding {
  if (!stats?.isSymbolicLink() || (target !== undefined && readlinkSync(real) !== target)) return same;
  return change("removed", () => rmSync(real));
}

function ownership(real: string, stats: Stats, owners: Ownership, { setOwners }: Site): Finding {
  const modeDiffers = owners.mode !== undefined && owners.mode !== (stats.mode & 0o7777);
  const ownerDiffers = setOwners && (owners.uid !== stats.uid || owners.gid !== stats.gid);
  return modeDiffers || ownerDiffers
    ? change("given its mode and owner", () => setOwnership(real, owners, setOwners))
    : same;
}

/** Only what the config says. */
const chosen = ({ mode, uid, gid }: Ownership): Ownership => ({
  ...(mode !== undefined && { mode }),
  ...(uid !== undefined && { uid }),
  ...(gid !== undefined && { gid }),
});

const occupied = (stats: Stats, found = `a ${kindOf(stats)}`): Finding => ({
  kind: "refuse",
  code: "cannot_replace",
  found: `${found} at that path, and overwrite is not set`,
});

const kindOf = (stats: Stats): string =>
  stats.isDirectory()
    ? "directory"
    : stats.isSymbolicLink()
      ? "symbolic link"
      : stats.isFile()
        ? "file"
        : "device or socket";
