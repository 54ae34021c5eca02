// What a person is changing, beside what the service holds. Fields they have not touched follow the service; those that
// somebody else changed meanwhile are named before anything is saved.

export type Edits<Fields> = { readonly [Name in keyof Fields]?: Readonly<{ seen: Fields[Name]; mine: Fields[Name] }> };

export type Conflict<Fields> = {
  readonly [Name in keyof Fields]: Readonly<{ field: Name; theirs: Fields[Name]; mine: Fields[Name] }>;
}[keyof Fields];

export const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export function edit<Fields, Name extends keyof Fields>(
  edits: Edits<Fields>,
  latest: Fields,
  name: Name,
  mine: Fields[Name],
): Edits<Fields> {
  const seen = edits[name]?.seen ?? latest[name];
  const { [name]: _, ...rest } = edits;
  // Back at what the service holds: nothing to save.
  if (same(mine, latest[name])) return rest as Edits<Fields>;
  return { ...edits, [name]: { seen, mine } };
}

export function valuesOf<Fields extends object>(edits: Edits<Fields>, latest: Fields): Fields {
  const values = { ...latest };
  for (const name of namesOf(edits)) {
    const change = edits[name];
    if (change) values[name] = change.mine;
  }
  return values;
}

/** Fields that this person changed and somebody else changed to something different since. */
export function conflictsOf<Fields extends object>(edits: Edits<Fields>, latest: Fields): Conflict<Fields>[] {
  return namesOf(edits).flatMap((field) => {
    const change = edits[field];
    if (!change || same(latest[field], change.seen) || same(latest[field], change.mine)) return [];
    return [{ field, theirs: latest[field], mine: change.mine }];
  });
}

/** The person has seen the other value and keeps theirs. */
export function keepMine<Fields extends object>(edits: Edits<Fields>, latest: Fields): Edits<Fields> {
  const kept: Edits<Fields> = { ...edits };
  const result: { -readonly [Name in keyof Fields]?: Edits<Fields>[Name] } = kept;
  for (const { field, mine } of conflictsOf(edits, latest)) result[field] = { seen: latest[field], mine };
  return result;
}

export function takeTheirs<Fields extends object>(edits: Edits<Fields>, latest: Fields): Edits<Fields> {
  const result: { -readonly [Name in keyof Fields]?: Edits<Fields>[Name] } = { ...edits };
  for (const { field } of conflictsOf(edits, latest)) delete result[field];
  return result;
}

const namesOf = <Fields>(edits: Edits<Fields>): (keyof Fields)[] => Object.keys(edits) as (keyof Fields)[];
