import type { Settings } from "../settings/index.ts";
import type { Db } from "../store/database.ts";
import { newerSchema, schemaOf } from "../store/migrations.ts";
import { onConnection } from "../store/transaction.ts";
import { withDatabase } from "./with-database.ts";

export type Migrated = Readonly<{ from: string | null; to: string }>;

/** Brings the database up to date and starts nothing. */
export async function migrateData(settings: Settings): Promise<Migrated> {
  const from = await withDatabase(settings, false, tagOf);
  const to = await withDatabase(settings, true, tagOf);
  return { from, to: to ?? "" };
}

async function tagOf(db: Db): Promise<string | null> {
  const schema = await onConnection(db, schemaOf);
  if (schema.kind === "newer") throw newerSchema();
  return schema.kind === "known" ? schema.tag : null;
}
