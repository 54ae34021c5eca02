import { join } from "node:path";
import { createClient } from "@muster/contract";
import { installCluster } from "@muster/simulator";
import pg from "pg";
import { postgresPrograms, startPostgres } from "../../scripts/postgres.ts";
import type { Scenario } from "../scenario.ts";
import { startServer } from "../server.ts";

const clusters = 12;

export const databaseSize: Scenario = {
  name: "database-size",
  says: `What ${clusters} installations of five hosts leave in PostgreSQL`,
  async run({ directory, say }) {
    if (!postgresPrograms())
      throw new Error("PostgreSQL is not installed: run scripts/install-test-system.sh postgresql");
    const postgres = await startPostgres();
    const server = await startServer({ dataDirectory: join(directory, "data"), env: { DATABASE_URL: postgres.url } });
    const database = new pg.Client({ connectionString: postgres.url });
    await database.connect();
    try {
      const client = createClient({ baseUrl: server.url });
      for (let first = 0; first < clusters; first += 4) {
        say(`installing ${first + 1} to ${first + 4} of ${clusters}`);
        await Promise.all(
          [0, 1, 2, 3].map(async (next) => {
            const siteNumber = 20 + first + next;
            const machine = { kind: "bench-server" } as const;
            const plan = {
              name: `size-${siteNumber}`,
              siteNumber,
              topology: "ha",
              withinSeconds: 120,
              machine,
            } as const;
            const { fleet } = await installCluster(client, plan);
            await fleet.stop();
          }),
        );
      }
      await database.query("vacuum full");
      const { rows } = await database.query(
        "select sum(pg_total_relation_size(relid))::float8 as bytes, (select count(*)::float8 from hosts) as hosts from pg_stat_user_tables",
      );
      const { bytes = 0, hosts = 1 } = rows[0] ?? {};
      const { rows: events } = await database.query("select count(*)::float8 as count from events");
      return [
        { name: "database per host, kB", value: bytes / hosts / 1_000, unit: "count", hold: 50 },
        { name: "events per host", value: (events[0]?.count ?? 0) / hosts, unit: "count" },
      ];
    } finally {
      await database.end();
      await server.stop();
      await postgres.stop();
    }
  },
};
