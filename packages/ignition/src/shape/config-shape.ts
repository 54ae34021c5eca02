// The specification as a table: every field, the minor version that brought it, and how lists are merged.
import type * as config from "../config.ts";
import { flag, integer, list, object, type ShapeOf, since, text } from "./shape.ts";

const append = "append";
const values = "values";

const resource: ShapeOf<config.Resource> = object({
  source: text,
  compression: text,
  httpHeaders: since(1, list(object({ name: text, value: text }, { required: ["name"] }), ["name"])),
  verification: object({ hash: text }),
});

/** Version 3.0 had no compression for configs and certificates. */
const reference: ShapeOf<config.Resource> = {
  ...resource,
  fields: { ...resource.fields, compression: since(1, text) },
};

const owner: ShapeOf<config.Owner> = object({ id: integer, name: text });

const directory: ShapeOf<config.DirectoryNode> = object(
  { path: text, group: owner, mode: integer, overwrite: flag, user: owner },
  { required: ["path"] },
);

const file: ShapeOf<config.FileNode> = object(
  {
    path: text,
    append: list(resource, append),
    contents: resource,
    group: owner,
    mode: integer,
    overwrite: flag,
    user: owner,
  },
  { required: ["path"] },
);

const link: ShapeOf<config.LinkNode> = object(
  { path: text, target: text, group: owner, hard: flag, overwrite: flag, user: owner },
  { required: ["path"] },
);

const partition: ShapeOf<config.Partition> = object({
  guid: text,
  label: text,
  number: integer,
  resize: since(2, flag),
  shouldExist: flag,
  sizeMiB: integer,
  startMiB: integer,
  typeGuid: text,
  wipePartitionEntry: flag,
});

const disk: ShapeOf<config.Disk> = object(
  { device: text, partitions: list(partition, ["number", "label"]), wipeTable: flag },
  { required: ["device"] },
);

const raid: ShapeOf<config.Raid> = object(
  { name: text, devices: list(text, values), level: text, options: list(text, append), spares: integer },
  { required: ["name"] },
);

const filesystem: ShapeOf<config.Filesystem> = object(
  {
    device: text,
    format: text,
    label: text,
    mountOptions: since(1, list(text, append)),
    options: list(text, append),
    path: text,
    uuid: text,
    wipeFilesystem: flag,
  },
  { required: ["device"] },
);

const clevis: ShapeOf<config.Clevis> = object({
  custom: object({ config: text, needsNetwork: flag, pin: text }),
  tang: list(object({ url: text, advertisement: since(4, text), thumbprint: text }, { required: ["url"] }), ["url"]),
  threshold: integer,
  tpm2: flag,
});

const luks: ShapeOf<config.Luks> = object(
  {
    name: text,
    cex: since(5, object({ enabled: flag })),
    clevis,
    device: text,
    discard: since(4, flag),
    keyFile: resource,
    label: text,
    openOptions: since(4, list(text, append)),
    options: list(text, append),
    uuid: text,
    wipeVolume: flag,
  },
  { required: ["name"] },
);

const storage: ShapeOf<config.StorageSection> = object(
  {
    directories: list(directory, ["path"]),
    disks: list(disk, ["device"]),
    files: list(file, ["path"]),
    filesystems: list(filesystem, ["device"]),
    links: list(link, ["path"]),
    luks: since(2, list(luks, ["name"])),
    raid: list(raid, ["name"]),
  },
  { across: ["directories", "files", "links"] },
);

const user: ShapeOf<config.PasswdUser> = object(
  {
    name: text,
    gecos: text,
    groups: list(text, values),
    homeDir: text,
    noCreateHome: flag,
    noLogInit: flag,
    noUserGroup: flag,
    passwordHash: text,
    primaryGroup: text,
    shell: text,
    shouldExist: since(2, flag),
    sshAuthorizedKeys: list(text, values),
    system: flag,
    uid: integer,
  },
  { required: ["name"] },
);

const group: ShapeOf<config.PasswdGroup> = object(
  { name: text, gid: integer, passwordHash: text, shouldExist: since(2, flag), system: flag },
  { required: ["name"] },
);

const unit: ShapeOf<config.Unit> = object(
  {
    name: text,
    contents: text,
    dropins: list(object({ name: text, contents: text }, { required: ["name"] }), ["name"]),
    enabled: flag,
    mask: flag,
  },
  { required: ["name"] },
);

const ignition: ShapeOf<config.IgnitionSection> = object(
  {
    version: text,
    config: object({ merge: list(reference, ["source"]), replace: reference }),
    proxy: since(1, object({ httpProxy: text, httpsProxy: text, noProxy: list(text, values) })),
    security: object({ tls: object({ certificateAuthorities: list(reference, ["source"]) }) }),
    timeouts: object({ httpResponseHeaders: integer, httpTotal: integer }),
  },
  { required: ["version"] },
);

export const configShape: ShapeOf<config.IgnitionConfig> = object(
  {
    ignition,
    kernelArguments: since(
      3,
      object(
        { shouldExist: list(text, values), shouldNotExist: list(text, values) },
        { across: ["shouldExist", "shouldNotExist"] },
      ),
    ),
    passwd: object({ groups: list(group, ["name"]), users: list(user, ["name"]) }),
    storage,
    systemd: object({ units: list(unit, ["name"]) }),
  },
  { required: ["ignition"] },
);
