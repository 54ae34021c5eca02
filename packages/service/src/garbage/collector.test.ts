import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import { testSettings } from "../../test/running-service.ts";
import { fileObjects } from "../objects/file-objects.ts";
import type { Objects } from "../objects/objects.ts";
import type { Service } from "../service.ts";
import type { Database } from "../store/database.ts";
import { eq, sql } from "../store/drizzle.ts";
import { clusters, infraEnvs, secrets } from "../store/schema.ts";
import { Collector } from "./collector.ts";

let directory = "";
let database: Database;
let objects: Objects;
let collector: Collector;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "muster-garbage-"));
  database = await openTestDatabase();
  objects = fileObjects(directory);
  const settings = testSettings(directory);
  collector = new Collector({ db: database.db, objects, settings, now: Date.now } as Service);
}, 60_000);

afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
}, 60_000);

/** A cluster of 2021 and its infra-env, which has the same id. */
async function aPair(): Promise<string> {
  const id = randomUUID();
  const { db } = database;
  await db.execute(sql`insert into clusters (id, version, status, kind, user_name, org_id, document, created_at, updated_at)
    values (${id}, 1, 'ready', 'Cluster', 'admin', '', '{}', now(), now())`);
  await db.execute(sql`insert into infra_envs (id, version, user_name, org_id, document, created_at, updated_at)
    values (${id}, 1, 'admin', '', '{}', now(), now())`);
  for (const ownerKind of ["cluster", "infra-env"] as const) {
    await db.insert(secrets).values({ ownerKind, ownerId: id, name: "pull-secret", value: "{}" });
  }
  await objects.put(`${id}/manifests/a.yaml`, "a: b");
  return id;
}

const ownersLeft = async (id: string) =>
  (await database.db.select().from(secrets).where(eq(secrets.ownerId, id))).map(({ ownerKind }) => ownerKind);

test("an infra-env that is forgotten takes nothing of the cluster with its id along", async () => {
  const id = await aPair();
  await database.db
    .update(infraEnvs)
    .set({ deletedAt: new Date(0) })
    .where(eq(infraEnvs.id, id));
  expect(await collector.deleteForGood()).toBe(1);
  expect(await ownersLeft(id)).toEqual(["cluster"]);
  expect(await objects.list(id)).toHaveLength(1);
});

test("of a host that is gone no secret stays", async () => {
  const [gone, alive] = [randomUUID(), randomUUID()];
  for (const id of [gone, alive]) {
    await database.db.execute(sql`insert into hosts (id, infra_env_id, status, document, updated_at, deleted_at)
      values (${id}, ${randomUUID()}, 'known', '{}', now(), ${id === gone ? new Date() : null})`);
    await database.db.insert(secrets).values({ ownerKind: "host", ownerId: id, name: "host", value: "{}" });
  }
  await collector.deleteForGood();
  expect([await ownersLeft(gone), await ownersLeft(alive)]).toEqual([[], ["host"]]);
});

test("a cluster that is forgotten leaves its infra-env the pull secret, and no file", async () => {
  const id = await aPair();
  await database.db
    .update(clusters)
    .set({ deletedAt: new Date(0) })
    .where(eq(clusters.id, id));
  expect(await collector.deleteForGood()).toBe(1);
  expect(await ownersLeft(id)).toEqual(["infra-env"]);
  expect(await objects.list(id)).toEqual([]);
});
