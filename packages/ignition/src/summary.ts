import type { FileNode, IgnitionConfig, Owner, Resource, Unit } from "./config.ts";
import { readContents } from "./contents.ts";

/** What a config would do, in short lines for people. Contents, passwords and what a URL asks with are not shown. */
export type Summary = Readonly<{
  version: string;
  nodes: readonly Readonly<{
    kind: "file" | "directory" | "link";
    path: string;
    mode: string;
    owner: string;
    holds: string;
  }>[];
  units: readonly Readonly<{ name: string; state: string; dropins: readonly string[]; hasContents: boolean }>[];
  users: readonly Readonly<{ name: string; groups: readonly string[]; sshKeys: number; hasPassword: boolean }>[];
  groups: readonly string[];
  kernelArguments: readonly string[];
  /** Devices that it formats or encrypts. */
  devices: readonly string[];
  /** Configs that are merged in or take its place. */
  references: readonly string[];
}>;

export function summariseIgnition(config: IgnitionConfig): Summary {
  const { ignition, kernelArguments = {}, passwd = {}, storage = {}, systemd = {} } = config;
  const { shouldExist = [], shouldNotExist = [] } = kernelArguments;
  const { merge = [], replace } = ignition.config ?? {};
  const owned = ({ user, group }: { user?: Owner; group?: Owner }) => `${nameOf(user)}:${nameOf(group)}`;
  return {
    version: ignition.version,
    nodes: [
      ...(storage.directories ?? []).map((node) => ({
        kind: "directory" as const,
        path: node.path,
        mode: octal(node.mode ?? 0o755),
        owner: owned(node),
        holds: "",
      })),
      ...(storage.files ?? []).map((node) => ({
        kind: "file" as const,
        path: node.path,
        mode: octal(node.mode ?? 0o644),
        owner: owned(node),
        holds: holdsOf(node),
      })),
      ...(storage.links ?? []).map((node) => ({
        kind: "link" as const,
        path: node.path,
        mode: "",
        owner: owned(node),
        holds: `${node.hard ? "the same as" : "→"} ${node.target}`,
      })),
    ].sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0)),
    units: (systemd.units ?? []).map((unit) => ({
      name: unit.name,
      state: stateOf(unit),
      dropins: (unit.dropins ?? []).map(({ name }) => name),
      hasContents: Boolean(unit.contents),
    })),
    users: (passwd.users ?? []).map(({ name, groups = [], sshAuthorizedKeys = [], passwordHash }) => ({
      name,
      groups,
      sshKeys: sshAuthorizedKeys.length,
      hasPassword: Boolean(passwordHash),
    })),
    groups: (passwd.groups ?? []).map(({ name }) => name),
    kernelArguments: [...shouldExist.map((each) => `+${each}`), ...shouldNotExist.map((each) => `-${each}`)],
    devices: [
      ...(storage.disks ?? []).map(({ device }) => `disk ${device}`),
      ...(storage.raid ?? []).map(({ name }) => `raid ${name}`),
      ...(storage.luks ?? []).map(({ name, device }) => `luks ${name} on ${device}`),
      ...(storage.filesystems ?? []).map(({ device, format }) => `${format} on ${device}`),
    ],
    references: [
      ...merge.map((resource) => `merge ${originOf(resource)}`),
      ...(replace?.source ? [`replace ${originOf(replace)}`] : []),
    ],
  };
}

const octal = (mode: number): string => `0${mode.toString(8)}`;
const nameOf = ({ id, name }: Owner = {}): string => name || String(id ?? "root");

function holdsOf({ contents, append = [] }: FileNode): string {
  const own = contents?.source === undefined ? [] : [originOf(contents)];
  return [...own, ...append.map((resource) => `+ ${originOf(resource)}`)].join(" ");
}

function originOf(resource: Resource): string {
  const contents = readContents(resource);
  if (contents.kind === "bytes") return `${contents.bytes.length} bytes`;
  if (contents.kind === "broken") return contents.found;
  // Credentials and queries may hold secrets.
  return contents.url.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
}

function stateOf({ enabled, mask }: Unit): string {
  if (mask) return "masked";
  if (enabled === undefined) return mask === false ? "unmasked" : "";
  return enabled ? "enabled" : "disabled";
}
