import type pg from "pg";
import { isDatabaseAway } from "./away.ts";
import type { Db } from "./database.ts";
import { drizzle, type NodePgDatabase } from "./drizzle.ts";

const sessions = new WeakMap<pg.PoolClient, NodePgDatabase>();

/**
 * One transaction. Drizzle's own never gives a connection back on which `begin` failed: every outage would cost one, until
 * none is left. A connection that cannot even roll back is closed.
 */
export function inTransaction<Value>(db: Db, work: (tx: NodePgDatabase) => Promise<Value>): Promise<Value> {
  return onConnection(db, async (client) => {
    let session = sessions.get(client);
    if (!session) {
      session = drizzle(client);
      sessions.set(client, session);
    }
    await client.query("begin");
    const value = await work(session);
    await client.query("commit");
    return value;
  });
}

/** Lends a connection. The pool's own `query` closes one after every error, also where the statement was to blame. */
export async function onConnection<Value>(db: Db, work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
  const client = await db.$client.connect();
  try {
    const value = await work(client);
    client.release();
    return value;
  } catch (error) {
    const rolledBack = () =>
      client.query("rollback").then(
        () => true,
        () => false,
      );
    const isUsable = !isDatabaseAway(error) && (await rolledBack());
    client.release(isUsable ? false : error instanceof Error ? error : true);
    throw error;
  }
}
