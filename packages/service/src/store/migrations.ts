// The steps that bring a schema up to date, in order. Drizzle applies them at a start; an import applies some, loads rows that
// were written then, and applies the rest, all in its own transaction, which Drizzle would end.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { StartError } from "../start-error.ts";
import { readMigrationFiles } from "./drizzle.ts";

export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

export type Migration = Readonly<{ tag: string; when: number; hash: string; statements: readonly string[] }>;

export function allMigrations(): readonly Migration[] {
  const journal: unknown = JSON.parse(readFileSync(join(migrationsFolder, "meta", "_journal.json"), "utf8"));
  const { entries } = journal as { entries: readonly { tag: string; when: number }[] };
  return readMigrationFiles({ migrationsFolder }).map(({ sql, folderMillis: when, hash }, index) => ({
    tag: entries[index]?.tag ?? "",
    when,
    hash,
    statements: sql,
  }));
}

export type Schema = Readonly<{ kind: "none" } | { kind: "known"; tag: string } | { kind: "newer" }>;

/** Which schema a database has. */
export async function schemaOf(client: pg.ClientBase): Promise<Schema> {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as table");
  if (found[0]?.table === null) return { kind: "none" };
  const { rows } = await client.query("select max(created_at) as newest from drizzle.__drizzle_migrations");
  if (rows[0]?.newest === null) return { kind: "none" };
  const known = allMigrations().find(({ when }) => when === Number(rows[0]?.newest));
  return known ? { kind: "known", tag: known.tag } : { kind: "newer" };
}

export const newerSchema = () =>
  new StartError("the database was brought up to date by a newer Muster", "use that version, or a newer one");

/** Applies these in the transaction that is under way, and notes them where Drizzle looks. */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { statements, hash, when } of migrations) {
    for (const statement of statements) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, when]);
  }
}
