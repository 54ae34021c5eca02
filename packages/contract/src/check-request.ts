// Checks the parts of a request against its route.
import type { Static, TObject, TSchema } from "typebox";
import { type Checked, type CheckOptions, check } from "./check.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import type { Route } from "./routes/route.ts";

type StaticBody<Schema> = Schema extends TSchema ? Static<Schema> : undefined;
type Raw = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The JSON body. The 2021 API never refuses unknown fields. */
export function checkBody<R extends Route>(
  route: R,
  value: unknown,
  options?: CheckOptions,
): Checked<StaticBody<R["body"]>>;
export function checkBody(route: Route, value: unknown, { rejectUnknown = true }: CheckOptions = {}): Checked<unknown> {
  if (route.body === undefined) return { kind: "valid", value: undefined };
  if (value === undefined || value === null) {
    if (route.bodyOptional) return { kind: "valid", value: undefined };
    const allowed = "a JSON body, as this operation's documentation describes it";
    return { kind: "invalid", problems: [{ kind: "missing", path: "", found: "nothing", allowed }] };
  }
  return check(route.body, value, { rejectUnknown: rejectUnknown && route.api !== "v1" });
}

/** The query: `a=1&a=2` and `a=1,2` are the same list; an empty value is one not given. */
export function checkQuery<R extends Route>(route: R, raw: Raw): Checked<Static<R["query"]>> {
  return checkStrings<R["query"]>(route.query, raw);
}

/** The headers that the route names. Names are lower case, as Node hands them over. */
export function checkHeaders<R extends Route>(route: R, raw: Raw): Checked<Static<R["headers"]>> {
  return checkStrings<R["headers"]>(route.headers, raw);
}

/** The parameters in the path. */
export function checkParams<R extends Route>(route: R, raw: Raw): Checked<Static<R["params"]>> {
  return checkStrings<R["params"]>(route.params, raw);
}

function checkStrings<Schema extends TObject>(schema: Schema, raw: Raw): Checked<Static<Schema>> {
  const given: Record<string, unknown> = {};
  for (const [name, node] of fieldsOf(schema)) given[name] = coerce(node, raw[name]) ?? node.default;
  return check(schema, given, { rejectUnknown: false });
}

// Asked three times for each request.
const fields = new WeakMap<TObject, readonly [string, JsonSchema][]>();

function fieldsOf(schema: TObject): readonly [string, JsonSchema][] {
  const known = fields.get(schema) ?? Object.entries(jsonSchema(schema).properties ?? {});
  fields.set(schema, known);
  return known;
}

/** Text becomes what the schema asks for; text that cannot stays, and the check says what is wrong with it. */
function coerce(node: JsonSchema, raw: string | readonly string[] | undefined): unknown {
  if (raw === undefined || raw === "") return undefined;
  if (typeof raw === "string" && node.type !== "array") return coerceScalar(node, raw);
  const texts = (typeof raw === "string" ? [raw] : raw).filter((text) => text !== "");
  if (texts.length === 0) return undefined;
  if (node.type !== "array") return coerceScalar(node, texts.at(-1) ?? "");
  const { items = {} } = node;
  return texts
    .flatMap((text) => text.split(","))
    .filter((text) => text !== "")
    .map((text) => coerceScalar(items, text));
}

function coerceScalar(node: JsonSchema, text: string): unknown {
  if (node.type === "boolean") return booleans.get(text.toLowerCase()) ?? text;
  if (node.type === "integer") return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  return text;
}

// Python clients write True, curl users write 1.
const booleans = new Map([
  ...["true", "1", "yes", "y", "on", "t", "enabled"].map((text) => [text, true] as const),
  ...["false", "0", "no", "n", "off", "f", "disabled"].map((text) => [text, false] as const),
]);
