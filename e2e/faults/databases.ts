// The two databases that every service may have, and what a test sets for each.
import { postgresPrograms, startPostgres } from "../../scripts/postgres.ts";
import type { Env } from "./service.ts";

export type Chosen = Readonly<{ env: Env; close(): Promise<void> }>;

/** Null where PostgreSQL is installed, else what to do about it. */
export const noPostgres: string | null =
  postgresPrograms() === null ? "PostgreSQL is not installed: run scripts/install-test-system.sh postgresql" : null;

export const databases: readonly Readonly<{ name: string; skip: string | null; open(): Promise<Chosen> }>[] = [
  { name: "embedded database", skip: null, open: async () => ({ env: {}, close: async () => {} }) },
  {
    name: "PostgreSQL",
    skip: noPostgres,
    open: async () => {
      const postgres = await startPostgres();
      return { env: { DATABASE_URL: postgres.url }, close: postgres.stop };
    },
  },
];
