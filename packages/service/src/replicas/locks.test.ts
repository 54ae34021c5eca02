import { once } from "node:events";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Locks } from "./locks.ts";

const url = process.env.MUSTER_TEST_DATABASE_URL;

describe.skipIf(!url)("locks on PostgreSQL", () => {
  const opened: Locks[] = [];
  const open = () => {
    const locks = new Locks(url ?? "");
    opened.push(locks);
    return locks;
  };
  let observer: pg.Client;
  beforeEach(async () => {
    observer = new pg.Client({ connectionString: url });
    await observer.connect();
  });
  afterEach(async () => {
    for (const locks of opened.splice(0)) await locks.close();
    await observer.end();
  });

  const held = async () => {
    const { rows } = await observer.query(
      "select count(*)::int as locks, count(distinct pid)::int as connections from pg_locks where locktype = 'advisory' and pid = any($1)",
      [await pids()],
    );
    return rows[0];
  };
  const pids = async (): Promise<number[]> => {
    const { rows } = await observer.query(
      "select pid from pg_stat_activity where query like '%advisory%hashtextextended%' and pid <> pg_backend_pid()",
    );
    return rows.map(({ pid }) => pid);
  };

  test("two hundred that are held at once need one connection", async () => {
    const locks = open();
    const allIn = Promise.withResolvers<unknown>();
    let inside = 0;
    const done = Array.from({ length: 200 }, (_, index) =>
      locks.hold(`many-${index}`, async () => {
        inside += 1;
        if (inside === 200) allIn.resolve(await held());
        await allIn.promise;
      }),
    );
    expect(await allIn.promise).toEqual({ locks: 200, connections: 1 });
    expect(new Set(await Promise.all(done))).toEqual(new Set([true]));
    expect(await held()).toMatchObject({ locks: 0 });
  });

  test("what one is at, neither another replica nor the same one begins with, until it is done", async () => {
    const [one, other] = [open(), open()];
    const tried: boolean[] = [];
    const attempt = async (locks: Locks) => tried.push(await locks.hold("work", async () => {}));
    await one.hold("work", async () => {
      await attempt(one);
      await attempt(other);
    });
    await attempt(other);
    await attempt(one);
    expect(tried).toEqual([false, false, true, true]);
  });

  test("a lock is free after work that failed", async () => {
    const [one, other] = [open(), open()];
    await expect(
      one.hold("failing", async () => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await other.hold("failing", async () => {})).toBe(true);
  });

  test("work whose lock is lost hears of it, and the next lock has a new connection", async () => {
    const locks = open();
    const done = await locks.hold("lost", async (lost) => {
      for (const pid of await pids()) await observer.query("select pg_terminate_backend($1)", [pid]);
      await once(lost, "abort");
      expect(await locks.hold("next", async () => {})).toBe(true);
    });
    expect(done).toBe(true);
  });
});
