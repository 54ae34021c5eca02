import { check, describeProblems, type FromWire, fromWire, type JsonSchema, jsonSchema } from "@muster/contract";
import type { Reply } from "./reply.ts";

type Schema = Parameters<typeof fromWire>[0];
export type Invalid = Extract<Reply, { kind: "invalid" }>;
export type Read<Value> = Readonly<{ kind: "read"; value: Value }> | Invalid;

type ReadOptions = Readonly<{ dropUnknownWords?: boolean }>;

/**
 * The text of a step as a value of the domain. Fields that the schema does not name are dropped; on request also optional
 * words that its enumerations do not know.
 */
export function readOutput<Model extends Schema>(
  schema: Model,
  output: string,
  { dropUnknownWords = false }: ReadOptions = {},
): Read<FromWire<Model>> {
  const parsed = parseJson(output);
  if (parsed.kind === "invalid") return parsed;
  const node = jsonSchema(schema);
  const value = withLists(node, parsed.value);
  let checked = check(schema, value, { rejectUnknown: false });
  if (checked.kind === "invalid" && dropUnknownWords) {
    checked = check(schema, withKnownWords(node, value), { rejectUnknown: false });
  }
  if (checked.kind === "valid") return { kind: "read", value: fromWire(schema, checked.value) };
  return {
    kind: "invalid",
    found: `output of another form (${describeProblems(checked.problems)})`,
    needed: "the output that this step is known to have",
  };
}

/** Firmware reports zero bytes and broken characters in serial numbers and names; no database takes them. */
const unstorable = /\\u0000|\\ud[89a-f]/i;

const storable = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;

function parseJson(output: string): Read<unknown> {
  try {
    return { kind: "read", value: unstorable.test(output) ? JSON.parse(output, storable) : JSON.parse(output) };
  } catch {
    const start = JSON.stringify(output.slice(0, 40));
    return { kind: "invalid", found: output === "" ? "no output" : `output that begins with ${start}`, needed: "JSON" };
  }
}

/** Agents write an empty list as null (reference host-side G10), as a whole and where a list is required. */
function withLists({ type, required = [], properties = {} }: JsonSchema, value: unknown): unknown {
  if (type === "array") return value ?? [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const source: Readonly<Record<string, unknown>> = { ...value };
  const missing = required.filter((name) => properties[name]?.type === "array" && (source[name] ?? null) === null);
  return missing.length === 0 ? value : { ...source, ...Object.fromEntries(missing.map((name) => [name, []])) };
}

function withKnownWords({ type, required = [], properties = {}, items }: JsonSchema, value: unknown): unknown {
  if (type === "array" && items && Array.isArray(value)) return value.map((item) => withKnownWords(items, item));
  if (type !== "object" || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (node === undefined) return [];
    const isUnknownWord = node.enum && typeof field === "string" && !node.enum.includes(field);
    return isUnknownWord && !required.includes(name) ? [] : [[name, withKnownWords(node, field)]];
  });
  return Object.fromEntries(fields);
}
