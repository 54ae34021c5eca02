import type { IgnitionConfig } from "../config.ts";
import { type Place, quote, type Report } from "../problem.ts";
import { configShape } from "../shape/config-shape.ts";
import { type AnyShape, isData, keyOf, type ListShape, type ObjectShape } from "../shape/shape.ts";

/** Entries that the specification wants once. The shape says by what they are told apart, and which lists exclude each other. */
export function checkDuplicates(config: IgnitionConfig, report: Report): void {
  walk(configShape, config, [], report);
}

function walk(shape: AnyShape, value: unknown, at: Place, report: Report): void {
  if (shape.kind === "list" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(shape.items, item, [...at, index], report);
  } else if (shape.kind === "object" && isData(value)) {
    for (const [key, field] of Object.entries(shape.fields)) {
      if (field.kind === "list" && !shape.across.includes(key)) {
        checkList(field, value[key], [...at, key], new Set(), "duplicate_entry", report);
      }
      walk(field, value[key], [...at, key], report);
    }
    checkAcross(shape, value, at, report);
  }
}

function checkAcross(shape: ObjectShape, value: Readonly<Record<string, unknown>>, at: Place, report: Report): void {
  const seen = new Set<string>();
  for (const key of shape.across) {
    const field = shape.fields[key];
    const code = field?.kind === "list" && field.merging === "values" ? "kernel_argument_twice" : "duplicate_node";
    if (field?.kind === "list") checkList(field, value[key], [...at, key], seen, code, report);
  }
}

type Code = "duplicate_entry" | "duplicate_node" | "kernel_argument_twice";

function checkList(
  { merging }: ListShape,
  value: unknown,
  at: Place,
  seen: Set<string>,
  code: Code,
  report: Report,
): void {
  if (!Array.isArray(value) || merging === "append") return;
  for (const [index, item] of value.entries()) {
    const key = merging === "values" ? String(item) : keyOf(item, merging);
    if (key !== "" && seen.has(key)) report(code, [...at, index], describe(key, merging !== "values"));
    seen.add(key);
  }
}

/** Sources and keys may hold secrets or be long: names and paths are shown, values of lists are not. */
function describe(key: string, isKey: boolean): string {
  const name = key.slice(key.indexOf(":") + 1);
  return isKey && !/^[a-z]+:/.test(name) ? `a second ${quote(name)}` : "the same value a second time";
}
