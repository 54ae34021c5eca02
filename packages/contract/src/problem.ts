// What is wrong with a value, as a value: the sentence is made from it at the edge.
import { formats } from "./formats.ts";
import type { JsonSchema } from "./json-schema.ts";

export type Problem = {
  readonly kind: "missing" | "unknown" | "wrong";
  /** Where: `cluster_networks[0].cidr`; empty for the value as a whole. */
  readonly path: string;
  /** What was there, shortened; secrets are never shown. */
  readonly found: string;
  /** What may be there, in words. */
  readonly allowed: string;
};

const maxFound = 80;

/** One sentence for the `reason` of an error body. */
export function describeProblems(problems: readonly Problem[]): string {
  return problems.map(sentence).join("; ");
}

function sentence({ kind, path, found, allowed }: Problem): string {
  const where = path === "" ? "the body" : path;
  if (kind === "missing") return `${where} is missing: give ${allowed}`;
  if (kind === "unknown") return `${where} is not a known field: ${allowed}`;
  return `${where} is ${found}: give ${allowed}`;
}

/** What a schema allows, in words that complete "give …". */
export function describeAllowed(node: JsonSchema): string {
  if (node.enum) return node.enum.length === 1 ? quote(node.enum[0]) : `one of ${node.enum.map(quote).join(", ")}`;
  switch (node.type) {
    case "string":
      return describeText(node);
    case "integer":
      return `a whole number${describeRange(node)}`;
    case "number":
      return `a number${describeRange(node)}`;
    case "boolean":
      return "true or false";
    case "array":
      return "a list";
    case "object":
      return "an object";
    default:
      return "any value";
  }
}

function describeText({ format, pattern, description, minLength, maxLength }: JsonSchema): string {
  const known = format === undefined ? undefined : formats[format];
  if (known) return known.allows;
  if (pattern !== undefined) return description ?? `text that matches ${pattern}`;
  if (minLength !== undefined && maxLength !== undefined) return `text of ${minLength} to ${maxLength} characters`;
  if (minLength !== undefined) return `text of at least ${minLength} characters`;
  if (maxLength !== undefined) return `text of at most ${maxLength} characters`;
  return "text";
}

function describeRange({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

const quote = (value: string | undefined) => (value === "" ? '""' : `${value}`);

// Values under these names, and whatever lies inside them, stay out of messages: messages reach logs.
const secretName =
  /secret|password|token|api_key|credentials|private|certificate|content|ignition|overrides?$|http_headers|proxy|^config$/i;

/** A found value for a message: never a secret, never the inside of an object, never longer than 80 characters. */
export function describeFound(value: unknown, path: readonly (string | number)[]): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (path.some((key) => typeof key === "string" && secretName.test(key))) return "a value that is not shown here";
  return typeof value === "string" ? JSON.stringify(shorten(value)) : String(value);
}

/** `["networks", 0, "cidr"]` → `networks[0].cidr`. */
export function describePath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? shorten(key) : `${text}.${shorten(key)}`;
  }, "");
}

export function shorten(text: string): string {
  return text.length <= maxFound ? text : `${text.slice(0, maxFound - 1)}…`;
}
