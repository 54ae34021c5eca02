// Everything a service knows, moved to another database, and back.
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Client, createClient } from "@muster/contract";
import { installCluster } from "@muster/simulator";
import { extract, pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningService, startService } from "../src/index.ts";
import { openFromSettings } from "../src/store/open-from-settings.ts";
import { dropSchema, keptTables } from "../src/transfer/contents.ts";
import { exportData, importData, NotEmpty } from "../src/transfer/index.ts";
import { createTestDatabase, type Flags, runningService, type TestDatabase, testSettings } from "./running-service.ts";
import { noS3Server, type S3Server, startS3Server } from "./s3-server.ts";
import { newCluster } from "./scene.ts";

const key = Buffer.alloc(32, 7).toString("base64");
const encrypted = { MUSTER_ENCRYPTION_KEY: key };
const service = runningService(encrypted);
let directory = "";
let archive = "";
let clusterId = "";
let before: Awaited<ReturnType<typeof look>>;

/** All that people can ask for: settings, hosts, events, history, secrets, files. */
async function look(client: Client) {
  const params = { cluster_id: clusterId };
  const cluster = await client.call("v2GetCluster", { params });
  const kubeconfig = await client.call("V2DownloadClusterCredentials", { params, query: { file_name: "kubeconfig" } });
  return {
    cluster: { ...cluster, hosts: cluster.hosts?.map(({ id, status, inventory }) => ({ id, status, inventory })) },
    events: await client.call("v2ListEvents", { query: { ...params, limit: 5_000 } }),
    kubeconfig: await kubeconfig.text(),
    password: await client.call("V2GetCredentials", { params }),
  };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "muster-transfer-"));
  archive = join(directory, "all.tar");
  const { clusterId: id, fleet } = await installCluster(service.client, {
    name: "moved",
    topology: "sno",
    siteNumber: 71,
    speed: 2_000,
  });
  await fleet.stop();
  clusterId = id;
  // As it is read from the database: in memory JSON may have its fields in another order.
  await service.restart();
  before = await look(service.client);
  const settings = testSettings(service.directory, { ...service.flags, ...encrypted });
  // A service on PostgreSQL goes on meanwhile; the embedded database has one user.
  const running = exportData(settings, join(directory, "running.tar"));
  if (process.env.MUSTER_TEST_DATABASE_URL) expect((await running).rows.clusters).toBe(1);
  else await expect(running).rejects.toThrow("another muster serve");
  await service.stop();
  const exported = await exportData(settings, archive);
  expect(exported.keys).toHaveLength(1);
  expect(exported.rows).toMatchObject({ clusters: 1, infra_envs: 1, hosts: 1 });
  expect(Math.min(exported.rows.events ?? 0, exported.rows.history ?? 0, exported.objects)).toBeGreaterThan(3);
}, 120_000);

afterAll(() => rm(directory, { recursive: true, force: true }));

type Target = Readonly<{ name: string; skip: string | null; flags(): Promise<Flags>; close(): Promise<void> }>;

let database: TestDatabase | undefined;
let s3: S3Server | undefined;
const targets: readonly Target[] = [
  { name: "the embedded database", skip: null, flags: async () => ({}), close: async () => {} },
  {
    name: "PostgreSQL",
    skip: process.env.MUSTER_TEST_DATABASE_URL ? null : "MUSTER_TEST_DATABASE_URL names no PostgreSQL",
    flags: async () => {
      database = await createTestDatabase("");
      return database.flags;
    },
    close: async () => database?.drop(),
  },
  {
    name: "the embedded database, with objects in S3",
    skip: noS3Server,
    flags: async () => {
      s3 = await startS3Server();
      const { endpoint, accessKeyId, secretAccessKey } = s3.place;
      return {
        STORAGE: "s3",
        S3_ENDPOINT_URL: endpoint,
        S3_BUCKET: "moved-here",
        CREATE_S3_BUCKET: "true",
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      };
    },
    close: async () => s3?.stop(),
  },
];

