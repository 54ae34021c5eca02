import { fileURLToPath } from "node:url";
import pg from "pg";
import type { DatabaseChoice } from "../settings/index.ts";
import { drizzle, migrate, type NodePgDatabase } from "./drizzle.ts";
import { EmbeddedPostgres } from "./embedded.ts";

export type Db = NodePgDatabase;

type Limits = Readonly<{ maxConnections: number; maxLifetimeSeconds: number }>;

export type Database = Readonly<{
  db: Db;
  /** Resolves when a trivial query answers; rejects fast when the database is away. */
  ping(): Promise<void>;
  close(): Promise<void>;
}>;

/** Opens the chosen database and brings its schema up to date. */
export async function openDatabase(choice: DatabaseChoice, limits: Limits): Promise<Database> {
  const embedded = choice.kind === "embedded" ? new EmbeddedPostgres(choice.directory) : null;
  await embedded?.start();
  const pool = new pg.Pool(poolOptions(choice, limits, embedded));
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => {});
  const db = drizzle(pool);
  const close = async () => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    await migrate(db, { migrationsFolder: fileURLToPath(new URL("./migrations", import.meta.url)) });
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

function poolOptions(choice: DatabaseChoice, limits: Limits, embedded: EmbeddedPostgres | null): pg.PoolConfig {
  if (choice.kind === "postgres") {
    const { maxConnections: max, maxLifetimeSeconds } = limits;
    return { connectionString: choice.connectionString, max, maxLifetimeSeconds, connectionTimeoutMillis: 5_000 };
  }
  const stream = () => {
    if (!embedded) throw new Error("no embedded database");
    return embedded.connect();
  };
  return { stream, user: "postgres", database: "postgres", max: 1, idleTimeoutMillis: 0 };
}
