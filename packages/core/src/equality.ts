type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Whether two plain values hold the same data. Absent and undefined fields are the same; the order of fields is not data. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isRecord(one) || !isRecord(other)) return false;
  if (Array.isArray(one)) return Array.isArray(other) && sameItems(one, other);
  return !Array.isArray(other) && sameFields(one, other);
}

// Half of a refresh is comparing: plain loops here cost a third of what iterating over keys of everything does.
function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (!sameValue(one[index], other[index])) return false;
  return true;
}

function sameFields(one: Fields, other: Fields): boolean {
  const keys = Object.keys(one);
  let shared = 0;
  for (const key of keys) {
    const value = other[key];
    if (!sameValue(one[key], value)) return false;
    if (value !== undefined || key in other) shared += 1;
  }
  const others = Object.keys(other);
  if (others.length === shared) return true;
  for (const key of others) if (other[key] !== undefined && !(key in one)) return false;
  return true;
}

/** Those fields of a patch that say something new. */
export function newsIn<Value extends object>(patch: Partial<Value>, of: Value): Partial<Value> {
  const news: Partial<Value> = {};
  for (const key in patch) if (!sameValue(patch[key], of[key])) news[key] = patch[key];
  return news;
}
