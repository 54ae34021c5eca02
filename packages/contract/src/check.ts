// Checks a value of the wire against a schema, and hands back a clean copy: no nulls, no unknown fields.
// One walk along the schema, never deeper than it: the work is linear in the size of the value, however hostile.
import type { Static, TSchema } from "typebox";
import { formats } from "./formats.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import { nearest } from "./nearest.ts";
import { describeAllowed, describeFound, describePath, type Problem } from "./problem.ts";

export type Checked<Value> =
  | { readonly kind: "valid"; readonly value: Value }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type CheckOptions = {
  /** Whether a field that the schema does not name is a problem; otherwise it is dropped. */
  readonly rejectUnknown?: boolean;
};

/** Enough to mend a request in one go; a hostile body could hold a million. */
const maxProblems = 20;

type Walk = { readonly rejectUnknown: boolean; readonly path: (string | number)[]; readonly problems: Problem[] };

export function check<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  { rejectUnknown = true }: CheckOptions = {},
): Checked<Static<Schema>> {
  const walk: Walk = { rejectUnknown, path: [], problems: [] };
  const clean = read(jsonSchema(schema), value, walk);
  if (walk.problems.length > 0) return { kind: "invalid", problems: walk.problems };
  // The walk has just proved it, field by field.
  return { kind: "valid", value: clean as Static<Schema> };
}

function read(node: JsonSchema, value: unknown, walk: Walk): unknown {
  switch (node.type) {
    case "object":
      return isObject(value) ? readObject(node, value, walk) : wrong(node, value, walk);
    case "array":
      return Array.isArray(value) ? readArray(node, value, walk) : wrong(node, value, walk);
    case undefined:
      return value;
    default:
      return isScalar(node, value) ? canonical(node, value) : wrong(node, value, walk);
  }
}

/** An id is the same in either case; inside, it is compared as text. */
const canonical = (node: JsonSchema, value: unknown): unknown =>
  node.format === "uuid" && typeof value === "string" ? value.toLowerCase() : value;

function readObject(node: JsonSchema, source: Readonly<Record<string, unknown>>, walk: Walk): unknown {
  const { properties, additionalProperties } = node;
  if (!properties) return readMap(additionalProperties || {}, source, walk);
  const target: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(properties)) {
    const item = source[key];
    const required = node.required?.includes(key) ?? false;
    walk.path.push(key);
    if (item === undefined || item === null || (!required && isBlank(property, item))) {
      if (required) report("missing", "nothing", describeAllowed(property), walk);
    } else target[key] = read(property, item, walk);
    walk.path.pop();
  }
  if (walk.rejectUnknown) reportUnknown(properties, source, walk);
  return target;
}

function readMap(values: JsonSchema, source: Readonly<Record<string, unknown>>, walk: Walk): unknown {
  const entries = Object.entries(source).map(([key, item]): [string, unknown] => {
    walk.path.push(key);
    const clean = read(values, item, walk);
    walk.path.pop();
    return [key, clean];
  });
  return Object.fromEntries(entries);
}

function readArray(node: JsonSchema, source: readonly unknown[], walk: Walk): unknown {
  const { items } = node;
  if (!items) return source;
  return source.map((item, index) => {
    walk.path.push(index);
    const clean = read(items, item, walk);
    walk.path.pop();
    return clean;
  });
}

/**
 * Clients written for the system that this wire comes from may send "" where a choice, an id or a network is optional
 * and not given; where null is allowed instead, "" is a value and must be a good one.
 */
function isBlank(node: JsonSchema, value: unknown): boolean {
  return value === "" && !node.nullable && !isScalar(node, value) && node.type === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(node: JsonSchema, value: unknown): boolean {
  switch (node.type) {
    case "string":
      return typeof value === "string" && isText(node, value);
    case "integer":
      // 64 bits on the wire. Above 2^53 the last digits are lost, which no field minds.
      return Number.isInteger(value) && Math.abs(Number(value)) <= 2 ** 63 && isInRange(node, Number(value));
    case "number":
      return typeof value === "number" && Number.isFinite(value) && isInRange(node, value);
    default:
      return typeof value === "boolean";
  }
}

/** No database takes a zero byte or half a character, and no field of the wire means one. */
const isWritable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

function isText(node: JsonSchema, value: string): boolean {
  if (!isWritable(value)) return false;
  if (node.enum) return node.enum.includes(value);
  if (node.minLength !== undefined && characters(value, node.minLength) < node.minLength) return false;
  if (node.maxLength !== undefined && characters(value, node.maxLength) > node.maxLength) return false;
  if (node.format !== undefined && formats[node.format]?.test(value) === false) return false;
  return node.pattern === undefined || patternOf(node.pattern).test(value);
}

/** Characters, not UTF-16 units; counted only where the difference can matter. */
function characters(text: string, limit: number): number {
  return text.length > limit * 2 ? text.length : [...text].length;
}

const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const known = patterns.get(source);
  if (known) return known;
  const pattern = new RegExp(source, "u");
  patterns.set(source, pattern);
  return pattern;
}

function isInRange({ minimum, maximum }: JsonSchema, value: number): boolean {
  return (minimum === undefined || value >= minimum) && (maximum === undefined || value <= maximum);
}

function wrong(node: JsonSchema, value: unknown, walk: Walk): undefined {
  const odd = node.type === "string" && typeof value === "string" && !isWritable(value);
  const allowed = odd ? "text without zero bytes and half characters" : describeAllowed(node);
  report("wrong", describeFound(value, walk.path), allowed, walk);
}

function reportUnknown(
  properties: Readonly<Record<string, JsonSchema>>,
  source: Readonly<Record<string, unknown>>,
  walk: Walk,
): void {
  for (const key of Object.keys(source)) {
    if (walk.problems.length >= maxProblems) return;
    if (Object.hasOwn(properties, key)) continue;
    const names = Object.keys(properties);
    const meant = nearest(key, names);
    walk.path.push(key);
    report("unknown", "a field", meant ? `did you mean ${meant}?` : `known here are ${names.join(", ")}`, walk);
    walk.path.pop();
  }
}

function report(kind: Problem["kind"], found: string, allowed: string, walk: Walk): void {
  if (walk.problems.length < maxProblems) walk.problems.push({ kind, path: describePath(walk.path), found, allowed });
}
