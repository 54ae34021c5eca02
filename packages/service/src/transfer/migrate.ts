import { claimDataDirectory } from "../data-directory.ts";
import { databaseFrom, type Settings } from "../settings/index.ts";
import { schemaOf } from "../store/migrations.ts";
import { openFromSettings } from "../store/open-from-settings.ts";
import { onConnection } from "../store/transaction.ts";
import { transferTimeoutMs } from "./export.ts";

export type Migrated = Readonly<{ from: string | null; to: string }>;

/** Brings the database up to date and starts nothing. */
export async function migrateData(settings: Settings): Promise<Migrated> {
  const directory =
    databaseFrom(settings).kind === "embedded" ? await claimDataDirectory(settings.MUSTER_DATA_DIR) : null;
  const schema = async (upToDate: boolean): Promise<string | null> => {
    const database = await openFromSettings(settings, { upToDate, queryTimeoutMs: transferTimeoutMs });
    try {
      const found = await onConnection(database.db, schemaOf);
      if (found.kind === "newer") return "a newer schema than this version knows";
      return found.kind === "known" ? found.tag : null;
    } finally {
      await database.close();
    }
  };
  try {
    const from = await schema(false);
    return { from, to: (await schema(true)) ?? "" };
  } finally {
    await directory?.release();
  }
}
