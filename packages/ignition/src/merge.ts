import type { IgnitionConfig } from "./config.ts";
import { readAndCheck } from "./parse.ts";
import { gather, type Outcome } from "./problem.ts";
import { configShape } from "./shape/config-shape.ts";
import { type AnyShape, type Data, isData, keyOf, type ListShape, type ObjectShape } from "./shape/shape.ts";
import { newerOf } from "./version.ts";

/**
 * One config from several, each over those before it, by the rules of the specification: what the later one says wins; lists
 * are matched by key; a file, directory or link replaces whatever has its path. The result has the newest of the versions.
 * Sound configs can make a broken one (an owner by id over one by name), so the result is checked again.
 */
export function mergeIgnition(base: IgnitionConfig, ...overrides: readonly IgnitionConfig[]): Outcome<IgnitionConfig> {
  const { report, problems, warnings } = gather();
  const merged = overrides.reduce<Data>((parent, child) => mergeConfigs(parent, child), base);
  const version = overrides.reduce((newest, { ignition }) => newerOf(newest, ignition.version), base.ignition.version);
  const config = readAndCheck(withVersion(merged, version), version, report);
  return config && problems.length === 0
    ? { kind: "ok", value: config, warnings }
    : { kind: "refused", problems, warnings };
}

const withVersion = ({ ignition, ...rest }: Data, version: string): Data => ({
  ...rest,
  ignition: { ...(isData(ignition) ? ignition : {}), version },
});

const mergeConfigs = (parent: Data, child: Data): Data => mergeObjects(configShape, parent, child);

function mergeObjects(shape: ObjectShape, parent: Data, child: Data): Data {
  const merged: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape.fields)) {
    const own = shape.across.includes(key) ? withoutReplaced(shape, key, parent, child) : parent[key];
    const value = mergeValues(field, own, child[key]);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function mergeValues(shape: AnyShape, parent: unknown, child: unknown): unknown {
  if (parent === undefined) return child;
  if (child === undefined) return parent;
  if (shape.kind === "object" && isData(parent) && isData(child)) return mergeObjects(shape, parent, child);
  if (shape.kind === "list" && Array.isArray(parent)) return mergeLists(shape, parent, child);
  return child;
}

/** The parent's entries keep their places, what only the child has follows. */
function mergeLists({ items, merging }: ListShape, parent: readonly unknown[], child: unknown): unknown {
  if (!Array.isArray(child)) return child;
  if (merging === "append") return [...parent, ...child];
  if (merging === "values") return [...new Set([...parent, ...child])];
  const children = new Map(child.map((item) => [keyOf(item, merging), item]));
  const matched = parent.flatMap((item) => {
    const override = children.get(keyOf(item, merging));
    children.delete(keyOf(item, merging));
    if (override === undefined) return [item];
    return takesAway(override, items) ? [] : [mergeValues(items, item, override)];
  });
  return [...matched, ...children.values()];
}

/** A header without a value removes the parent's. */
const takesAway = (item: unknown, shape: AnyShape): boolean =>
  shape.kind === "object" && "value" in shape.fields && isData(item) && item.value === undefined;

/** The parent's entries of one list, without those that the child has in a list beside it. */
function withoutReplaced(shape: ObjectShape, key: string, parent: Data, child: Data): unknown {
  const own = parent[key];
  const field = shape.fields[key];
  if (!Array.isArray(own) || field?.kind !== "list") return own;
  const name = (item: unknown) => (Array.isArray(field.merging) ? keyOf(item, field.merging) : String(item));
  const others = shape.across.filter((other) => other !== key).flatMap((other) => listOf(child[other]));
  const replaced = new Set(others.map(name));
  return own.filter((item) => !replaced.has(name(item)));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
