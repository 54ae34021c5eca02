// A real service for tests: a random port, a directory of its own, the embedded database or, with MUSTER_TEST_DATABASE_URL,
// a schema of its own in that PostgreSQL.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@muster/contract";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { type RunningService, startService } from "../src/index.ts";
import { loadSettings } from "../src/settings/index.ts";

export type TestService = {
  readonly url: string;
  readonly client: Client;
  readonly directory: string;
  /** Stops the service and starts it again on the same data. */
  restart(): Promise<void>;
};

type Flags = Readonly<Record<string, string>>;

/** Starts before the tests of a file and stops after them. */
export function runningService(flags: Flags = {}): TestService {
  let directory = "";
  let running: RunningService | undefined;
  let database: TestDatabase | undefined;
  let url = "";
  let client: Client | undefined;
  const start = async () => {
    running = await startTestService(directory, { ...database?.flags, ...flags });
    url = running.addresses[0]?.url.replace("localhost", "127.0.0.1") ?? "";
    client = createClient({ baseUrl: url });
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-test-"));
    database = await createTestDatabase();
    await start();
  }, 120_000);
  afterAll(async () => {
    await running?.stop();
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
    restart: async () => {
      await running?.stop();
      await start();
    },
  };
}

export async function startTestService(directory: string, flags: Flags = {}): Promise<RunningService> {
  const loaded = loadSettings({
    flags: {
      MUSTER_PORT: "0",
      MUSTER_HOST: "127.0.0.1",
      MUSTER_DATA_DIR: directory,
      LOG_LEVEL: process.env.MUSTER_TEST_LOG ?? "silent",
      ...flags,
    },
    env: {},
    readFile: () => "",
  });
  if (loaded.kind === "problems") throw new Error(loaded.problems.join("; "));
  return startService({ settings: loaded.settings });
}

type TestDatabase = Readonly<{ flags: Flags; drop(): Promise<void> }>;

/** In PostgreSQL each file gets a database of its own: files run side by side. */
async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.MUSTER_TEST_DATABASE_URL;
  if (!server) return { flags: {}, drop: async () => {} };
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
