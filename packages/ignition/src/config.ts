// What an Ignition config says, in the words of the specification (version 3.5; older ones hold a part of it).
// A field that a config's own version does not know is never set: `parseIgnition` drops it with a warning.
import type { IgnitionVersion } from "./version.ts";

export type IgnitionConfig = Readonly<{
  ignition: IgnitionSection;
  kernelArguments?: KernelArguments;
  passwd?: PasswdSection;
  storage?: StorageSection;
  systemd?: SystemdSection;
}>;

export type IgnitionSection = Readonly<{
  version: IgnitionVersion;
  config?: Readonly<{ merge?: readonly Resource[]; replace?: Resource }>;
  proxy?: ProxySettings;
  security?: Readonly<{ tls?: Readonly<{ certificateAuthorities?: readonly Resource[] }> }>;
  timeouts?: Readonly<{ httpResponseHeaders?: number; httpTotal?: number }>;
}>;

export type ProxySettings = Readonly<{ httpProxy?: string; httpsProxy?: string; noProxy?: readonly string[] }>;

/** Bytes from somewhere: inside the config as a `data:` URL, or fetched. */
export type Resource = Readonly<{
  source?: string;
  compression?: string;
  httpHeaders?: readonly HttpHeader[];
  verification?: Readonly<{ hash?: string }>;
}>;

/** Without a value it takes the header of that name away when configs are merged. */
export type HttpHeader = Readonly<{ name: string; value?: string }>;

export type KernelArguments = Readonly<{ shouldExist?: readonly string[]; shouldNotExist?: readonly string[] }>;

export type PasswdSection = Readonly<{ groups?: readonly PasswdGroup[]; users?: readonly PasswdUser[] }>;

export type PasswdGroup = Readonly<{
  name: string;
  gid?: number;
  passwordHash?: string;
  shouldExist?: boolean;
  system?: boolean;
}>;

export type PasswdUser = Readonly<{
  name: string;
  gecos?: string;
  groups?: readonly string[];
  homeDir?: string;
  noCreateHome?: boolean;
  noLogInit?: boolean;
  noUserGroup?: boolean;
  passwordHash?: string;
  primaryGroup?: string;
  shell?: string;
  shouldExist?: boolean;
  sshAuthorizedKeys?: readonly string[];
  system?: boolean;
  uid?: number;
}>;

export type StorageSection = Readonly<{
  directories?: readonly DirectoryNode[];
  disks?: readonly Disk[];
  files?: readonly FileNode[];
  filesystems?: readonly Filesystem[];
  links?: readonly LinkNode[];
  luks?: readonly Luks[];
  raid?: readonly Raid[];
}>;

/** By id or by name, not both. */
export type Owner = Readonly<{ id?: number; name?: string }>;

export type DirectoryNode = Readonly<{
  path: string;
  group?: Owner;
  mode?: number;
  overwrite?: boolean;
  user?: Owner;
}>;

export type FileNode = Readonly<{
  path: string;
  append?: readonly Resource[];
  contents?: Resource;
  group?: Owner;
  mode?: number;
  overwrite?: boolean;
  user?: Owner;
}>;

export type LinkNode = Readonly<{
  path: string;
  target?: string;
  group?: Owner;
  hard?: boolean;
  overwrite?: boolean;
  user?: Owner;
}>;

export type Disk = Readonly<{ device: string; partitions?: readonly Partition[]; wipeTable?: boolean }>;

export type Partition = Readonly<{
  guid?: string;
  label?: string;
  number?: number;
  resize?: boolean;
  shouldExist?: boolean;
  sizeMiB?: number;
  startMiB?: number;
  typeGuid?: string;
  wipePartitionEntry?: boolean;
}>;

export type Raid = Readonly<{
  name: string;
  devices?: readonly string[];
  level?: string;
  options?: readonly string[];
  spares?: number;
}>;

export type Filesystem = Readonly<{
  device: string;
  format?: string;
  label?: string;
  mountOptions?: readonly string[];
  options?: readonly string[];
  path?: string;
  uuid?: string;
  wipeFilesystem?: boolean;
}>;

export type Luks = Readonly<{
  name: string;
  cex?: Readonly<{ enabled?: boolean }>;
  clevis?: Clevis;
  device?: string;
  discard?: boolean;
  keyFile?: Resource;
  label?: string;
  openOptions?: readonly string[];
  options?: readonly string[];
  uuid?: string;
  wipeVolume?: boolean;
}>;

export type Clevis = Readonly<{
  custom?: Readonly<{ config?: string; needsNetwork?: boolean; pin?: string }>;
  tang?: readonly Tang[];
  threshold?: number;
  tpm2?: boolean;
}>;

export type Tang = Readonly<{ url: string; advertisement?: string; thumbprint?: string }>;

export type SystemdSection = Readonly<{ units?: readonly Unit[] }>;

export type Unit = Readonly<{
  name: string;
  contents?: string;
  dropins?: readonly Dropin[];
  enabled?: boolean;
  mask?: boolean;
}>;

export type Dropin = Readonly<{ name: string; contents?: string }>;
