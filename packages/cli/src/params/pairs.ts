// `key=value` words → fields of a model of the contract. `a.b=c` reaches into objects.
import { type JsonSchema, nearest } from "@muster/contract";
import { usageFailure } from "../failure.ts";
import { readValue } from "./value.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** `aliases` lets people leave out what the command has said already: `role` for `host_role`. */
export function fieldsFromPairs(
  schema: JsonSchema,
  words: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): Fields {
  const fields: Record<string, unknown> = {};
  for (const word of words) {
    const equals = word.indexOf("=");
    if (equals < 1) throw usageFailure(`"${word}" is no KEY=VALUE.`, `Write it as in ${example(schema)}.`);
    const key = word.slice(0, equals);
    const path = (Object.hasOwn(aliases, key) ? (aliases[key] ?? key) : key).split(".");
    place(fields, path, readValue(schemaAt(schema, path, aliases), word.slice(equals + 1)));
  }
  return fields;
}

function schemaAt(schema: JsonSchema, path: readonly string[], aliases: Readonly<Record<string, string>>): JsonSchema {
  let node = schema;
  for (const [index, key] of path.entries()) {
    const names = Object.keys(node.properties ?? {});
    const next = names.includes(key) ? node.properties?.[key] : undefined;
    if (next === undefined) {
      const before = path
        .slice(0, index)
        .map((part) => `${part}.`)
        .join("");
      const known = index === 0 ? [...names, ...Object.keys(aliases)] : names;
      const guess = nearest(key, known);
      const remedy =
        known.length === 0
          ? `${before.slice(0, -1)} has no fields of its own.`
          : `Known here: ${known.sort().join(", ")}.`;
      throw usageFailure(
        `there is no field ${before}${key} to set.`,
        guess === undefined ? remedy : `Did you mean ${before}${guess}?`,
      );
    }
    node = next;
  }
  return node;
}

function place(fields: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    fields[key] = value;
    return;
  }
  const inner = fields[key];
  const target: Record<string, unknown> = typeof inner === "object" && inner !== null ? { ...inner } : {};
  place(target, rest, value);
  fields[key] = target;
}

const example = ({ properties = {} }: JsonSchema): string => {
  const [first = "key"] = Object.keys(properties);
  return `${first}=value`;
};
