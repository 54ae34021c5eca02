import type {
  DirectoryNode,
  FileNode,
  IgnitionConfig,
  IgnitionSection,
  KernelArguments,
  LinkNode,
  PasswdGroup,
  PasswdUser,
  Unit,
} from "../config.ts";
import type { IgnitionVersion } from "../version.ts";

export type Parts = Readonly<{
  ignition?: Omit<IgnitionSection, "version">;
  directories?: readonly DirectoryNode[];
  files?: readonly FileNode[];
  links?: readonly LinkNode[];
  units?: readonly Unit[];
  users?: readonly PasswdUser[];
  groups?: readonly PasswdGroup[];
  kernelArguments?: KernelArguments;
}>;

/** A config of these parts, sorted by path and name: the same parts in any order are the same config. */
export function ignitionConfig(version: IgnitionVersion, parts: Parts): IgnitionConfig {
  const { ignition = {}, kernelArguments, users = [], groups = [], units = [] } = parts;
  const { directories = [], files = [], links = [] } = parts;
  const storage = {
    ...(directories.length > 0 && { directories: byPath(directories) }),
    ...(files.length > 0 && { files: byPath(files) }),
    ...(links.length > 0 && { links: byPath(links) }),
  };
  const passwd = {
    ...(groups.length > 0 && { groups: byName(groups) }),
    ...(users.length > 0 && { users: byName(users) }),
  };
  return {
    ignition: { version, ...ignition },
    ...(kernelArguments && { kernelArguments }),
    ...(Object.keys(passwd).length > 0 && { passwd }),
    ...(Object.keys(storage).length > 0 && { storage }),
    ...(units.length > 0 && { systemd: { units: byName(units) } }),
  };
}

/** Several parts in one; later ones do not replace earlier ones. */
export function joinParts(...all: readonly Parts[]): Parts {
  return {
    ignition: Object.assign({}, ...all.map(({ ignition }) => ignition)),
    directories: all.flatMap(({ directories = [] }) => directories),
    files: all.flatMap(({ files = [] }) => files),
    links: all.flatMap(({ links = [] }) => links),
    units: all.flatMap(({ units = [] }) => units),
    users: all.flatMap(({ users = [] }) => users),
    groups: all.flatMap(({ groups = [] }) => groups),
  };
}

const byPath = <T extends { path: string }>(entries: readonly T[]): readonly T[] =>
  entries.toSorted((one, other) => compare(one.path, other.path));

const byName = <T extends { name: string }>(entries: readonly T[]): readonly T[] =>
  entries.toSorted((one, other) => compare(one.name, other.name));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
