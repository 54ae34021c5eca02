// Follows the shape through a value: hands back a clean copy without nulls and unknown keys. Never deeper than the shape,
// so the work is linear in the size of the value, however hostile.
import { nearest } from "@muster/contract";
import { quote, type Report } from "./problem.ts";
import { type AnyShape, type Data, isData, type ListShape, type ObjectShape, type ShapeOf } from "./shape/shape.ts";

const names = { text: "text", integer: "a whole number", flag: "true or false", list: "a list", object: "an object" };

type Walk = Readonly<{
  report: Report;
  minor: number;
  place: (string | number)[];
  counted: { broken: number; unknown: number };
}>;

/** More are not reported anyway; looking for the nearest known key takes time. */
const mostUnknown = 100;

/** The value in its shape, or null where something was reported that makes it unusable. */
export function read<T>(shape: ShapeOf<T> & AnyShape, value: unknown, minor: number, report: Report): T | null {
  const walk: Walk = { report, minor, place: [], counted: { broken: 0, unknown: 0 } };
  const clean = readValue(shape, value, walk);
  return isRead<T>(clean, walk) ? clean : null;
}

/** The walk has proved every field, or counted what it could not. */
const isRead = <T>(_clean: unknown, { counted }: Walk): _clean is T => counted.broken === 0;

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

function readObject({ fields, required }: ObjectShape, value: Data, walk: Walk): Data {
  const clean: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const item = value[key];
    walk.place.push(key);
    if (item === null || item === undefined) {
      if (required.includes(key)) breaks(walk, "missing", "nothing", { needed: names[field.kind] });
    } else if (field.since <= walk.minor) {
      clean[key] = readValue(field, item, walk);
    } else {
      const version = `3.${field.since}.0`;
      walk.report("newer_key", walk.place, `a key of version ${version} in a config of version 3.${walk.minor}.0`, {
        remedy: `set ignition.version to ${version}, or remove the key: it has no effect`,
      });
    }
    walk.place.pop();
  }
  reportUnknown(fields, value, walk);
  return clean;
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

function readList({ items }: ListShape, value: readonly unknown[], walk: Walk): unknown[] {
  return value.map((item, index) => {
    walk.place.push(index);
    const clean = readValue(items, item, walk);
    walk.place.pop();
    return clean;
  });
}

function wrong(shape: AnyShape, value: unknown, walk: Walk): undefined {
  breaks(walk, "wrong_type", describe(shape, value), { needed: names[shape.kind] });
}

function breaks(walk: Walk, code: "missing" | "wrong_type", found: string, more: { needed: string }): void {
  walk.counted.broken += 1;
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
