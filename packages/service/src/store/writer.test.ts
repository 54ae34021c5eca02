import { randomUUID } from "node:crypto";
import { clusterDefaults, defaultPolicy, type Host, type InfraEnv, infraEnvDefaults, registerHost } from "@muster/core";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import { Presence } from "../aggregates/presence.ts";
import type { Database } from "./database.ts";
import { count, eq } from "./drizzle.ts";
import { readCluster, readPool, readSecret, readWakes } from "./reader.ts";
import { clusterRow, infraEnvRow } from "./rows.ts";
import { clusters, events, hosts } from "./schema.ts";
import { inTransaction } from "./transaction.ts";
import { StaleVersion, type Write, Writer } from "./writer.ts";

const nothing: Write = { clusters: [], infraEnvs: [], hosts: [], events: [], secrets: [], changes: [] };
const pullSecret = '{"auths":{"quay.io":{"auth":"YTpi"}}}';
const birth = () => ({ id: randomUUID(), now: 1, owner: { userName: "admin", orgId: "", emailDomain: "" } });
const release = { version: "4.22.9", image: "quay.io/release:4.22.9", cpuArchitecture: "x86_64" } as const;

let database: Database;
let writer: Writer;

beforeAll(async () => {
  database = await openTestDatabase();
  writer = new Writer(database.db);
}, 60_000);

afterAll(() => database.close(), 60_000);

function aCluster(id: string = randomUUID()) {
  const input = { name: "lab", openshiftVersion: "4.22", pullSecret };
  const outcome = clusterDefaults(input, release, defaultPolicy, { ...birth(), id });
  if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
  return (version: number, wakeAt: number | null = null): Write => ({
    ...nothing,
    clusters: [clusterRow(outcome.value, { version, wakeAt, now: 1, deletedAt: null })],
    events: [event(id, `version ${version}`)],
  });
}

const event = (clusterId: string, message: string): Write["events"][number] => ({
  name: "told",
  severity: "info",
  category: "user",
  message,
  clusterId,
  time: new Date(1),
});

const told = async (clusterId: string): Promise<string[]> => {
  const rows = await database.db.select().from(events).where(eq(events.clusterId, clusterId)).orderBy(events.number);
  return rows.map(({ message }) => message);
};

