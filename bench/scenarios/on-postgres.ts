import { postgresPrograms, startPostgres } from "../../scripts/postgres.ts";
import type { Measurement } from "../scenario.ts";

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Measures with a PostgreSQL that is started for it and gone afterwards. */
export async function onPostgres(measure: (postgres: Postgres) => Promise<Measurement[]>): Promise<Measurement[]> {
  if (!postgresPrograms()) {
    throw new Error("PostgreSQL is not installed: run scripts/install-test-system.sh postgresql");
  }
  const postgres = await startPostgres();
  try {
    return await measure(postgres);
  } finally {
    await postgres.stop();
  }
}
