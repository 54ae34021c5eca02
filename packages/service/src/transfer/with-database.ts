import { claimDataDirectory } from "../data-directory.ts";
import { databaseFrom, type Settings } from "../settings/index.ts";
import type { Db } from "../store/database.ts";
import { openFromSettings } from "../store/open-from-settings.ts";

/** A table of years is moved in pieces, but a server that is busy with other things may take its time. */
const queryTimeoutMs = 30 * 60_000;

/** Lends the database, as it is unless it is to be brought up to date. Nobody else uses an embedded one meanwhile. */
export async function withDatabase<Value>(
  settings: Settings,
  upToDate: boolean,
  work: (db: Db) => Promise<Value>,
): Promise<Value> {
  const isEmbedded = databaseFrom(settings).kind === "embedded";
  const directory = isEmbedded ? await claimDataDirectory(settings.MUSTER_DATA_DIR) : null;
  try {
    const { db, close } = await openFromSettings(settings, { upToDate, queryTimeoutMs });
    return await work(db).finally(close);
  } finally {
    await directory?.release();
  }
}
