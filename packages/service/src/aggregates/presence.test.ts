import type { Host } from "@muster/core";
import { expect, test } from "vitest";
import type { Db } from "../store/database.ts";
import { Presence } from "./presence.ts";

const host = (over: Partial<Host> = {}): Host =>
  ({ id: "h", infraEnvId: "i", status: "known", checkedInAt: 500, clockSeconds: 1, clockReadAt: 500, ...over }) as Host;

/** Counts what would be written. */
function paperDatabase() {
  const statements: unknown[] = [];
  let isAway = false;
  const execute = async (statement: unknown) => {
    if (isAway) throw new Error("the database is away");
    statements.push(statement);
    return { rows: [] };
  };
  return {
    db: { execute } as unknown as Db,
    statements,
    leave: () => {
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
    },
  };
}

test("the last call of a host counts, unless what is stored is newer", () => {
  const presence = new Presence(0);
  expect(presence.refine(host())).toMatchObject({ checkedInAt: 500 });
  presence.record("h", "i", 900, 42);
  expect(presence.refine(host())).toMatchObject({ checkedInAt: 900, clockSeconds: 42, clockReadAt: 900 });
  expect(presence.refine(host({ checkedInAt: 950 }))).toMatchObject({ checkedInAt: 950, clockSeconds: 1 });
});

test("silence before the service started proves nothing, except of those who were lost already", () => {
  const presence = new Presence(1_000);
  expect(presence.refine(host())).toMatchObject({ checkedInAt: 1_000, clockReadAt: 500 });
  expect(presence.refine(host({ status: "disconnected" }))).toMatchObject({ checkedInAt: 500 });
  expect(presence.refine(host({ status: "disconnected-unbound" }))).toMatchObject({ checkedInAt: 500 });
  expect(presence.refine(host({ checkedInAt: null }))).toMatchObject({ checkedInAt: null });
});

test("a host that is gone is forgotten", () => {
  const presence = new Presence(0);
  presence.record("h", "i", 900, null);
  presence.forget("h");
  expect(presence.refine(host())).toMatchObject({ checkedInAt: 500 });
});

test("what was seen is written in one statement, and only once", async () => {
  const presence = new Presence(0);
  const { db, statements } = paperDatabase();
  for (const id of ["a", "b", "c"]) presence.record(id, "i", 900, null);
  await presence.flush(db);
  await presence.flush(db);
  expect(statements).toHaveLength(1);
  presence.record("a", "i", 950, null);
  await presence.flush(db);
  expect(statements).toHaveLength(2);
});

test("only those in memory are remembered once they are written", async () => {
  const presence = new Presence(0);
  const { db } = paperDatabase();
  for (const id of ["a", "b", "c"]) presence.record(id, "i", 900, null);
  await presence.flush(db);
  presence.record("c", "i", 950, null);
  presence.release(new Set(["a"]));
  expect(presence.size).toBe(2);
  expect(presence.refine(host({ id: "a" }))).toMatchObject({ checkedInAt: 900 });
  expect(presence.refine(host({ id: "b" }))).toMatchObject({ checkedInAt: 500 });
  expect(presence.refine(host({ id: "c" }))).toMatchObject({ checkedInAt: 950 });
});

test("what could not be written is written later", async () => {
  const presence = new Presence(0);
  const { db, statements, leave, comeBack } = paperDatabase();
  presence.record("a", "i", 900, null);
  leave();
  await expect(presence.flush(db)).rejects.toThrow("away");
  comeBack();
  await presence.flush(db);
  expect(statements).toHaveLength(1);
});
