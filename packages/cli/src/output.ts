// `-o`: every command that shows something shows it for programs too.
import type { Flag, Invocation, Io } from "./command.ts";

const formats = ["text", "table", "wide", "json", "yaml"] as const;
type Format = (typeof formats)[number];

const flagOf = (offered: readonly Format[], says: string): Flag => ({
  name: "output",
  short: "o",
  value: "FORMAT",
  says,
  completes: offered,
  strict: true,
});

export const outputFlag = flagOf(["text", "json", "yaml"], "Print as text (default), json or yaml");
export const tableFlag = flagOf(["table", "wide", "json", "yaml"], "Print as table (default), wide, json or yaml");

/** `text` is only made when people read it. */
export async function print(
  invocation: Invocation,
  io: Io,
  value: unknown,
  text: (wide: boolean) => string,
): Promise<void> {
  const format = formatOf(invocation);
  if (format === "json") io.out(`${JSON.stringify(value, null, 2)}\n`);
  else if (format === "yaml") io.out((await import("yaml")).stringify(value));
  else io.out(text(format === "wide"));
}

/** What `-o` says; the parser has checked that the command offers it. */
export function formatOf(invocation: Invocation): Format {
  const asked = invocation.value("output");
  return formats.find((candidate) => candidate === asked) ?? "text";
}
