import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { until } from "@muster/simulator";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import type { Database } from "../store/database.ts";
import { channel, type News, tellChanges } from "./news.ts";
import { PostgresReplicas } from "./replicas.ts";

/** Hands everything on, until it falls silent without closing anything. */
async function startProxy(port: number, host: string) {
  const open: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(port, host);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) open.push(socket.on("error", () => {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      for (const socket of open.splice(0)) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

const server = process.env.MUSTER_TEST_DATABASE_URL;

describe.skipIf(!server)("a replica on PostgreSQL", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  }, 60_000);
  afterAll(() => database.close(), 60_000);

  test("notices that it hears nothing any more, though nobody hung up, and listens again", async () => {
    const { rows } = await database.db.$client.query("select current_database() as name");
    const url = new URL(server ?? "");
    const proxy = await startProxy(Number(url.port || 5432), url.hostname);
    url.pathname = `/${rows[0]?.name}`;
    [url.hostname, url.port] = ["127.0.0.1", String(proxy.port)];
    const heard: News[] = [];
    let missed = 0;
    const replicas = new PostgresReplicas({
      db: database.db,
      connectionString: url.href,
      log: pino({ level: "silent" }),
    });
    await replicas.start({ heard: (news) => void heard.push(news), missed: () => missed++, moved: () => {} });
    const say = (from: string) =>
      database.db.$client.query("select pg_notify($1, $2)", [channel, tellChanges(from, [])]);
    const hears = (from: string) =>
      until({
        what: `to hear ${from}`,
        look: async () => heard.map((news) => news.from),
        holds: (names) => names.includes(from),
      });
    await say("one");
    await hears("one");
    proxy.freeze();
    await say("lost");
    await until({ what: "the silence to be noticed", look: async () => missed, holds: (times) => times === 1 });
    await say("two");
    await hears("two");
    expect(heard.map(({ from }) => from)).toEqual(["one", "two"]);
    await replicas.stop();
    proxy.close();
  }, 30_000);
});