describe("writes", () => {
  test("of many become few transactions, and each is whole", async () => {
    const ids = Array.from({ length: 200 }, () => randomUUID());
    await Promise.all(ids.map((id) => writer.commit(aCluster(id)(1))));
    const [rows] = await database.db.select({ count: count() }).from(clusters);
    expect(rows?.count).toBe(200);
    for (const id of ids.slice(0, 5)) expect(await told(id)).toEqual(["version 1"]);
  });

  test("with a bad one among them lose that one only, with all that was in it", async () => {
    const [good, bad, better] = [randomUUID(), randomUUID(), randomUUID()];
    const broken: Write = {
      ...aCluster(bad)(1),
      secrets: [{ ownerKind: "cluster", ownerId: "not-an-id", name: "x", value: "y" }],
    };
    const results = await Promise.allSettled([
      writer.commit(aCluster(good)(1)),
      writer.commit(broken),
      writer.commit(aCluster(better)(1)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect([await told(good), await told(bad), await told(better)]).toEqual([["version 1"], [], ["version 1"]]);
    expect(await readCluster(database.db, bad)).toBeNull();
  });

  test("that saw an old version are refused, and nothing of them stays", async () => {
    const id = randomUUID();
    const write = aCluster(id);
    await writer.commit(write(1));
    await writer.commit(write(2));
    await expect(writer.commit(write(2))).rejects.toThrow(StaleVersion);
    await expect(writer.commit(write(4))).rejects.toThrow(StaleVersion);
    await writer.commit(write(3));
    expect(await told(id)).toEqual(["version 1", "version 2", "version 3"]);
  });

  test("of a thousand hosts at once are one write", async () => {
    const { infraEnv, row } = aPool();
    const hosts = Array.from({ length: 1_000 }, () => aHost(infraEnv));
    const write = hosts.map((host) => ({ host, before: null, deletedAt: null, now: 1 }));
    await writer.commit({ ...nothing, infraEnvs: [row], hosts: write });
    expect((await readPool(database.db, infraEnv.id))?.hosts.size).toBe(1_000);
  });

  test("leave large fields alone that did not change, and empty those that were emptied", async () => {
    const { infraEnv, row } = aPool();
    const host: Host = { ...aHost(infraEnv), inventory: { hostname: "one" }, connectivity: { remoteHosts: [] } };
    const read = async () => (await readPool(database.db, infraEnv.id))?.hosts.get(host.id);
    await writer.commit({ ...nothing, infraEnvs: [row], hosts: [{ host, before: null, deletedAt: null, now: 1 }] });
    expect(await read()).toMatchObject({ inventory: { hostname: "one" }, connectivity: { remoteHosts: [] } });
    const emptied: Host = { ...host, inventory: null, statusInfo: "changed" };
    await writer.commit({ ...nothing, hosts: [{ host: emptied, before: host, deletedAt: null, now: 2 }] });
    expect(await read()).toMatchObject({ inventory: null, connectivity: { remoteHosts: [] }, statusInfo: "changed" });
    await writer.commit({ ...nothing, hosts: [{ host: emptied, before: emptied, deletedAt: 3, now: 3 }] });
    expect(await read()).toBeUndefined();
  });

  test("keep what only a host may read out of its document, until the host is gone", async () => {
    const { infraEnv, row } = aPool();
    const plain = aHost(infraEnv);
    const host: Host = {
      ...plain,
      ignitionEndpointToken: "hunter2",
      ignitionEndpointHttpHeaders: { "X-Key": "hunter3" },
      fencingCredentials: {
        address: "https://bmc",
        username: "admin",
        password: "hunter4",
        certificateVerification: "Enabled",
        macAddress: null,
      },
    };
    const secret = () => readSecret(database.db, { kind: "host", id: host.id }, "host");
    const read = async () => (await readPool(database.db, infraEnv.id))?.hosts.get(host.id);
    await writer.commit({
      ...nothing,
      infraEnvs: [row],
      hosts: [{ host: plain, before: null, deletedAt: null, now: 1 }],
    });
    expect([await secret(), await read()]).toEqual([null, plain]);
    await writer.commit({ ...nothing, hosts: [{ host, before: plain, deletedAt: null, now: 2 }] });
    expect(await read()).toEqual(host);
    const [stored] = await database.db.select().from(hosts).where(eq(hosts.id, host.id));
    expect(JSON.stringify(stored)).not.toContain("hunter");
    const later: Host = { ...host, ignitionEndpointToken: "" };
    await writer.commit({ ...nothing, hosts: [{ host: later, before: host, deletedAt: null, now: 3 }] });
    expect(await read()).toEqual(later);
    await writer.commit({ ...nothing, hosts: [{ host: later, before: later, deletedAt: 4, now: 4 }] });
    expect(await secret()).toBe("");
  });

  test("keep secrets apart, and the last one counts", async () => {
    const id = randomUUID();
    for (const value of ["one", "two"]) {
      const secrets = [{ ownerKind: "cluster", ownerId: id, name: "pull-secret", value } as const];
      await writer.commit({ ...aCluster(randomUUID())(1), secrets });
    }
    expect(await readSecret(database.db, { kind: "cluster", id }, "pull-secret")).toBe("two");
    expect(await readSecret(database.db, { kind: "infra-env", id }, "pull-secret")).toBeNull();
    expect(await readSecret(database.db, { kind: "cluster", id }, "other")).toBeNull();
  });

  test("remember when to look again", async () => {
    const id = randomUUID();
    await writer.commit(aCluster(id)(1, 1_700_000_000_000));
    expect(await readWakes(database.db)).toContainEqual({ kind: "cluster", id, at: 1_700_000_000_000 });
  });
});

test("a query that fails leaves the writer able to go on", async () => {
  await expect(database.db.$client.query("select nothing from nowhere")).rejects.toThrow("nowhere");
  const id = randomUUID();
  await writer.commit(aCluster(id)(1));
  expect(await told(id)).toEqual(["version 1"]);
});

test("a transaction that fails leaves nothing, and its connection can be used again", async () => {
  const id = randomUUID();
  const failing = inTransaction(database.db, async (tx) => {
    await tx.insert(events).values(event(id, "never"));
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await told(id)).toEqual([]);
  await inTransaction(database.db, (tx) => tx.insert(events).values(event(id, "kept")));
  expect(await told(id)).toEqual(["kept"]);
});

describe.skipIf(!process.env.MUSTER_TEST_DATABASE_URL)("somebody else who writes the same rows", () => {
  test("is not waited for by last calls: what is being written is told again later", async () => {
    const { infraEnv, row } = aPool();
    const [free, busy] = [aHost(infraEnv), aHost(infraEnv)];
    const write = [free, busy].map((host) => ({ host, before: null, deletedAt: null, now: 1 }));
    await writer.commit({ ...nothing, infraEnvs: [row], hosts: write });
    const presence = new Presence(0);
    for (const { id } of [free, busy]) presence.record(id, infraEnv.id, 5_000, null);
    const flush = async () => (await presence.flush(database.db)).map(({ hostId }) => hostId);
    await inTransaction(database.db, async (tx) => {
      await tx.update(hosts).set({ status: "known" }).where(eq(hosts.id, busy.id));
      expect(await flush()).toEqual([free.id]);
    });
    expect(await flush()).toEqual([busy.id]);
    const stored = (await readPool(database.db, infraEnv.id))?.hosts;
    expect([free, busy].map(({ id }) => stored?.get(id)?.checkedInAt)).toEqual([5_000, 5_000]);
  });

  test("costs a write that is ended for their sake nothing but time", async () => {
    const id = randomUUID();
    const write = aCluster(id);
    const { infraEnv, row } = aPool();
    const host = aHost(infraEnv);
    const hostWrites = [{ host, before: null, deletedAt: null, now: 1 }];
    await writer.commit({ ...write(1), infraEnvs: [row], hosts: hostWrites });
    let committing: Promise<void> | undefined;
    await inTransaction(database.db, async (tx) => {
      await tx.update(hosts).set({ status: "known" }).where(eq(hosts.id, host.id));
      committing = writer.commit({ ...write(2), hosts: hostWrites });
      await untilSomebodyWaits();
      await tx.update(clusters).set({ status: "ready" }).where(eq(clusters.id, id));
    });
    await committing;
    expect(await told(id)).toEqual(["version 1", "version 2"]);
  });

  /** Looked at from outside: both connections of the pool are in use. */
  async function untilSomebodyWaits(): Promise<void> {
    const client = new pg.Client({ connectionString: database.db.$client.options.connectionString });
    await client.connect();
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await client.query(waiting)).rowCount === 0);
    await client.end();
  }
});

function aPool(): { infraEnv: InfraEnv; row: Write["infraEnvs"][number] } {
  const surroundings = { cluster: null, openshiftVersion: "4.22" };
  const outcome = infraEnvDefaults({ name: "pool", pullSecret }, surroundings, defaultPolicy, birth());
  if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
  const infraEnv = outcome.value;
  return { infraEnv, row: infraEnvRow(infraEnv, { version: 1, wakeAt: null, now: 1, deletedAt: null }) };
}

function aHost(infraEnv: InfraEnv): Host {
  const outcome = registerHost({
    hostId: randomUUID(),
    agentVersion: "",
    infraEnv,
    known: null,
    cluster: null,
    policy: defaultPolicy,
    now: 1,
  });
  if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
  return outcome.value.host;
}
