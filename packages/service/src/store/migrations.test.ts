import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asBefore, bringUpToDate } from "../../test/old-database.ts";
import { openTestDatabase } from "../../test/open-database.ts";
import type { Database } from "./database.ts";
import { sql } from "./drizzle.ts";
import { readSecret } from "./reader.ts";

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);

afterAll(() => database.close(), 60_000);

test("secrets of a cluster and of the infra-env with its id become those of each", async () => {
  const { db } = database;
  await asBefore(db, "0002_secret_owners");
  const [shared, alone] = [randomUUID(), randomUUID()];
  for (const id of [shared, alone]) {
    await db.execute(sql`insert into clusters (id, version, status, kind, user_name, org_id, document, created_at, updated_at)
      values (${id}, 1, 'ready', 'Cluster', 'admin', '', '{}', now(), now())`);
    await db.execute(sql`insert into secrets values (${id}, 'pull-secret', 'hunter2')`);
  }
  await db.execute(sql`insert into infra_envs (id, version, user_name, org_id, document, created_at, updated_at)
    values (${shared}, 1, 'admin', '', '{}', now(), now())`);
  await bringUpToDate(db);
  const read = (kind: "cluster" | "infra-env", id: string) => readSecret(db, { kind, id }, "pull-secret");
  expect(await Promise.all([read("cluster", shared), read("infra-env", shared)])).toEqual(["hunter2", "hunter2"]);
  expect(await Promise.all([read("cluster", alone), read("infra-env", alone)])).toEqual(["hunter2", null]);
});
