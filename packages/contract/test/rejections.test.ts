// Every schema, every field: a valid value with one thing wrong is refused, and the problem names that thing.
import fc from "fast-check";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { check, type JsonSchema, jsonSchema, models } from "../src/index.ts";
import { describePath } from "../src/problem.ts";
import { arbitraryOf } from "./arbitrary.ts";

type Path = readonly (string | number)[];
type Fault = {
  readonly fault: string;
  readonly kind: "missing" | "unknown" | "wrong";
  /** Where the fault is made. */
  readonly at: Path;
  readonly value: unknown;
};

const absent = Symbol("absent");

const malformed: Readonly<Record<string, readonly string[]>> = {
  uuid: ["not-a-uuid", "3fa85f64-5717-4562-b3fc-2c963f66afa", "3fa85f6457174562b3fc2c963f66afa6"],
  "date-time": ["yesterday", "2026-02-30T12:00:00Z", "2026-01-31 12:00:00"],
  mac: ["52:54:00:12:34", "52:54:00:12:34:5g", "525400123456"],
  ipv4: ["192.168.0", "192.168.0.256", "fd01::1"],
  ipv6: ["fd01:::1", "192.168.0.1", "g::1"],
  ip: ["192.168.0.256", "fd01:::1", "host.example.com"],
  "ip-address": ["192.168.0.256", "192.168.0.1/33", "host.example.com"],
  cidr: ["192.168.0.0", "192.168.0.0/33", "fd01::/129", "192.168.0.0/24/24", "x/24"],
  "ipv4-cidr": ["192.168.0.0", "192.168.0.0/33", "fd01::/48"],
  image: ["", "quay.io/org/na me", "/leading"],
  "rendezvous-ip": ["192.168.0.256", "{{", "host.example.com"],
};

/** Text that no pattern of the contract takes. */
const unmatched = 'a b/"c';

describe.each([...models])("%s", (_, schema) => {
  const node = jsonSchema(schema);
  const [sample] = fc.sample(arbitraryOf(schema, { full: true }), { numRuns: 1, seed: 1 });
  const validator = Compile(schema);
  const cases = faultsOf(node, [], false).map((fault) => ({ ...fault, where: describePath(fault.at) }));

  test("the value that the faults are made in is valid", () => {
    expect(check(schema, sample)).toMatchObject({ kind: "valid" });
  });

  test(`each of ${cases.length} faults is refused, by name`, () => {
    expect(cases.length).toBeGreaterThan(0);
    for (const { fault, kind, at, value, where } of cases) {
      const faulty = withFault(sample, at, value);
      const result = check(schema, faulty);
      const problems = result.kind === "invalid" ? result.problems.map((problem) => [problem.kind, problem.path]) : [];
      expect(problems, `${fault} at ${where}`).toContainEqual([kind, where]);
      expect(validator.Check(faulty), `${fault} at ${where}, by TypeBox`).toBe(false);
    }
  });
});

function faultsOf(node: JsonSchema, at: Path, required: boolean): Fault[] {
  return [
    ...typeFaults(node, at),
    ...missingFaults(node, at, required),
    ...insideFaults(node, at),
    ...valueFaults(node, at),
  ];
}

function typeFaults(node: JsonSchema, at: Path): Fault[] {
  const wrongs: Record<NonNullable<JsonSchema["type"]>, readonly unknown[]> = {
    object: ["text", 1, []],
    array: ["text", {}, false],
    string: [1, true, {}, ["text"]],
    integer: ["1", 1.5, true, []],
    number: ["1", true, {}],
    boolean: ["true", 1, []],
  };
  const values = node.type ? wrongs[node.type] : [];
  return values.map((value) => ({ fault: `${JSON.stringify(value)} for ${node.type}`, kind: "wrong", at, value }));
}

function missingFaults(_: JsonSchema, at: Path, required: boolean): Fault[] {
  return required ? [absent, null].map((value) => ({ fault: "missing", kind: "missing", at, value })) : [];
}

function insideFaults(node: JsonSchema, at: Path): Fault[] {
  if (node.items) return faultsOf(node.items, [...at, 0], false);
  if (!node.properties) {
    const values = node.additionalProperties || {};
    const key = [...at, "some-key"];
    return [...typeFaults(values, key), ...valueFaults(values, key)];
  }
  const properties = Object.entries(node.properties);
  return [
    { fault: "unknown field", kind: "unknown", at: [...at, "no_such_field"], value: 1 },
    ...properties.flatMap(([key, property]) => faultsOf(property, [...at, key], node.required?.includes(key) ?? false)),
  ];
}

function valueFaults(node: JsonSchema, at: Path): Fault[] {
  const wrong = (fault: string, value: unknown): Fault => ({ fault, kind: "wrong", at, value });
  return [
    ...(node.enum ? [wrong("a choice that does not exist", "no-such-choice")] : []),
    ...(node.minimum === undefined ? [] : [wrong("below the minimum", node.minimum - 1)]),
    ...(node.maximum === undefined ? [] : [wrong("above the maximum", node.maximum + 1)]),
    ...(node.maxLength === undefined ? [] : [wrong("too long", "é".repeat(node.maxLength + 1))]),
    ...(node.minLength && node.nullable ? [wrong("too short", "")] : []),
    ...(node.pattern === undefined ? [] : [wrong("against the pattern", unmatched)]),
    ...(node.format === undefined ? [] : (malformed[node.format] ?? []))
      .filter((value) => value !== "" || at.length === 0)
      .map((value) => wrong(`malformed ${node.format}`, value)),
  ];
}

function withFault(value: unknown, [key, ...rest]: Path, fault: unknown): unknown {
  if (key === undefined) return fault;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? withFault(item, rest, fault) : item));
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  const changed = withFault(fields.get(String(key)), rest, fault);
  if (changed === absent) fields.delete(String(key));
  else fields.set(String(key), changed);
  return Object.fromEntries(fields);
}
