import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asBefore, bringUpToDate } from "../../test/old-database.ts";
import { openTestDatabase } from "../../test/open-database.ts";
import type { Database } from "./database.ts";
import { eq, sql } from "./drizzle.ts";
import { hostsFromRows } from "./host-secrets.ts";
import { readCluster, readSecret } from "./reader.ts";
import { hosts } from "./schema.ts";

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);

afterAll(() => database.close(), 60_000);

test("what only a host may read moves out of its document", async () => {
  const { db } = database;
  await asBefore(db, "0003_host_secrets");
  const [secretive, plain, infraEnvId] = [randomUUID(), randomUUID(), randomUUID()];
  const fencingCredentials = { address: "https://bmc", username: "admin", password: "hunter1", macAddress: null };
  const documents = {
    [secretive]: {
      id: secretive,
      createdAt: 1,
      ignitionEndpointToken: "hunter2",
      ignitionEndpointHttpHeaders: { "X-Key": "hunter3" },
      fencingCredentials,
    },
    [plain]: {
      id: plain,
      createdAt: 2,
      ignitionEndpointToken: "",
      ignitionEndpointHttpHeaders: {},
      fencingCredentials: null,
    },
  };
  for (const [id, document] of Object.entries(documents)) {
    await db.execute(sql`insert into hosts (id, infra_env_id, status, document, updated_at)
      values (${id}, ${infraEnvId}, 'known', ${JSON.stringify(document)}, now())`);
  }
  await bringUpToDate(db);
  const rows = await db.select().from(hosts).where(eq(hosts.infraEnvId, infraEnvId));
  expect(JSON.stringify(rows)).not.toContain("hunter");
  expect(await hostsFromRows(db, rows)).toMatchObject([documents[secretive], documents[plain]]);
});

test("manifests keep the files that they had", async () => {
  const { db } = database;
  await asBefore(db, "0005_manifest_contents");
  const file = { folder: "openshift", fileName: "a.yaml", source: "user" };
  const ids = { some: randomUUID(), none: randomUUID() };
  for (const [which, id] of Object.entries(ids)) {
    const proxy = { httpProxy: "", httpsProxy: "", noProxy: "" };
    const document = JSON.stringify({
      id,
      proxy,
      manifests: which === "some" ? [file, { ...file, fileName: "b.yaml" }] : [],
    });
    await db.execute(sql`insert into clusters (id, version, status, kind, user_name, org_id, document, created_at, updated_at)
      values (${id}, 1, 'ready', 'Cluster', 'admin', '', ${document}, now(), now())`);
  }
  await bringUpToDate(db);
  const contents = async (id: string) =>
    (await readCluster(db, id))?.root.manifests.map(({ content }) => `${id}/manifests/${content}`);
  expect(await contents(ids.none)).toEqual([]);
  expect(await contents(ids.some)).toEqual(["a", "b"].map((name) => `${ids.some}/manifests/openshift/${name}.yaml`));
});

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
