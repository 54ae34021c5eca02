import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { isDatabaseAway } from "./away.ts";
import { CarefulPool, DatabaseSilent } from "./careful-pool.ts";

describe("a server that takes connections and says nothing", () => {
  test("costs the first who asks their time, and nobody else", async () => {
    const taken: Socket[] = [];
    const server = createServer((socket) => taken.push(socket.on("error", () => {}))).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const connectionString = `postgres://muster@127.0.0.1:${port}/muster`;
    const pool = new CarefulPool({ connectionString, connectionTimeoutMillis: 100 });
    pool.on("error", () => {});
    const refused = () => pool.query("select 1").catch((error: unknown) => error);
    const first = await refused();
    expect(isDatabaseAway(first)).toBe(true);
    expect(first).not.toBeInstanceOf(DatabaseSilent);
    // The second waits for the verdict on the server; from then on the answer is known.
    expect(await refused()).toBeInstanceOf(DatabaseSilent);
    const asked = performance.now();
    const later = await Promise.all(Array.from({ length: 50 }, refused));
    expect(performance.now() - asked).toBeLessThan(500);
    for (const error of later) expect([error instanceof DatabaseSilent, isDatabaseAway(error)]).toEqual([true, true]);
    await pool.end();
    for (const socket of taken) socket.destroy();
    server.close();
  });
});
