// Sample values of a schema, for fast-check.
import fc from "fast-check";
import type { TSchema } from "typebox";
import { type JsonSchema, jsonSchema } from "../src/index.ts";

type Options = {
  /** Whether nullable fields are sometimes null, as clients may send them. */
  readonly nulls?: boolean;
  /** Whether every optional field is there, and every list has one item. */
  readonly full?: boolean;
};

export function arbitraryOf(schema: TSchema, options: Options = {}): fc.Arbitrary<unknown> {
  return arbitrary(jsonSchema(schema), options);
}

function arbitrary(node: JsonSchema, options: Options): fc.Arbitrary<unknown> {
  const value = notNull(node, options);
  return node.nullable && options.nulls ? fc.option(value, { nil: null }) : value;
}

function notNull(node: JsonSchema, options: Options): fc.Arbitrary<unknown> {
  if (node.enum) return fc.constantFrom(...node.enum);
  switch (node.type) {
    case "object":
      return node.properties ? objectOf(node, options) : mapOf(node, options);
    case "array":
      return fc.array(
        arbitrary(node.items ?? {}, options),
        options.full ? { minLength: 1, maxLength: 1 } : { maxLength: 2 },
      );
    case "string":
      return textOf(node);
    case "integer":
      return fc.integer({ min: node.minimum ?? -1_000_000, max: node.maximum ?? 1_000_000_000 });
    case "number":
      // JSON has no -0.
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number));
    case "boolean":
      return fc.boolean();
    default:
      return fc.jsonValue().map((json) => JSON.parse(JSON.stringify(json)));
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, options: Options): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, node]) => [key, arbitrary(node, options)]));
  return fc.record(fields, { noNullPrototype: true, ...(options.full ? {} : { requiredKeys: [...required] }) });
}

function mapOf({ additionalProperties }: JsonSchema, options: Options): fc.Arbitrary<unknown> {
  const values = arbitrary(additionalProperties || {}, options);
  return fc.dictionary(fc.stringMatching(/^[a-zA-Z0-9._-]{1,12}$/), values, { noNullPrototype: true, maxKeys: 2 });
}

const octet = fc.integer({ min: 0, max: 255 }).map((number) => number.toString(16).padStart(2, "0"));
const ipv4Cidr = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([ip, prefix]) => `${ip}/${prefix}`);
const ipv6Cidr = fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map(([ip, prefix]) => `${ip}/${prefix}`);
const ip = fc.oneof(fc.ipV4(), fc.ipV6());

const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  "date-time": fc
    .date({ min: new Date("0001-01-01T00:00:00.000Z"), max: new Date("9999-12-31T00:00:00.000Z"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  mac: fc.array(octet, { minLength: 6, maxLength: 6 }).map((octets) => octets.join(":")),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  ip: fc.oneof(ip, fc.constant("")),
  "ip-address": fc.oneof(ip, ipv4Cidr, ipv6Cidr),
  cidr: fc.oneof(ipv4Cidr, ipv6Cidr),
  "ipv4-cidr": ipv4Cidr,
  image: fc.stringMatching(/^quay\.io\/[a-z]{1,8}\/[a-z]{1,8}(:[a-z0-9.]{1,8}|@sha256:[0-9a-f]{64})?$/),
  "rendezvous-ip": fc.oneof(ip, fc.constant("{{.RendezvousIP}}")),
};

function textOf({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const known = format === undefined ? undefined : texts[format];
  if (known) return known;
  if (format !== undefined && format !== "binary") throw new Error(`no sample for the format ${format}`);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  return fc
    .string({ minLength: minLength ?? 0, maxLength: maxLength ?? 20, unit: "grapheme" })
    .filter((text) => maxLength === undefined || [...text].length <= maxLength);
}
