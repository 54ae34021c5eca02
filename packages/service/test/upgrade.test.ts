import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@muster/contract";
import { pullSecret } from "@muster/simulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService } from "../src/index.ts";
import { sql } from "../src/store/drizzle.ts";
import { allMigrations } from "../src/store/migrations.ts";
import { openFromSettings } from "../src/store/open-from-settings.ts";
import { fillWithKept } from "./kept-schemas.ts";
import { createTestDatabase, testSettings } from "./running-service.ts";

const kept = readdirSync(join(import.meta.dirname, "kept-schemas")).map((name) => name.replace(".rows", ""));
let directory = "";

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "muster-upgrade-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test("the newest schema is kept: `npm run keep:schema` writes it, and git keeps it for the next", () => {
  expect(kept).toContain(allMigrations().at(-1)?.tag);
});

test("a database that a newer version has written is left alone", async () => {
  const server = process.env.MUSTER_TEST_DATABASE_URL ? await createTestDatabase("") : null;
  const settings = testSettings(await mkdtemp(join(directory, "newer-")), server?.flags);
  const { db, close } = await openFromSettings(settings);
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`);
  await close();
  await expect(startService({ settings })).rejects.toMatchObject({
    message: "the database was brought up to date by a newer Muster",
    remedy: "use that version, or a newer one",
  });
  await server?.drop();
}, 60_000);

test.each(kept)(
  "a database with schema %s is brought up to date, and everything in it is read",
  async (tag) => {
    const server = process.env.MUSTER_TEST_DATABASE_URL ? await createTestDatabase("") : null;
    const settings = testSettings(await mkdtemp(join(directory, "data-")), server?.flags);
    await fillWithKept(settings, tag);
    const service = await startService({ settings });
    try {
      const client = createClient({ baseUrl: service.addresses[0]?.url.replace("localhost", "127.0.0.1") ?? "" });
      const [listed] = await client.call("v2ListClusters", { query: {} });
      const cluster = await client.call("v2GetCluster", { params: { cluster_id: listed?.id ?? "" } });
      expect(cluster).toMatchObject({ name: "kept", high_availability_mode: "None", pull_secret_set: true });
      const host = cluster.hosts?.[0];
      expect(host).toMatchObject({ ignition_endpoint_token_set: true, role: "master" });
      expect(JSON.parse(host?.inventory ?? "{}").disks.length).toBeGreaterThan(0);
      const events = await client.call("v2ListEvents", { query: { cluster_id: cluster.id ?? "" } });
      expect(events.map(({ name }) => name)).toContain("host_registration_succeeded");
      const manifests = await client.call("V2ListClusterManifests", { params: { cluster_id: cluster.id ?? "" } });
      expect(manifests).toMatchObject([{ folder: "openshift", file_name: "kept.yaml" }]);

      const params = { infra_env_id: host?.infra_env_id ?? "" };
      const files = await client.call("v2DownloadInfraEnvFiles", { params, query: { file_name: "discovery.ign" } });
      const secret = encodeURIComponent(JSON.parse(pullSecret).auths["quay.io"].auth);
      expect(decodeURIComponent(await files.text())).toContain(decodeURIComponent(secret));
      // Changes go on where they were, with events behind those of before.
      await client.call("V2UpdateCluster", { params: { cluster_id: cluster.id ?? "" }, body: { tags: "upgraded" } });
      await client.call("v2RegisterHost", { params, body: { host_id: crypto.randomUUID() } });
      const later = await client.call("v2ListEvents", { query: { cluster_id: cluster.id ?? "", order: "ascending" } });
      expect(later.slice(0, events.length).map(({ message }) => message)).toEqual(
        [...events].sort((a, b) => a.event_time.localeCompare(b.event_time)).map(({ message }) => message),
      );
      expect(later.length).toBeGreaterThan(events.length);
    } finally {
      await service.stop();
      await server?.drop();
    }
  },
  60_000,
);
