import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asBefore } from "../../test/old-database.ts";
import { createTestDatabase, type TestDatabase } from "../../test/running-service.ts";
import { openDatabase } from "./database.ts";
import { allMigrations, schemaOf } from "./migrations.ts";
import { onConnection } from "./transaction.ts";
import { migrationKey } from "./up-to-date.ts";

const newest = { kind: "known", tag: allMigrations().at(-1)?.tag };

/** Much less than what is waited for here. */
const queryTimeoutMs = 300;

describe.skipIf(!process.env.MUSTER_TEST_DATABASE_URL)("a start on PostgreSQL", () => {
  let server: TestDatabase;
  let other: pg.Client;
  let observer: pg.Client;
  const open = (waits = () => {}) =>
    openDatabase(
      { kind: "postgres", connectionString: server.flags.DATABASE_URL ?? "" },
      { maxConnections: 2, maxLifetimeSeconds: 60, queryTimeoutMs, waits },
    );
  const untilWaitedFor = async (seconds: number) => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and clock_timestamp() - query_start > $1 * interval '1 second'`;
    while ((await observer.query(waiting, [seconds])).rowCount === 0);
  };
  beforeAll(async () => {
    server = await createTestDatabase("");
    other = new pg.Client({ connectionString: server.flags.DATABASE_URL });
    observer = new pg.Client({ connectionString: server.flags.DATABASE_URL });
    await Promise.all([other.connect(), observer.connect()]);
  });
  afterAll(async () => {
    await Promise.all([other.end(), observer.end()]);
    await server.drop();
  });

  test("waits for its turn as long as another needs, and says so once", async () => {
    await other.query("select pg_advisory_lock($1)", [migrationKey]);
    const [told, asked] = [Promise.withResolvers<void>(), performance.now()];
    let times = 0;
    const opening = open(() => {
      times += 1;
      told.resolve();
    });
    await told.promise;
    // Held until even several questions would have been too late.
    while (performance.now() - asked < 4 * queryTimeoutMs) await other.query("select pg_sleep(0.05)");
    await other.query("select pg_advisory_unlock($1)", [migrationKey]);
    const { db, close } = await opening;
    expect(await onConnection(db, schemaOf)).toEqual(newest);
    expect(times).toBe(1);
    await close();
  });

  test("gives a step the time that it needs", async () => {
    const first = await open();
    await asBefore(first.db, "0007_replicas");
    await first.close();
    // It makes an index of the hosts.
    await other.query("begin; lock table hosts in access exclusive mode");
    const opening = open();
    await untilWaitedFor((2 * queryTimeoutMs) / 1_000);
    await other.query("commit");
    const { db, close } = await opening;
    expect(await onConnection(db, schemaOf)).toEqual(newest);
    await close();
  });
});
