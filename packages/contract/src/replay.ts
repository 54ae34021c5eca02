// Builds up what history tells, to any moment.
import type { ResourceKind } from "./models/muster/feed.ts";
import type { HistoryChange } from "./models/muster/history.ts";

export type Replayed = Readonly<{
  kind: ResourceKind;
  id: string;
  at: string;
  state: Readonly<Record<string, unknown>>;
}>;

/** Resources by id as they were at the moment; those deleted by then, or gone elsewhere, are not among them. */
export function replayHistory(changes: Iterable<HistoryChange>, until?: string): ReadonlyMap<string, Replayed> {
  const last = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  const resources = new Map<string, Replayed>();
  for (const { kind, id, at, fate, patch = {} } of changes) {
    if (Date.parse(at) > last) break;
    if (fate === "deleted" || fate === "left") resources.delete(id);
    else resources.set(id, { kind, id, at, state: merged(resources.get(id)?.state ?? {}, patch) });
  }
  return resources;
}

function merged(state: Readonly<Record<string, unknown>>, patch: Readonly<Record<string, unknown>>) {
  const result: Record<string, unknown> = { ...state };
  for (const [key, value] of Object.entries(patch)) {
    const before = result[key];
    result[key] = isMap(value) && isMap(before) ? { ...before, ...value } : value;
  }
  return result;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
