import { useState } from "react";
import { type Conflict, conflictsOf, type Edits, edit, keepMine, takeTheirs, valuesOf } from "./draft.ts";

export type Draft<Fields extends object> = Readonly<{
  values: Fields;
  isDirty: boolean;
  changed: readonly (keyof Fields)[];
  conflicts: readonly Conflict<Fields>[];
  set: <Name extends keyof Fields>(name: Name, value: Fields[Name]) => void;
  keepMine: () => void;
  takeTheirs: () => void;
  clear: () => void;
  /** Whether saving would overwrite what somebody else wrote, judged by what the service holds now. */
  conflictsWith: (now: Fields) => readonly Conflict<Fields>[];
}>;

export function useDraft<Fields extends object>(latest: Fields): Draft<Fields> {
  const [edits, setEdits] = useState<Edits<Fields>>({});
  return {
    values: valuesOf(edits, latest),
    isDirty: Object.keys(edits).length > 0,
    changed: Object.keys(edits) as (keyof Fields)[],
    conflicts: conflictsOf(edits, latest),
    set: (name, value) => setEdits((old) => edit(old, latest, name, value)),
    keepMine: () => setEdits((old) => keepMine(old, latest)),
    takeTheirs: () => setEdits((old) => takeTheirs(old, latest)),
    clear: () => setEdits({}),
    conflictsWith: (now) => conflictsOf(edits, now),
  };
}
