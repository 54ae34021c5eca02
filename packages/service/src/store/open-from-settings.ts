import { databaseFrom, type Settings } from "../settings/index.ts";
import { StartError } from "../start-error.ts";
import type { Vault } from "../vault/vault.ts";
import { type Database, openDatabase } from "./database.ts";

type How = Readonly<{ vault?: Vault; upToDate?: boolean; queryTimeoutMs?: number; waits?: () => void }>;

/** The database that the settings name; what is wrong with it is told for people. */
export async function openFromSettings(settings: Settings, how: How = {}): Promise<Database> {
  const choice = databaseFrom(settings);
  try {
    return await openDatabase(choice, {
      maxConnections: settings.DB_MAX_OPEN_CONNECTIONS,
      maxLifetimeSeconds: settings.DB_CONNECTIONS_MAX_LIFETIME / 1_000,
      ...how,
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? innermost(error).message : String(error);
    throw choice.kind === "embedded"
      ? new StartError(
          `the embedded database in ${choice.directory} does not open (${reason})`,
          "restore the directory from a backup, or start with another --data-dir",
          { cause: error },
        )
      : new StartError(
          `PostgreSQL does not answer (${reason})`,
          "check DATABASE_URL or DB_HOST, DB_PORT, DB_USER, DB_PASS, DB_NAME, and that the server runs",
          { cause: error },
        );
  }
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
