import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import type { Database } from "../store/database.ts";
import { ShutOut } from "./shut-out.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);
afterAll(() => database.close(), 60_000);

const by = { revokedAt: 1_000, revokedBy: "alice" };

test("a look that began before a machine was shut out does not let it in again, nor the other way round", async () => {
  const list = new ShutOut(database.db);
  const hostId = randomUUID();
  for (let round = 0; round < 10; round += 1) {
    const looks = [list.look(), list.add(hostId, by), list.look()];
    await looks[1];
    await looks[0];
    expect(list.has(hostId)).toBe(true);
    looks.push(list.look(), list.remove(hostId));
    await Promise.all(looks);
    expect(list.has(hostId)).toBe(false);
  }
});

test("shutting out a machine that another replica has just let in counts", async () => {
  const [one, other] = [new ShutOut(database.db), new ShutOut(database.db)];
  const hostId = randomUUID();
  await one.add(hostId, by);
  await other.look();
  await one.remove(hostId);
  await other.add(hostId, { revokedAt: 2_000, revokedBy: "bob" });
  await one.look();
  expect(one.find(hostId)).toEqual({ revokedAt: 2_000, revokedBy: "bob" });
});
