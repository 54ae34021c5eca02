import { checkShape } from "../src/check/shape.ts";
import { nodeNmstate } from "../src/node.ts";
import { parse } from "../src/parse.ts";
import { problemCodes } from "../src/problem-codes.ts";
import type { Shape } from "../src/schema/shape.ts";

const nmstate = await nodeNmstate();

export const probes: readonly unknown[] = [
  ...[null, true, "abc", "", "yes", "0x10", "5", 5, 0, -1, 300, 70000, 5_000_000_000, 1.5, [], {}, ["abc"], [null]],
  ...["10.0.0.1", "fd00::1", "192.0.2.0/24", "-3", "+3", { zzz: 1 }, 18_446_744_073_709_551_615n],
];

/** The smallest value that a shape takes. */
function smallest(shape: Shape): unknown {
  switch (shape.kind) {
    case "text":
      return "abc";
    case "whole":
      return 1;
    case "flag":
      return true;
    case "choice":
      return shape.values[0];
    case "address":
      return "fd00::1";
    case "list":
      return [];
    case "fields":
      return Object.fromEntries(
        Object.entries(shape.keys).flatMap(([key, inner]) => (inner.required ? [[key, smallest(inner)]] : [])),
      );
    case "either":
      return smallest(shape.of[0] ?? { kind: "anything" });
    default:
      return {};
  }
}

/** Too rare for a shape of their own: the library's words reach the person in these cases. */
const leftToTheLibrary: ReadonlySet<string> = new Set([
  "bridge.options.stp = 0",
  "bridge.port[0].vlan.trunk-tags[0] = {}",
  'bridge.port[0].vlan.trunk-tags[0].id = "0x10"',
]);

export type Wrap = (value: unknown) => unknown;

/** Every way to put a probe into a value of this shape, with the path of where it went. */
function* mutations(shape: Shape, path: string, wrap: Wrap): Generator<readonly [string, unknown]> {
  for (const probe of probes) yield [`${path} = ${show(probe)}`, wrap(probe)];
  if (shape.kind === "choice")
    for (const word of [...shape.values, ...shape.also]) yield [`${path} = ${word}`, wrap(word)];
  if (shape.kind === "either") for (const one of shape.of) yield* mutations(one, path, wrap);
  if (shape.kind === "list") yield* mutations(shape.of, `${path}[0]`, (value) => wrap([value]));
  if (shape.kind === "dictionary") yield* mutations(shape.of, `${path}.any`, (value) => wrap({ any: value }));
  if (shape.kind !== "fields") return;
  const whole = Object(smallest(shape));
  yield [`${path}.zzz`, wrap({ ...whole, zzz: 1 })];
  for (const [key, inner] of Object.entries(shape.keys)) {
    yield* mutations(inner, `${path}.${key}`, (value) => wrap({ ...whole, [key]: value }));
  }
  for (const [alias, key] of Object.entries(shape.aliases)) {
    yield [`${path}.${alias}`, wrap({ ...whole, [alias]: smallest(shape.keys[key] ?? { kind: "anything" }) })];
  }
}

const show = (value: unknown): string => (typeof value === "bigint" ? String(value) : JSON.stringify(value));
const toYaml = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? `${inner}n` : inner)).replace(/"(\d+)n"/g, "$1");

/** Values of this shape over which checker and library disagree; `wrap` makes a whole document of one. */
export function disagreements(shape: Shape, path: string, wrap: Wrap): string[] {
  const found: string[] = [];
  for (const [what, value] of mutations(shape, path, wrap)) {
    const yaml = toYaml(value);
    const { tree, findings } = parse(yaml);
    const all = [...findings, ...(tree ? checkShape(tree) : [])];
    const sure = all.filter(({ code }) => !problemCodes[code].strict);
    const answer = nmstate.ask(yaml);
    if (sure.length > 0 && answer.kind !== "unreadable")
      found.push(`${what}: only the checker refuses (${sure[0]?.code})`);
    if (all.length === 0 && answer.kind === "unreadable" && !leftToTheLibrary.has(what)) {
      found.push(`${what}: only the library refuses (${answer.text})`);
    }
  }
  return found;
}