describe.each(targets)("to $name", ({ skip, flags, close }) => {
  if (skip !== null) {
    test.skip(skip);
    return;
  }
  let own: Flags = {};
  let target = "";
  let running: RunningService | undefined;
  const settings = (more: Flags = {}) => testSettings(target, { ...own, ...encrypted, ...more });

  beforeAll(async () => {
    target = await mkdtemp(join(directory, "target-"));
    own = await flags();
  }, 30_000);
  afterAll(async () => {
    await running?.stop();
    await close();
  }, 30_000);

  test("everything is there, reads as before, and goes on", async () => {
    await importData(settings(), archive, false);
    running = await startService({ settings: settings() });
    const client = createClient({ baseUrl: running.addresses[0]?.url.replace("localhost", "127.0.0.1") ?? "" });
    expect(await look(client)).toEqual(before);
    const { id } = await newCluster(client);
    const events = await client.call("v2ListEvents", { query: { cluster_id: id } });
    expect(events.length).toBeGreaterThan(0);
    await expect(importData(settings(), archive, true)).rejects.toThrow(/another muster serve|a service uses/);
    await running.stop();
    running = undefined;
  }, 60_000);

  test("is refused where data is already, and replaces it when that is meant", async () => {
    await expect(importData(settings(), archive, false)).rejects.toThrow(NotEmpty);
    expect((await importData(settings(), archive, true)).rows.clusters).toBe(1);
    const again = join(target, "again.tar.gz");
    const exported = await exportData(settings(), again);
    expect(exported.rows.clusters).toBe(1);
    expect((await importData(settings({ MUSTER_ENCRYPTION_KEY: "" }), again, true)).missingKeys).toEqual(exported.keys);
  }, 60_000);
});

test("only its owner may read it, and secrets in it stay closed", async () => {
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  const content = await readFile(archive, "latin1");
  expect(content).toContain(clusterId);
  expect(content).not.toContain(before.password.password);
});

describe("an archive that is not as it was written changes nothing", () => {
  const refused = async (change: (bytes: Buffer) => Buffer | Promise<Buffer>, says: string | RegExp) => {
    const [target, changed] = [await mkdtemp(join(directory, "target-")), join(directory, "changed.tar")];
    await writeFile(changed, await change(await readFile(archive)));
    await expect(importData(testSettings(target), changed, true)).rejects.toThrow(says);
    expect(await stat(join(target, "database")).catch(() => null)).toBeNull();
  };

  test("one bit in the middle", () =>
    refused((bytes) => {
      const at = bytes.indexOf('"moved"');
      bytes.writeUInt8((bytes[at + 2] ?? 0) ^ 1, at + 2);
      return bytes;
    }, "checksum is not that of its content"));

  test.each([0, 0.01, 0.5, 0.95])("cut off after %d of it", (part) =>
    refused((bytes) => bytes.subarray(0, bytes.length * part), "is no whole archive"),
  );

  test("something else", () => refused(() => Buffer.from("hello"), "is no whole archive"));

  test("a newer schema", () =>
    refused((bytes) => rewritten(bytes, { schema: "9999_from_the_future" }), "schema 9999_from_the_future of Muster"));

  test("a newer format", () => refused((bytes) => rewritten(bytes, { format: 2 }), "the archive has format 2"));
});

/** The archive with other words in its head. */
async function rewritten(bytes: Buffer, words: object): Promise<Buffer> {
  const [from, to] = [extract(), pack()];
  const written = buffer(Readable.from(to));
  from.end(bytes);
  for await (const entry of from) {
    const whole = await buffer(Readable.from(entry));
    const isHead = entry.header.name === "muster-data.json";
    const content = isHead ? JSON.stringify({ ...JSON.parse(whole.toString()), ...words }) : whole;
    await new Promise((resolve) => to.entry({ name: entry.header.name }, content, resolve));
  }
  to.finalize();
  return written;
}

test("nothing of a schema stays behind, and no table is forgotten", async () => {
  const target = await mkdtemp(join(directory, "target-"));
  const { db, close } = await openFromSettings(testSettings(target));
  const names = async (sql: string) => (await db.$client.query(sql)).rows.map(({ name }) => name);
  const tables = "select tablename as name from pg_tables where schemaname = 'public' order by 1";
  expect(await names(tables)).toEqual([...keptTables, "replicas"].sort());
  const client = await db.$client.connect();
  await dropSchema(client);
  client.release();
  const left = `select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace`;
  expect(await names(left)).toEqual([]);
  await close();
}, 60_000);
