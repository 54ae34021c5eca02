// A flag for each field of a model: `--base-dns-domain TEXT` for base_dns_domain.
import type { JsonSchema } from "@muster/contract";
import type { Flag, Invocation } from "../command.ts";
import type { Fields } from "./pairs.ts";
import { placeholder, readValue } from "./value.ts";

/** Secrets have no flag: command lines are seen by everybody on the machine and end in histories. */
export function fieldFlags(schema: JsonSchema, besides: readonly string[]): Flag[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !besides.includes(name))
    .map(([name, field]) => ({
      name: flagName(name),
      value: placeholder(field),
      says: `${name}${field.assumed === undefined ? "" : ` (${JSON.stringify(field.assumed)} unless said otherwise)`}`,
      ...(field.enum && { completes: field.enum }),
      ...(field.type === "boolean" && { completes: ["true", "false"] }),
      ...(field.type === "array" && { repeats: true }),
    }));
}

/** What the flags of the line say; a flag of a list may be given several times. */
export function fieldsFromFlags(schema: JsonSchema, invocation: Invocation): Fields {
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, unknown][] => {
    const texts = invocation.values(flagName(name));
    if (texts.length === 0) return [];
    if (field.type !== "array") return [[name, readValue(field, texts.at(-1) ?? "")]];
    return [[name, texts.flatMap((text) => readValue(field, text))]];
  });
  return Object.fromEntries(entries);
}

const flagName = (field: string): string => field.replaceAll("_", "-");
