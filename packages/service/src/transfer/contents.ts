// What of a service is moved: the tables by name, and the few files of a data directory that are neither database nor object.
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

/** Every table that holds something to keep, of every schema there ever was. Replicas come and go by themselves. */
export const keptTables = [
  "clusters",
  "infra_envs",
  "hosts",
  "events",
  "history",
  "secrets",
  "audit",
  "revoked_hosts",
] as const;

const otherTables = ["replicas"];
const sequences = ["commit_numbers"];
const functions = ["expect_rows"];

/** Those that this database has. */
export async function tablesOf(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1)",
    [keptTables],
  );
  const found = new Set(rows.map(({ name }) => name));
  return keptTables.filter((table) => found.has(table));
}

/** Takes away all that migrations made, and nothing else that may be in the database. */
export async function dropSchema(client: pg.ClientBase): Promise<void> {
  for (const table of [...keptTables, ...otherTables]) await client.query(`drop table if exists ${table}`);
  for (const sequence of sequences) await client.query(`drop sequence if exists ${sequence}`);
  for (const name of functions) await client.query(`drop function if exists ${name}`);
  await client.query("drop table if exists drizzle.__drizzle_migrations");
}

/** Keys that sign tokens, and certificates that machines were told to trust: without them images that are out stop working. */
const fileDirectories = ["keys", "tls"];

export async function filesOf(dataDirectory: string): Promise<readonly string[]> {
  const lists = await Promise.all(
    fileDirectories.map(async (name) => {
      const entries: Dirent[] = await readdir(join(dataDirectory, name), { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map((entry) => `${name}/${entry.name}`);
    }),
  );
  return lists.flat().sort();
}

export const isKeptFile = (path: string): boolean => /^(?:keys|tls)\/[\w.-]+$/.test(path);
