// Where snake_case ends: values of the wire become values of the domain, driven by the schema, and back.
import type { Static, TSchema } from "typebox";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";

type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key extends `${infer Head}-${infer Tail}`
    ? `${Head}${Capitalize<CamelKey<Tail>>}`
    : Key;

type Camel<Value> = Value extends readonly (infer Item)[]
  ? Camel<Item>[]
  : Value extends object
    ? { [Key in keyof Value as Key extends string ? CamelKey<Key> : Key]: Camel<Value[Key]> }
    : Value;

/** The domain's form of a wire model: the same data with camelCase names. */
export type FromWire<Schema extends TSchema> = Camel<Static<Schema>>;

/** Fields that the schema does not name are dropped, as are nulls: on this wire null means "not given". */
export function fromWire<Schema extends TSchema>(schema: Schema, value: Static<Schema>): FromWire<Schema> {
  return convert(jsonSchema(schema), value, (wireKey) => [wireKey, camelKey(wireKey)]) as FromWire<Schema>;
}

/** The way back. Fields that are absent, undefined or null in the domain are absent on the wire. */
export function toWire<Schema extends TSchema>(schema: Schema, value: FromWire<Schema>): Static<Schema> {
  return convert(jsonSchema(schema), value, (wireKey) => [camelKey(wireKey), wireKey]) as Static<Schema>;
}

// There are a few hundred keys in all; lists of hosts convert them many thousand times.
const camelKeys = new Map<string, string>();

function camelKey(wireKey: string): string {
  let key = camelKeys.get(wireKey);
  if (key === undefined) {
    key = wireKey.replace(/[-_]([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
    camelKeys.set(wireKey, key);
  }
  return key;
}

function convert(node: JsonSchema, value: unknown, keys: (wireKey: string) => [from: string, to: string]): unknown {
  if (Array.isArray(value)) {
    const items = node.items;
    return items ? value.map((item) => convert(items, item, keys)) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const source = value as Record<string, unknown>;
  if (!node.properties) {
    const values = node.additionalProperties;
    if (typeof values !== "object") return source;
    return Object.fromEntries(Object.entries(source).map(([key, item]) => [key, convert(values, item, keys)]));
  }
  const target: Record<string, unknown> = {};
  for (const [wireKey, property] of Object.entries(node.properties)) {
    const [from, to] = keys(wireKey);
    const item = source[from];
    if (item !== undefined && item !== null) target[to] = convert(property, item, keys);
  }
  return target;
}
