// The part of JSON Schema that this contract is written in. Whoever walks schemas needs to know no more than this.
import type { TSchema } from "typebox";

export type JsonSchema = {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly title?: string;
  readonly description?: string;
  /** Filled in for a parameter that is not given. */
  readonly default?: unknown;
  /** What the service assumes when a body does not say; told to readers, never filled in. */
  readonly assumed?: unknown;
  readonly nullable?: true;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: false | JsonSchema;
  readonly items?: JsonSchema;
};

/** TypeBox types say nothing about keywords; a test walks every schema and allows only those above. */
export function jsonSchema(schema: TSchema): JsonSchema {
  return schema as JsonSchema;
}
