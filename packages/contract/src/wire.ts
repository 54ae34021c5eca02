// Where snake_case ends: values of the wire become values of the domain, driven by the schema, and back.
import type { Static, TSchema } from "typebox";

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

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
};

const camelKey = (key: string) => key.replace(/[-_]([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());

/** Fields that the schema does not name are dropped, as are nulls: on this wire null means "not given". */
export function fromWire<Schema extends TSchema>(schema: Schema, value: Static<Schema>): FromWire<Schema> {
  return convert(schema as JsonSchema, value, (wireKey) => [wireKey, camelKey(wireKey)]) as FromWire<Schema>;
}

export function toWire<Schema extends TSchema>(schema: Schema, value: FromWire<Schema>): Static<Schema> {
  return convert(schema as JsonSchema, value, (wireKey) => [camelKey(wireKey), wireKey]) as Static<Schema>;
}

function convert(schema: JsonSchema, value: unknown, keys: (wireKey: string) => [from: string, to: string]): unknown {
  if (Array.isArray(value)) return schema.items ? value.map((item) => convert(schema.items ?? {}, item, keys)) : value;
  if (typeof value !== "object" || value === null) return value;
  const variant = schema.anyOf?.find((candidate) => candidate.properties ?? candidate.items) ?? schema;
  const source = value as Record<string, unknown>;
  const target: Record<string, unknown> = {};
  if (!variant.properties) {
    const items = Object.values(variant.patternProperties ?? {})[0];
    for (const [key, item] of Object.entries(source)) target[key] = items ? convert(items, item, keys) : item;
    return target;
  }
  for (const [wireKey, property] of Object.entries(variant.properties)) {
    const [from, to] = keys(wireKey);
    const item = source[from];
    if (item !== undefined && item !== null) target[to] = convert(property, item, keys);
  }
  return target;
}
