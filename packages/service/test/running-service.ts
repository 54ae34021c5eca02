// A real service for tests: a random port, a directory of its own, the embedded database or, with MUSTER_TEST_DATABASE_URL,
// a database of its own in that PostgreSQL.
import { hash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@muster/contract";
import pg from "pg";
import { afterAll, beforeAll, vi } from "vitest";
import { type RunningService, startService } from "../src/index.ts";
import { databaseFrom, loadSettings, type Settings } from "../src/settings/index.ts";
import { type Db, openDatabase } from "../src/store/database.ts";
import { contractFetch } from "./contract-fetch.ts";

export type TestService = {
  readonly url: string;
  /** Fails when an answer is not what the contract promises. */
  readonly client: Client;
  readonly directory: string;
  /** Which database it has. */
  readonly flags: Flags;
  /** What the service logged, if LOG_LEVEL is among its flags. */
  readonly logged: readonly string[];
  /** Looks into the database; the service is stopped meanwhile. */
  inspect<Found>(look: (db: Db) => Promise<Found>): Promise<Found>;
  stop(): Promise<void>;
  start(flags?: Flags): Promise<void>;
  /** Stops the service and starts it again on the same data. */
  restart(): Promise<void>;
};

export type Flags = Readonly<Record<string, string>>;

/** Starts before the tests of a file and stops after them. */
export function runningService(flags: Flags = {}): TestService {
  // Whole installations take seconds, and several times that on a machine that is busy with something else.
  vi.setConfig({ testTimeout: 60_000 });
  const logged: string[] = [];
  let directory = "";
  let running: RunningService | undefined;
  let database: TestDatabase | undefined;
  let url = "";
  let client: Client | undefined;
  const settings = (more: Flags = {}) => testSettings(directory, { ...database?.flags, ...flags, ...more });
  const start = async (more: Flags = {}) => {
    const logTo = flags.LOG_LEVEL ? { write: (line: string) => void logged.push(line) } : undefined;
    running = await startService({ settings: settings({ ...more }), ...(logTo && { logTo }) });
    url = running.addresses[0]?.url.replace("localhost", "127.0.0.1") ?? "";
    client = createClient({ baseUrl: url, fetch: contractFetch });
  };
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-test-"));
    database = await createTestDatabase(directory);
    await start();
  }, 120_000);
  afterAll(async () => {
    await stop();
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  }, 60_000);
  return {
    get url() {
      return url;
    },
    get client() {
      if (!client) throw new Error("the service runs only during tests");
      return client;
    },
    get directory() {
      return directory;
    },
    get flags() {
      return database?.flags ?? {};
    },
    logged,
    inspect: async (look) => {
      await stop();
      const { db, close } = await openDatabase(databaseFrom(settings()), { maxConnections: 1, maxLifetimeSeconds: 60 });
      const found = await look(db).finally(close);
      await start();
      return found;
    },
    stop,
    start,
    restart: async () => {
      await stop();
      await start();
    },
  };
}

export function testSettings(directory: string, flags: Flags = {}): Settings {
  const loaded = loadSettings({
    flags: {
      MUSTER_PORT: "0",
      MUSTER_HOST: "127.0.0.1",
      MUSTER_DATA_DIR: directory,
      LOG_LEVEL: process.env.MUSTER_TEST_LOG ?? "silent",
      // No test asks the network for a live image.
      MUSTER_SAMPLE_IMAGES: "always",
      ...flags,
    },
    env: {},
    readFile: () => "",
  });
  if (loaded.kind === "problems") throw new Error(loaded.problems.join("; "));
  return loaded.settings;
}

export type TestDatabase = Readonly<{ flags: Flags; drop(): Promise<void> }>;

/** In PostgreSQL each file gets a database of its own: files run side by side. */
export async function createTestDatabase(directory: string): Promise<TestDatabase> {
  const server = process.env.MUSTER_TEST_DATABASE_URL;
  if (!server) {
    await cp(await emptyDatabase(), directory, { recursive: true });
    return { flags: {}, drop: async () => {} };
  }
  const name = `muster_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const flags = { DATABASE_URL: url.href, DB_MAX_OPEN_CONNECTIONS: "8" };
  return { flags, drop: () => run(`drop database ${name} with (force)`) };
}

/** A data directory in which nothing has happened yet. To copy it takes a tenth of the time that making one takes. */
async function emptyDatabase(): Promise<string> {
  const path = join(tmpdir(), `muster-test-empty-${await schemaDigest()}`);
  if (await stat(path).catch(() => null)) return path;
  const made = await mkdtemp(join(tmpdir(), "muster-test-"));
  const service = await startService({ settings: testSettings(made) });
  await service.stop();
  // Another test may have been faster.
  await rename(made, path).catch(() => rm(made, { recursive: true, force: true }));
  return path;
}

async function schemaDigest(): Promise<string> {
  const migrations = join(import.meta.dirname, "../src/store/migrations");
  const names = (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(migrations, name), "utf8")));
  return hash("sha256", [process.getuid?.(), ...names, ...texts].join("\n")).slice(0, 16);
}
