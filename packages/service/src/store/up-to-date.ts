// The schema at a start. Replicas that start together take turns; who finds it as it should be goes on at once.
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Db } from "./database.ts";
import { drizzle, migrate } from "./drizzle.ts";
import { allMigrations, migrationsFolder, newerSchema, schemaOf } from "./migrations.ts";
import { onConnection } from "./transaction.ts";

// Any number that no other program is likely to choose.
export const migrationKey = 8_090_200;

const askAgainAfterMs = 500;

type Options = Readonly<{
  /** For a connection on which a step may take as long as a large table needs; null: the one there is has no time limit. */
  connectionString: string | null;
  /** Told once when somebody else is at it. */
  waits?: (() => void) | undefined;
}>;

export async function bringUpToDate(db: Db, { connectionString, waits }: Options): Promise<void> {
  await onConnection(db, async (client) => {
    // Asked again and again: a question that waits for its answer would look like a server that is away.
    for (let asked = 0; !(await isOurTurn(client)); asked += 1) {
      if (asked === 0) waits?.();
      await pause(askAgainAfterMs);
    }
    try {
      const schema = await schemaOf(client);
      if (schema.kind === "newer") throw newerSchema();
      if (schema.kind === "known" && schema.tag === allMigrations().at(-1)?.tag) return;
      await (connectionString === null ? apply(client) : applyPatiently(connectionString));
    } finally {
      await client.query("select pg_advisory_unlock($1)", [migrationKey]);
    }
  });
}

async function isOurTurn(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_lock($1) as ours", [migrationKey]);
  return rows[0]?.ours === true;
}

const apply = (client: pg.PoolClient | pg.Client) => migrate(drizzle(client), { migrationsFolder });

async function applyPatiently(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  await apply(client).finally(() => client.end().catch(() => {}));
}
