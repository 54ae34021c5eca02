// Odd forms of the wire: times that were never set, and JSON inside strings (reference walkthrough 2, service 11).
import type { FromWire } from "@muster/contract";
import { toWire } from "@muster/contract";
import type { Instant, ValidationResult } from "@muster/core";
import type { TSchema } from "typebox";

const neverSet = "0001-01-01T00:00:00.000Z";

export const wireTime = (instant: Instant | null): string =>
  instant === null ? neverSet : new Date(instant).toISOString();

// A report is read far more often than it changes, and the object is replaced when it does.
const texts = new WeakMap<object, string>();

function remembered<Value extends object>(value: Value, make: () => unknown): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(make());
  texts.set(value, text);
  return text;
}

/** A report as JSON in a string; undefined when there is none. */
export const wireJson = <Schema extends TSchema, Value extends FromWire<Schema> & object>(
  schema: Schema,
  value: Value | null,
): string | undefined => (value === null ? undefined : remembered(value, () => toWire(schema, value)));

/** A map of reports by some name of their own. */
export const wireJsonMap = <Schema extends TSchema, Value extends FromWire<Schema>>(
  schema: Schema,
  values: Readonly<Record<string, Value>>,
): string | undefined =>
  Object.keys(values).length === 0
    ? undefined
    : remembered(values, () =>
        Object.fromEntries(Object.entries(values).map(([key, value]) => [key, toWire(schema, value)])),
      );

/** `{"<category>": [{"id", "status", "message"}, …]}`, each category sorted by id. */
export const wireValidations = (results: readonly ValidationResult<string>[]): string | undefined =>
  results.length === 0
    ? undefined
    : remembered(results, () => {
        const categories: Record<string, { id: string; status: string; message: string }[]> = {};
        for (const { id, status, message, category } of results.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
          categories[category] ??= [];
          categories[category].push({ id, status, message });
        }
        return categories;
      });
