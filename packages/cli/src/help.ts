import type { Command, CommandEntry, Flag } from "./command.ts";
import { commandGroups } from "./command-table.ts";
import { commonFlags, usageOf } from "./parse.ts";
import { columns } from "./text.ts";

export function overview(): string {
  const width = Math.max(...commandGroups.flatMap((group) => group.commands.map(({ name }) => name.length)));
  const groups = commandGroups.map(({ title, commands }) => `${title}\n${listing(commands, width)}`);
  return `Muster turns bare machines into Kubernetes clusters.

Usage: muster COMMAND [flags]

${groups.join("\n\n")}

\`muster help COMMAND\` explains one of them.
`;
}

export function prefixHelp(prefix: string): string {
  const commands = commandGroups.flatMap((group) => group.commands).filter(({ name }) => name.startsWith(`${prefix} `));
  return `Usage: muster ${prefix} COMMAND [flags]\n\n${listing(commands, 0)}\n`;
}

function listing(commands: readonly CommandEntry[], width: number): string {
  return columns(
    commands.map(({ name, summary }) => [name.padEnd(width), summary]),
    "  ",
  );
}

export function commandHelp({ name, summary }: CommandEntry, command: Command, width: number): string {
  const args = (command.arguments ?? []).map((argument) => [argument.name, argument.says]);
  const parts = [
    `${summary}.`,
    `Usage: ${usageOf(name, command.arguments)}`,
    args.length > 0 ? `Arguments\n${columns(args, "  ")}` : "",
    `Flags\n${columns([...(command.flags ?? []), ...commonFlags].map(flagRow), "  ")}`,
    command.details?.(width) ?? "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function flagRow({ name, short, value, says }: Flag): string[] {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  return [`${short === undefined ? "    " : `-${short}, `}${long}`, says];
}
