// Follows the shape through a value: hands back a clean copy without nulls and unknown keys. Never deeper than the shape,
// so the work is linear in the size of the value, however hostile.
import { nearest } from "@muster/contract";
import { type Place, quote, type Report } from "./problem.ts";
import { type AnyShape, type Data, isData, type ListShape, type ObjectShape, type ShapeOf } from "./shape/shape.ts";

const names = { text: "text", integer: "a whole number", flag: "true or false", list: "a list", object: "an object" };

type Walk = Readonly<{
  report: Report;
  minor: number;
  place: (string | number)[];
  broken: Place[];
  counted: { unknown: number };
}>;

/** More are not reported anyway; looking for the nearest known key takes time. */
const mostUnknown = 100;

/**
 * The value in its shape, or null where nothing usable is left. What is broken is reported and left out, with what cannot do
 * without it: `broken` names these places, and only a value without any is whole.
 */
export function read<T>(
  shape: ShapeOf<T> & AnyShape,
  value: unknown,
  minor: number,
  report: Report,
): Readonly<{ value: T | null; broken: readonly Place[] }> {
  const walk: Walk = { report, minor, place: [], broken: [], counted: { unknown: 0 } };
  const clean = readValue(shape, value, walk);
  return { value: isRead<T>(clean) ? clean : null, broken: walk.broken };
}

/** In place of a value that cannot be used. */
const nothing = Symbol("nothing");

/** The walk has proved every field, or left it out. */
const isRead = <T>(clean: unknown): clean is T => clean !== nothing;

function readValue(shape: AnyShape, value: unknown, walk: Walk): unknown {
  switch (shape.kind) {
    case "object":
      return isData(value) ? readObject(shape, value, walk) : wrong(shape, value, walk);
    case "list":
      return Array.isArray(value) ? readList(shape, value, walk) : wrong(shape, value, walk);
    case "text":
      return typeof value === "string" ? value : wrong(shape, value, walk);
    case "integer":
      return Number.isSafeInteger(value) ? value : wrong(shape, value, walk);
    case "flag":
      return typeof value === "boolean" ? value : wrong(shape, value, walk);
  }
}

function readObject({ fields, required }: ObjectShape, value: Data, walk: Walk): Data | typeof nothing {
  const clean: Record<string, unknown> = {};
  let isUsable = true;
  for (const [key, field] of Object.entries(fields)) {
    const item = value[key];
    walk.place.push(key);
    if (item === null || item === undefined) {
      if (required.includes(key)) {
        breaks(walk, "missing", "nothing", { needed: names[field.kind] });
        isUsable = false;
      }
    } else if (field.since <= walk.minor) {
      const read = readValue(field, item, walk);
      if (read !== nothing) clean[key] = read;
      else if (required.includes(key)) isUsable = false;
    } else {
      const version = `3.${field.since}.0`;
      walk.report("newer_key", walk.place, `a key of version ${version} in a config of version 3.${walk.minor}.0`, {
        remedy: `set ignition.version to ${version}, or remove the key: it has no effect`,
      });
    }
    walk.place.pop();
  }
  reportUnknown(fields, value, walk);
  return isUsable ? clean : nothing;
}

function reportUnknown(fields: ObjectShape["fields"], value: Data, { report, place, counted }: Walk): void {
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(fields, key)) continue;
    counted.unknown += 1;
    if (counted.unknown > mostUnknown) return;
    const known = nearest(key, Object.keys(fields));
    report(
      "unknown_key",
      [...place, key],
      "an unknown key",
      known ? { remedy: `write ${known}, if that is meant` } : {},
    );
  }
}

/** A list that lost an item would have others in their places: it goes as a whole. */
function readList({ items }: ListShape, value: readonly unknown[], walk: Walk): unknown[] | typeof nothing {
  const clean = value.map((item, index) => {
    walk.place.push(index);
    const read = readValue(items, item, walk);
    walk.place.pop();
    return read;
  });
  return clean.includes(nothing) ? nothing : clean;
}

function wrong(shape: AnyShape, value: unknown, walk: Walk): typeof nothing {
  breaks(walk, "wrong_type", describe(shape, value), { needed: names[shape.kind] });
  return nothing;
}

function breaks(walk: Walk, code: "missing" | "wrong_type", found: string, more: { needed: string }): void {
  if (walk.broken.length < mostUnknown) walk.broken.push([...walk.place]);
  walk.report(code, walk.place, found, more);
}

/** Text is shown only where a number or a flag belongs: elsewhere it may be a secret. */
function describe({ kind }: AnyShape, value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return kind === "integer" || kind === "flag" ? `the text ${quote(value)}` : "text";
  return String(value);
}
