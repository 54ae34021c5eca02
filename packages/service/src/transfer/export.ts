import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { LiveImage } from "../catalogue/live-image.ts";
import { imageDirectory, listedImages } from "../images/added-images.ts";
import type { Objects } from "../objects/objects.ts";
import { openObjects } from "../objects/open-objects.ts";
import { databaseFrom, type Settings } from "../settings/index.ts";
import { StartError } from "../start-error.ts";
import { schemaOf } from "../store/migrations.ts";
import { onConnection } from "../store/transaction.ts";
import { keysInUse } from "../vault/keys-in-use.ts";
import { version } from "../version.ts";
import { type ArchiveWriter, writeArchive } from "./archive.ts";
import { filesOf, tablesOf } from "./contents.ts";
import { manifestName, writeManifest } from "./manifest.ts";
import { withDatabase } from "./with-database.ts";

const rowsAtOnce = 200;
const chunkBytes = 1024 * 1024;

export type Exported = Readonly<{
  schema: string;
  rows: Readonly<Record<string, number>>;
  objects: number;
  /** The names of the keys that are needed to read the secrets; none: they lie open in the file. */
  keys: readonly string[];
  /** Live images whose bytes are not in the file. */
  images: readonly LiveImage[];
}>;

/**
 * Writes everything to one file. Rows are those of one moment, also while services go on with the same PostgreSQL; files that
 * rows speak of are read right after them. The database keeps its schema: it may be older than this program.
 */
export async function exportData(settings: Settings, path: string): Promise<Exported> {
  const choice = databaseFrom(settings);
  if (choice.kind === "embedded" && !existsSync(choice.directory)) {
    throw new StartError(
      `there is no database in ${settings.MUSTER_DATA_DIR}`,
      "name the data directory of the service with --data-dir, or its PostgreSQL with DATABASE_URL",
    );
  }
  return withDatabase(settings, false, async (db) => {
    const objects = await openObjects(settings);
    return onConnection(db, (client) => exportFrom(client, objects, settings, path));
  });
}

async function exportFrom(
  client: pg.ClientBase,
  objects: Objects,
  settings: Settings,
  path: string,
): Promise<Exported> {
  const schema = await knownSchema(client);
  const keys = new Set<string>();
  const images = listedImages(imageDirectory(settings.MUSTER_DATA_DIR));
  const rows: Record<string, number> = {};
  let objectCount = 0;
  await writeArchive(path, async (archive) => {
    await client.query("begin isolation level repeatable read, read only");
    for (const key of await keysInUse(client)) keys.add(key);
    const head = { schema, muster: version, writtenAt: new Date().toISOString(), keys: [...keys], images: [...images] };
    await archive.add(manifestName, writeManifest(head));
    for (const table of await tablesOf(client)) rows[table] = await exportTable(client, table, archive);
    // Read last, they are at least what the rows have used.
    await archive.add("sequences.json", JSON.stringify(await sequencesOf(client)));
    await client.query("commit");
    objectCount = await exportObjects(objects, archive);
    for (const file of await filesOf(settings.MUSTER_DATA_DIR)) {
      await archive.add(`files/${file}`, await readFile(join(settings.MUSTER_DATA_DIR, file)));
    }
  });
  return { schema, rows, objects: objectCount, keys: [...keys], images };
}

async function knownSchema(client: pg.ClientBase): Promise<string> {
  const schema = await schemaOf(client);
  if (schema.kind === "known") return schema.tag;
  throw schema.kind === "none"
    ? new StartError("the database holds nothing of Muster", "check DATABASE_URL or DB_HOST and DB_NAME")
    : new StartError("the database was written by a newer Muster", "export it with that version, or a newer one");
}

/** Rows pass through as the text that PostgreSQL makes of them: numbers keep every digit. */
async function exportTable(client: pg.ClientBase, table: string, archive: ArchiveWriter): Promise<number> {
  await client.query(`declare rows no scroll cursor for select to_jsonb(t)::text as line from ${table} t`);
  let [count, chunks, bytes] = [0, 0, 0];
  let lines: string[] = [];
  const flush = async () => {
    if (lines.length === 0) return;
    chunks += 1;
    await archive.add(`tables/${table}/${String(chunks).padStart(6, "0")}.jsonl`, `${lines.join("\n")}\n`);
    lines = [];
    bytes = 0;
  };
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from rows`);
    for (const { line } of rows) {
      lines.push(line);
      bytes += line.length;
      if (bytes >= chunkBytes) await flush();
    }
    count += rows.length;
    if (rows.length < rowsAtOnce) break;
  }
  await flush();
  await client.query("close rows");
  return count;
}

async function sequencesOf(client: pg.ClientBase): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = current_schema() and last_value is not null",
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** As they lie in the store: what is closed stays closed. */
async function exportObjects(objects: Objects, archive: ArchiveWriter): Promise<number> {
  let count = 0;
  for (const key of await objects.list("")) {
    const object = await objects.get(key);
    // Somebody may have deleted it since it was listed.
    if (!object) continue;
    await archive.stream(`objects/${key}`, object.size, object.body);
    count += 1;
  }
  return count;
}
