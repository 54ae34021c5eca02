// What the commands that set fields share: their argument and their help.
import type { JsonSchema } from "@muster/contract";
import type { Argument } from "../command.ts";
import { columns, wrap } from "../text.ts";
import { placeholder } from "./value.ts";

export function pairArgument(schema: JsonSchema): Argument {
  const names = Object.keys(schema.properties ?? {}).map((name) => `${name}=`);
  return {
    name: "KEY=VALUE",
    says: "A field below and its new value",
    optional: true,
    repeats: true,
    completes: async () => names,
  };
}

export function pairHelp(schema: JsonSchema, width: number, example: string): string {
  const rows = Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== "pull_secret")
    .map(([name, field]) => [name, placeholder(field)]);
  const says =
    "LIST is values with commas between them, or JSON. An empty value empties a list. A field inside another is reached with a dot, as in disk_encryption.mode=tang.";
  return `Fields\n${columns(rows, "  ")}\n\n${wrap(says, width)}\n\n  ${example}`;
}
