// `-o json|yaml`: every command that shows something shows it for programs too.
import type { Flag, Invocation, Io } from "./command.ts";
import { usageFailure } from "./failure.ts";

const formats = ["text", "json", "yaml"] as const;
type Format = (typeof formats)[number];

export const outputFlag: Flag = {
  name: "output",
  short: "o",
  value: "FORMAT",
  says: "Print as text (default), json or yaml",
  completes: formats,
};

/** `text` is only made when people read it. */
export async function print(invocation: Invocation, io: Io, value: unknown, text: () => string): Promise<void> {
  const format = formatOf(invocation);
  if (format === "json") io.out(`${JSON.stringify(value, null, 2)}\n`);
  else if (format === "yaml") io.out((await import("yaml")).stringify(value));
  else io.out(text());
}

function formatOf(invocation: Invocation): Format {
  const asked = invocation.value("output") ?? "text";
  const format = formats.find((candidate) => candidate === asked);
  if (format === undefined) {
    throw usageFailure(`"${asked}" is no output format.`, `Choose one of: ${formats.join(", ")}.`);
  }
  return format;
}
