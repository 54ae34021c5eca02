// A schema of the contract as the schema object of an OpenAPI document.
import type { TSchema } from "typebox";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";

type Json = { readonly [key: string]: unknown };

/** Models become references by name, except the one that is being described (`inside`). */
export function schemaObject(schema: TSchema, { inside }: { inside?: string } = {}): Json {
  const { title, nullable, assumed, default: otherwise = assumed, ...node } = jsonSchema(schema);
  const annotations = otherwise === undefined ? {} : { default: otherwise };
  if (title !== undefined && title !== inside) {
    const $ref = `#/components/schemas/${title}`;
    return { ...(nullable ? { anyOf: [{ $ref }, { type: "null" }] } : { $ref }), ...annotations };
  }
  const described = { ...node, ...childrenOf(node), ...annotations };
  return nullable ? orNull(described) : described;
}

function childrenOf({ properties, items, additionalProperties }: JsonSchema): Json {
  return {
    ...(properties && { properties: mapValues(properties, (property) => schemaObject(property)) }),
    ...(items && { items: schemaObject(items) }),
    ...(additionalProperties && { additionalProperties: schemaObject(additionalProperties) }),
  };
}

function orNull(described: JsonSchema & Json): Json {
  return {
    ...described,
    type: [described.type, "null"],
    ...(described.enum && { enum: [...described.enum, null] }),
  };
}

function mapValues<Value, Result>(record: Readonly<Record<string, Value>>, map: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
