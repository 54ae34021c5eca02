import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type pg from "pg";
import type { LiveImage } from "../catalogue/live-image.ts";
import { imageDirectory, listImages } from "../images/added-images.ts";
import type { Objects } from "../objects/objects.ts";
import { openObjects } from "../objects/open-objects.ts";
import type { Settings } from "../settings/index.ts";
import { StartError } from "../start-error.ts";
import { allMigrations, applyMigrations } from "../store/migrations.ts";
import { onConnection } from "../store/transaction.ts";
import { migrationKey } from "../store/up-to-date.ts";
import { vaultFrom } from "../vault/vault.ts";
import { type ArchiveEntry, readArchive, textOf } from "./archive.ts";
import { dropSchema, isKeptFile, keptTables, tablesOf } from "./contents.ts";
import { type Manifest, manifestName, readManifest } from "./manifest.ts";
import { withDatabase } from "./with-database.ts";

export type Imported = Readonly<{
  /** The schema that the archive had; rows are brought up to date. */
  schema: string;
  rows: Readonly<Record<string, number>>;
  objects: number;
  /** Keys that secrets are closed with and that the settings do not have: the service will not start without. */
  missingKeys: readonly string[];
  /** Images that were added there and whose files are not here. */
  missingImages: readonly LiveImage[];
}>;

/** The target has something, and nobody said that it may go. */
export class NotEmpty extends StartError {}

/** The rows come in one transaction: all of them, or none. Where something is already, only with `replace`. */
export async function importData(settings: Settings, path: string, replace: boolean): Promise<Imported> {
  // Everything is read once before anything is done: a damaged archive changes nothing.
  const { manifest, digest } = await inspectArchive(path);
  return withDatabase(settings, false, async (db) => {
    const objects = await openObjects(settings);
    const target = { objects, before: new Set(await objects.list("")) };
    const imported = await onConnection(db, async (client) => {
      await client.query("begin");
      await requireFree(client, target, replace);
      const done = await load(client, target, path, { manifest, digest });
      await client.query("commit");
      return done;
    });
    for (const key of target.before) if (!imported.keys.has(key)) await objects.delete(key);
    const missingImages = await settleFiles(settings, manifest, imported.files);
    const vault = vaultFrom(settings);
    return {
      schema: manifest.schema,
      rows: imported.rows,
      objects: imported.keys.size,
      missingKeys: manifest.keys.filter((key) => !vault.knows(key)),
      missingImages,
    };
  });
}

type Target = Readonly<{ objects: Objects; before: ReadonlySet<string> }>;

export async function inspectArchive(path: string): Promise<{ manifest: Manifest; digest: string }> {
  let manifest: Manifest | undefined;
  const digest = await readArchive(path, async ({ name, content }) => {
    if (manifest === undefined && name !== manifestName) throw new Error(`it begins with ${name}`);
    if (name === manifestName) manifest = readManifest(await textOf(content));
  });
  if (!manifest) throw new StartError(`${path} is empty`, "take another copy; nothing was changed");
  return { manifest, digest };
}

async function requireFree(client: pg.ClientBase, { before }: Target, replace: boolean): Promise<void> {
  // Services that start meanwhile wait here, as for a migration.
  await client.query("select pg_advisory_xact_lock($1)", [migrationKey]);
  const { rows: known } = await client.query("select to_regclass('replicas') as table");
  if (known[0]?.table !== null) {
    const { rows } = await client.query("select id from replicas where seen_at > now() - interval '5 seconds'");
    if (rows.length > 0) {
      throw new StartError("a service uses this database", "stop every muster serve that does, and try again");
    }
  }
  if (replace) return;
  const found: string[] = [];
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query(`select 1 from ${table} limit 1`);
    if (rows.length > 0) found.push(table);
  }
  if (found.length === 0 && before.size === 0) return;
  const what = [...found, ...(before.size > 0 ? ["objects"] : [])].join(", ");
  throw new NotEmpty(`there is data already (${what})`, "choose an empty target, or replace all of it with --replace");
}

type Loaded = Readonly<{ rows: Record<string, number>; keys: Set<string>; files: Map<string, string> }>;

async function load(
  client: pg.ClientBase,
  { objects, before }: Target,
  path: string,
  { manifest, digest }: { manifest: Manifest; digest: string },
): Promise<Loaded> {
  const migrations = allMigrations();
  const seen = migrations.findIndex(({ tag }) => tag === manifest.schema) + 1;
  const loaded: Loaded = { rows: {}, keys: new Set(), files: new Map() };
  try {
    await dropSchema(client);
    await applyMigrations(client, migrations.slice(0, seen));
    const again = await readArchive(path, (entry) => takeEntry(client, objects, entry, loaded));
    if (again !== digest) throw new StartError(`${path} changed while it was read`, "try again when nobody writes it");
    await applyMigrations(client, migrations.slice(seen));
    return loaded;
  } catch (error) {
    // Rows go with the transaction; nobody speaks of these objects any more.
    for (const key of loaded.keys) if (!before.has(key)) await objects.delete(key).catch(() => {});
    throw error;
  }
}

async function takeEntry(client: pg.ClientBase, objects: Objects, entry: ArchiveEntry, loaded: Loaded): Promise<void> {
  const { name, content } = entry;
  const [kind = "", ...rest] = name.split("/");
  const path = rest.join("/");
  if (kind === "tables") {
    const table = keptTables.find((known) => known === rest[0]);
    if (!table) throw new Error(`it holds a table ${rest[0]}, which Muster does not have`);
    const count = await loadRows(client, table, await textOf(content));
    loaded.rows[table] = (loaded.rows[table] ?? 0) + count;
  } else if (kind === "objects") {
    loaded.keys.add(path);
    await objects.put(path, content);
  } else if (kind === "files" && isKeptFile(path)) {
    loaded.files.set(path, await textOf(content));
  } else if (name === "sequences.json") {
    await setSequences(client, await textOf(content));
  } else if (name !== manifestName) {
    throw new Error(`it holds ${name}, which Muster does not know`);
  }
}

export async function setSequences(client: pg.ClientBase, text: string): Promise<void> {
  const values: unknown = JSON.parse(text);
  for (const [sequence, value] of Object.entries(values ?? {})) {
    await client.query("select setval($1::regclass, $2::bigint)", [sequence, String(value)]);
  }
}

async function loadRows(client: pg.ClientBase, table: string, text: string): Promise<number> {
  const lines = text.trimEnd().split("\n");
  await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    `[${lines.join(",")}]`,
  ]);
  return lines.length;
}

/** Images are listed where their files are; which others there were is told. */
async function settleFiles(
  settings: Settings,
  { images }: Manifest,
  files: ReadonlyMap<string, string>,
): Promise<readonly LiveImage[]> {
  for (const [path, text] of files) {
    const file = join(settings.MUSTER_DATA_DIR, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
  }
  const directory = imageDirectory(settings.MUSTER_DATA_DIR);
  const isHere = ({ url }: LiveImage) => basename(url) === url && existsSync(join(directory, url));
  await listImages(directory, images.filter(isHere));
  return images.filter((image) => !isHere(image));
}
