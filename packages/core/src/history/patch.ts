// What history keeps: flat records, of which each change stores the fields that differ. No field is ever taken away, so a
// patch needs no word for that.
import type { Instant } from "../model/instant.ts";

export type Field = string | number | boolean | readonly string[] | Readonly<Record<string, string | number>>;
export type Patch = Readonly<Record<string, Field>>;

/** How each field of a resource shows in its record; `ignored` ones do not at all. */
export type Projection<Resource> = {
  readonly [Key in keyof Resource]?: "ignored" | ((value: Resource[Key], before: Resource[Key] | undefined) => Patch);
};

/**
 * What changed, or null when nothing did that anyone would look for. Fields that are not projected (reports that are too
 * large to keep twice, settings that may be secret) only leave the moment of their change in `touched`.
 */
export function patchOf<Resource extends object>(
  projection: Projection<Resource>,
  before: Resource | null,
  after: Resource,
  at: Instant,
): Patch | null {
  const patch: Record<string, Field> = {};
  const touched: Record<string, number> = {};
  for (const key in after) {
    const value = after[key];
    const old = before?.[key];
    if (value === old) continue;
    const project = projection[key];
    if (project === "ignored") continue;
    if (project) addNews(patch, project(value, old), before && old !== undefined ? project(old, undefined) : null);
    else if (before) touched[key] = at;
  }
  if (!isEmpty(touched)) patch.touched = touched;
  return Object.keys(patch).length === 0 ? null : patch;
}

function addNews(patch: Record<string, Field>, now: Patch, before: Patch | null): void {
  for (const [key, value] of Object.entries(now)) {
    if (before === null ? !isEmpty(value) : !isSame(value, before[key])) patch[key] = value;
  }
}

const isEmpty = (value: Field): boolean =>
  value === "" || value === false || (typeof value === "object" && Object.keys(value).length === 0);

/** Maps hold what differs already. */
function isSame(value: Field, before: Field | undefined): boolean {
  if (typeof value !== "object") return value === before;
  if (!Array.isArray(value)) return isEmpty(value);
  return (
    Array.isArray(before) && value.length === before.length && value.every((item, index) => item === before[index])
  );
}

/** The record after a change. Maps grow, everything else is replaced. */
export function applyPatch(record: Patch, patch: Patch): Patch {
  const result: Record<string, Field> = { ...record };
  for (const [key, value] of Object.entries(patch)) {
    const before = result[key];
    result[key] = isMap(value) && isMap(before) ? { ...before, ...value } : value;
  }
  return result;
}

const isMap = (value: Field | undefined): value is Readonly<Record<string, string | number>> =>
  typeof value === "object" && !Array.isArray(value);
