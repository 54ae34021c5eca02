// Every command. To add one: a file in commands/ that exports a `Command`, and a row here. Only this table is loaded for
// `muster --help`; a command's own file is loaded when it runs.
import type { CommandEntry, CommandGroup } from "./command.ts";

export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Run the service",
    commands: [
      {
        name: "serve",
        summary: "Start the service",
        load: async () => (await import("./commands/serve.ts")).serve,
      },
    ],
  },
  {
    title: "Images and networks of hosts",
    commands: [
      {
        name: "iso inspect",
        summary: "Show what a live image is and what it carries",
        load: async () => (await import("./commands/iso-inspect.ts")).isoInspect,
      },
      {
        name: "iso embed",
        summary: "Put an Ignition config and kernel arguments into a live image",
        load: async () => (await import("./commands/iso-embed.ts")).isoEmbed,
      },
      {
        name: "iso minimal",
        summary: "Make a small live image that fetches its root filesystem",
        load: async () => (await import("./commands/iso-minimal.ts")).isoMinimal,
      },
      {
        name: "iso append",
        summary: "Add files to an image",
        load: async () => (await import("./commands/iso-append.ts")).isoAppend,
      },
      {
        name: "iso extract",
        summary: "Take a file or the Ignition config out of an image",
        load: async () => (await import("./commands/iso-extract.ts")).isoExtract,
      },
      {
        name: "ignition check",
        summary: "Find the mistakes in Ignition configs",
        load: async () => (await import("./commands/ignition-check.ts")).ignitionCheck,
      },
      {
        name: "ignition merge",
        summary: "Make one Ignition config of several",
        load: async () => (await import("./commands/ignition-merge.ts")).ignitionMerge,
      },
      {
        name: "ignition show",
        summary: "Show what an Ignition config does, or one of its files",
        load: async () => (await import("./commands/ignition-show.ts")).ignitionShow,
      },
      {
        name: "nmstate check",
        summary: "Find the mistakes in desired network states",
        load: async () => (await import("./commands/nmstate-check.ts")).nmstateCheck,
      },
      {
        name: "nmstate render",
        summary: "Print the NetworkManager profiles of a desired network state",
        load: async () => (await import("./commands/nmstate-render.ts")).nmstateRender,
      },
    ],
  },
  {
    title: "Services to talk to",
    commands: [
      {
        name: "context list",
        summary: "List the services that are known by name",
        load: async () => (await import("./commands/context/show.ts")).contextList,
      },
      {
        name: "context current",
        summary: "Print the name of the context that commands use",
        load: async () => (await import("./commands/context/show.ts")).contextCurrent,
      },
      {
        name: "context use",
        summary: "Choose the context that commands use",
        load: async () => (await import("./commands/context/change.ts")).contextUse,
      },
      {
        name: "context set",
        summary: "Make a context, or change it",
        load: async () => (await import("./commands/context/change.ts")).contextSet,
      },
      {
        name: "context delete",
        summary: "Forget a context and its token",
        load: async () => (await import("./commands/context/change.ts")).contextDelete,
      },
    ],
  },
  {
    title: "This program",
    commands: [
      {
        name: "completion",
        summary: "Print the completion script for a shell",
        load: async () => (await import("./commands/completion.ts")).completion,
      },
      {
        name: "version",
        summary: "Print the version, the commit, and the Node that runs it",
        load: async () => (await import("./commands/version.ts")).version,
      },
    ],
  },
];

export const commands: readonly CommandEntry[] = commandGroups.flatMap((group) => group.commands);

export type Found = Readonly<
  | { kind: "command"; entry: CommandEntry; rest: readonly string[] }
  /** The first words of several commands, such as `cluster`. */
  | { kind: "prefix"; prefix: string }
  | { kind: "unknown"; word: string }
>;

/** The command with the most words that the line begins with. */
export function findCommand(words: readonly string[]): Found {
  for (let count = Math.min(words.length, 3); count > 0; count -= 1) {
    const name = words.slice(0, count).join(" ");
    const entry = commands.find((candidate) => candidate.name === name);
    if (entry !== undefined) return { kind: "command", entry, rest: words.slice(count) };
    if (words.length === count && commands.some((candidate) => candidate.name.startsWith(`${name} `))) {
      return { kind: "prefix", prefix: name };
    }
  }
  return { kind: "unknown", word: words[0] ?? "" };
}
