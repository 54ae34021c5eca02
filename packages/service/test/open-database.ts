import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseFrom } from "../src/settings/index.ts";
import { type Database, openDatabase } from "../src/store/database.ts";
import { createTestDatabase, testSettings } from "./running-service.ts";

/** A database of one's own, without a service. */
export async function openTestDatabase(): Promise<Database> {
  const directory = await mkdtemp(join(tmpdir(), "muster-test-"));
  const { flags, drop } = await createTestDatabase(directory);
  const choice = databaseFrom(testSettings(directory, flags));
  const database = await openDatabase(choice, { maxConnections: 2, maxLifetimeSeconds: 60 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
