import fc from "fast-check";
import fastJson from "fast-json-stringify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import {
  check,
  fromWire,
  type JsonSchema,
  jsonSchema,
  models,
  musterModels,
  type RouteDefinition,
  routes,
  toWire,
} from "../src/index.ts";
import { arbitraryOf } from "./arbitrary.ts";
import { modelShapes } from "./reference.ts";

const all = [...models, ...musterModels];
const allRoutes: readonly RouteDefinition[] = Object.values(routes);
const runs = { numRuns: 15 };

describe("the models of the wire", () => {
  test("there are 182, each with the fields, choices and required fields of the reference", () => {
    const shapes = [...models].map(([name, schema]) => {
      const { properties, enum: values, required = [] } = jsonSchema(schema);
      return [name, Object.keys(properties ?? values ?? {}).length, required.join(" ")];
    });
    const byName = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
    expect(shapes.sort(byName)).toEqual([...modelShapes].sort(byName));
    expect(models.size).toBe(182);
  });

  test.each(all)("%s: every sample passes the check, also with nulls for what may be null", (_, schema) => {
    fc.assert(
      fc.property(arbitraryOf(schema, { nulls: true }), (sample) => {
        const result = check(schema, sample);
        expect(result).toMatchObject({ kind: "valid" });
        expect(JSON.stringify(result)).toBe(JSON.stringify({ kind: "valid", value: withoutNulls(schema, sample) }));
      }),
      runs,
    );
  });

  test.each(all)("%s: a sample survives JSON, the domain's names and the serialiser", (_, schema) => {
    const validator = Compile(schema);
    const serialise = fastJson(jsonSchema(schema) as Parameters<typeof fastJson>[0]);
    fc.assert(
      fc.property(arbitraryOf(schema), (sample) => {
        expect(validator.Check(sample)).toBe(true);
        expect(check(schema, JSON.parse(JSON.stringify(sample)))).toEqual({ kind: "valid", value: sample });
        expect(toWire(schema, fromWire(schema, sample))).toEqual(sample);
        expect(JSON.parse(serialise(sample))).toEqual(sample);
      }),
      runs,
    );
  });
});

describe("what schemas are written in", () => {
  const known = new Set(Object.keys(vocabulary()));
  const schemas: [string, TSchema][] = [
    ...all,
    ...allRoutes.flatMap((route): [string, TSchema][] => [
      [`${route.id} params`, route.params],
      [`${route.id} query`, route.query],
      [`${route.id} headers`, route.headers],
      [`${route.id} body`, route.body ?? {}],
      ...Object.entries(route.responses).map(([status, schema]): [string, TSchema] => [
        `${route.id} ${status}`,
        schema ?? {},
      ]),
    ]),
  ];

  test("no schema uses a keyword that the walkers do not know", () => {
    const unknown = schemas.flatMap(([name, schema]) =>
      nodesOf(jsonSchema(schema)).flatMap((node) =>
        Object.keys(node)
          .filter((key) => !known.has(key))
          .map((key) => [name, key]),
      ),
    );
    expect(unknown).toEqual([]);
  });

  test("two fields of one object never get the same name in the domain", () => {
    for (const node of schemas.flatMap(([, schema]) => nodesOf(jsonSchema(schema)))) {
      const names = Object.keys(node.properties ?? {}).map((key) => key.replaceAll(/[-_]/g, "").toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

function nodesOf(node: JsonSchema): JsonSchema[] {
  const children = [
    ...Object.values(node.properties ?? {}),
    ...(node.items ? [node.items] : []),
    ...(node.additionalProperties ? [node.additionalProperties] : []),
  ];
  return [node, ...children.flatMap(nodesOf)];
}

/** Every keyword of JsonSchema: the compiler refuses this object when one is missing or made up. */
function vocabulary(): Record<keyof JsonSchema, true> {
  return {
    type: true,
    title: true,
    description: true,
    default: true,
    assumed: true,
    nullable: true,
    enum: true,
    format: true,
    pattern: true,
    minLength: true,
    maxLength: true,
    minimum: true,
    maximum: true,
    required: true,
    properties: true,
    additionalProperties: true,
    items: true,
  };
}

/** The sample as the check should hand it back: fields in the schema's order, those that are null left out. */
function withoutNulls(schema: TSchema, sample: unknown): unknown {
  return strip(jsonSchema(schema), sample);
}

function strip(node: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(node.items ?? {}, item));
  if (typeof value !== "object" || value === null || !node.properties) return value;
  const source = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(
    Object.entries(node.properties)
      .filter(([key]) => source.has(key) && source.get(key) !== null)
      .map(([key, property]) => [key, strip(property, source.get(key))]),
  );
}
