import { nearest } from "@muster/contract";
import {
  type Contents,
  embedAreaBytes,
  embeddedSize,
  fileContents,
  type IgnitionConfig,
  summariseIgnition,
} from "@muster/ignition";
import { memorySource } from "@muster/iso";
import type { Command, Io } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { Failure, usageFailure } from "../failure.ts";
import { outputFlag, print } from "../output.ts";
import { columns } from "../text.ts";
import { configArgument, requireConfig } from "./ignition-config.ts";
import { bytesForPeople, writeOut } from "./iso-image.ts";

export const ignitionShow: Command = {
  arguments: [configArgument],
  flags: [
    outputFlag,
    { name: "file", value: "PATH", says: "Print the contents of this file of the config instead" },
    { name: "unit", value: "NAME", says: "Print the contents of this systemd unit instead" },
    { name: "to", value: "OUT", says: "Write the contents of --file to this file", completes: "files" },
    { name: "secrets", says: "Show password hashes and SSH keys, too" },
  ],
  details: () => `Examples
  muster ignition show config.ign
  muster ignition show config.ign --file /etc/hostname
  muster iso extract live.iso --ignition | muster ignition show -`,
  async run(invocation, io) {
    const [file = ""] = invocation.args;
    const [path, unit, out] = ["file", "unit", "to"].map((flag) => invocation.value(flag));
    if (path !== undefined && unit !== undefined) {
      throw usageFailure("--file and --unit are both given.", "Give one of them.");
    }
    if (out !== undefined && path === undefined) throw usageFailure("--to has nothing to write.", "Add --file PATH.");
    const config = await requireConfig(file, io);
    if (path !== undefined) await showFile(config, { file, path, out }, io);
    else if (unit !== undefined) io.out(unitText(config, file, unit));
    else {
      const about = describe(config, invocation.has("secrets"));
      await print(invocation, io, about, () => `${textOf(about).replace(/[^\P{Cc}\n]/gu, "?")}\n`);
    }
    return exitCode.ok;
  },
};

type About = ReturnType<typeof describe>;

function describe(config: IgnitionConfig, secrets: boolean) {
  const { users, ...summary } = summariseIgnition(config);
  const { users: own = [] } = config.passwd ?? {};
  return {
    ...summary,
    users: users.map((user, index) => ({
      ...user,
      ...(secrets && {
        passwordHash: own[index]?.passwordHash ?? null,
        sshAuthorizedKeys: own[index]?.sshAuthorizedKeys ?? [],
      }),
    })),
    embeddedSize: embeddedSize(config),
  };
}

function textOf(about: About): string {
  const nodes = about.nodes.map(({ kind, path, mode, owner, holds }) => [kind, path, mode, owner, holds]);
  const units = about.units.map(({ name, state, dropins, hasContents }) => [
    name,
    state,
    [...(hasContents ? ["a unit of its own"] : []), ...dropins].join(", "),
  ]);
  const users = about.users.map(({ name, groups, sshKeys, hasPassword, ...secret }) => [
    name,
    groups.join(","),
    [`${sshKeys} SSH ${sshKeys === 1 ? "key" : "keys"}`, ...(hasPassword ? ["a password"] : [])].join(", "),
    ...(secret.passwordHash ? [secret.passwordHash] : []),
    ...(secret.sshAuthorizedKeys ?? []),
  ]);
  const size = `${bytesForPeople(about.embeddedSize)} of the ${bytesForPeople(embedAreaBytes)} that images reserve`;
  return [
    columns([
      ["Version", about.version],
      ["In an image", size],
    ]),
    section("Files", nodes),
    section("Units", units),
    section("Users", users),
    section("Groups", about.groups.map(one)),
    section("Kernel arguments", about.kernelArguments.map(one)),
    section("Disks", about.devices.map(one)),
    section("Other configs", about.references.map(one)),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

const one = (text: string): string[] => [text];

function section(title: string, rows: readonly string[][]): string {
  return rows.length === 0 ? "" : `${title}\n${columns(rows, "  ")}`;
}

type Wanted = Readonly<{ file: string; path: string; out: string | undefined }>;

async function showFile(config: IgnitionConfig, { file, path, out }: Wanted, io: Io): Promise<void> {
  const bytes = bytesOf(fileContents(config, path), config, { file, path });
  if (out !== undefined) {
    io.out(await writeOut(memorySource(bytes), out, file === "-" ? [] : [file]));
    return;
  }
  try {
    io.out(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Failure(`${path} holds ${bytes.length} bytes that are no text.`, "Write them to a file with --to OUT.");
  }
}

function bytesOf(contents: Contents | null, config: IgnitionConfig, { file, path }: Omit<Wanted, "out">): Uint8Array {
  switch (contents?.kind) {
    case "bytes":
      return contents.bytes;
    case "broken":
      throw new Failure(`the contents of ${path} cannot be read: found ${contents.found}.`, "Correct the config.");
    case "elsewhere":
      throw new Failure(
        `the contents of ${path} are not in ${file}: a machine fetches them when it boots.`,
        "`muster ignition show FILE` tells from where.",
      );
    case undefined: {
      const paths = (config.storage?.files ?? []).map((each) => each.path);
      throw new Failure(`there is no file ${path} in ${file}.`, suggestion(path, paths, "files"));
    }
  }
}

function unitText({ systemd }: IgnitionConfig, file: string, name: string): string {
  const units = systemd?.units ?? [];
  const unit = units.find((each) => each.name === name);
  if (unit === undefined) {
    const names = units.map((each) => each.name);
    throw new Failure(`there is no unit ${name} in ${file}.`, suggestion(name, names, "units"));
  }
  const dropins = (unit.dropins ?? []).map((dropin) => `# ${name}.d/${dropin.name}\n${ended(dropin.contents ?? "")}`);
  return [...(unit.contents ? [ended(unit.contents)] : []), ...dropins].join("\n");
}

const ended = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);

function suggestion(wanted: string, known: readonly string[], what: string): string {
  const guess = nearest(wanted, known);
  return guess === undefined ? `\`muster ignition show FILE\` lists its ${what}.` : `Did you mean ${guess}?`;
}
