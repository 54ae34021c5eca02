import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Db } from "../src/store/database.ts";
import { migrate, sql } from "../src/store/drizzle.ts";

const newest = fileURLToPath(new URL("../src/store/migrations", import.meta.url));

/** Empties the database and gives it the schema that it had before a migration. */
export async function asBefore(db: Db, migration: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "muster-migrations-"));
  try {
    await cp(newest, folder, { recursive: true });
    const path = join(folder, "meta", "_journal.json");
    const journal = JSON.parse(await readFile(path, "utf8"));
    const index = journal.entries.findIndex(({ tag }: { tag: string }) => tag === migration);
    if (index < 0) throw new Error(`there is no migration ${migration}`);
    await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, index) }));
    for (const schema of ["public", "drizzle"]) await db.execute(sql.raw(`drop schema ${schema} cascade`));
    await db.execute(sql.raw("create schema public"));
    await migrate(db, { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const bringUpToDate = (db: Db): Promise<unknown> => migrate(db, { migrationsFolder: newest });
