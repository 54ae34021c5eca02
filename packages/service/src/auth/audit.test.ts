import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import type { Database } from "../store/database.ts";
import { count } from "../store/drizzle.ts";
import { audit } from "../store/schema.ts";
import { Audit, type Deed } from "./audit.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);
afterAll(() => database.close(), 60_000);

const deed: Deed = {
  time: Date.now(),
  userName: "alice",
  orgId: "",
  role: "user",
  operation: "v2RegisterCluster",
  status: 201,
  clusterId: null,
  infraEnvId: null,
  hostId: null,
  requestId: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  address: "192.0.2.1",
};

test("everything that waited for the database is written, more than one statement takes, and once", async () => {
  const book = new Audit(database.db, pino({ level: "silent" }), 3_600_000);
  await Promise.all(Array.from({ length: 7_000 }, () => book.record(deed)));
  await book.flush();
  expect(await database.db.select({ count: count() }).from(audit)).toEqual([{ count: 7_000 }]);
});
