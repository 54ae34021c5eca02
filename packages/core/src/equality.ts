const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Whether two plain values hold the same data. Absent and undefined fields are the same; the order of fields is not data. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isRecord(one) || !isRecord(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== other.length) return false;
  for (const key in one) if (!sameValue(one[key], other[key])) return false;
  for (const key in other) if (other[key] !== undefined && !(key in one)) return false;
  return true;
}

/** Those fields of a patch that say something new. */
export function newsIn<Value extends object>(patch: Partial<Value>, of: Value): Partial<Value> {
  const news: Partial<Value> = {};
  for (const key in patch) if (!sameValue(patch[key], of[key])) news[key] = patch[key];
  return news;
}
