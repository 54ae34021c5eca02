import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DatabaseChoice } from "../settings/index.ts";
import { openVault, type Vault } from "../vault/vault.ts";
import { CarefulPool } from "./careful-pool.ts";
import { drizzle, type NodePgDatabase } from "./drizzle.ts";
import { EmbeddedPostgres } from "./embedded.ts";
import { bringUpToDate } from "./up-to-date.ts";

export type Db = NodePgDatabase &
  Readonly<{
    $client: pg.Pool;
    /** Closes and opens what lies in the table of secrets. */
    vault: Vault;
  }>;

type Limits = Readonly<{
  maxConnections: number;
  maxLifetimeSeconds: number;
  /** A server that does not answer for this long is away. */
  queryTimeoutMs?: number;
  /** Whether its schema is brought up to date, which it is unless somebody says no. */
  upToDate?: boolean;
  /** Told when another replica brings the schema up to date, or an import fills it, and this one waits. */
  waits?: () => void;
  /** Without one secrets are stored as they are. */
  vault?: Vault;
}>;

export type Database = Readonly<{
  db: Db;
  /** Resolves when a trivial query answers; rejects fast when the database is away. */
  ping(): Promise<void>;
  close(): Promise<void>;
}>;

/** Opens the chosen database and, unless told otherwise, brings its schema up to date. */
export async function openDatabase(choice: DatabaseChoice, limits: Limits): Promise<Database> {
  const embedded = choice.kind === "embedded" ? new EmbeddedPostgres(choice.directory) : null;
  await embedded?.start();
  const options = poolOptions(choice, limits, embedded);
  const pool = embedded ? new pg.Pool(options) : new CarefulPool(options);
  // A connection that breaks is replaced, whether it was idle or in use: without listeners it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = Object.assign(drizzle(pool), { vault: limits.vault ?? openVault });
  const close = async () => {
    // A server that does not answer says no goodbye either.
    await Promise.race([pool.end(), pause(goodbyeMs, undefined, { ref: false })]);
    await embedded?.stop();
  };
  try {
    const connectionString = choice.kind === "postgres" ? choice.connectionString : null;
    if (limits.upToDate !== false) await bringUpToDate(db, { connectionString, waits: limits.waits });
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
  return {
    db,
    ping: async () => {
      await pool.query("select 1");
    },
    close,
  };
}

const goodbyeMs = 2_000;

/** The hook is newer than the published types of `pg`. */
type PoolOptions = pg.PoolConfig & { onConnect?: (client: pg.ClientBase) => Promise<void> };

function poolOptions(choice: DatabaseChoice, limits: Limits, embedded: EmbeddedPostgres | null): PoolOptions {
  if (choice.kind === "postgres") {
    const { maxConnections: max, maxLifetimeSeconds, queryTimeoutMs = 10_000 } = limits;
    return {
      connectionString: choice.connectionString,
      max,
      maxLifetimeSeconds,
      connectionTimeoutMillis: 5_000,
      query_timeout: queryTimeoutMs,
    };
  }
  const stream = () => {
    if (!embedded) throw new Error("no embedded database");
    return embedded.connect();
  };
  // The one session of the embedded database outlives its clients, with all that they began and prepared.
  const onConnect = async (client: pg.ClientBase) => {
    await client.query("rollback");
    await client.query("deallocate all");
  };
  return { stream, user: "postgres", database: "postgres", max: 1, idleTimeoutMillis: 0, onConnect };
}
