// Databases as older versions left them: one file of rows for each schema, in test/kept-schemas/. `keepSchema` writes the
// file of the newest one; a migration that is added later finds what it must cope with there.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@muster/contract";
import { readyCluster } from "@muster/simulator";
import { startService } from "../src/index.ts";
import type { Settings } from "../src/settings/index.ts";
import { allMigrations, applyMigrations } from "../src/store/migrations.ts";
import { openFromSettings } from "../src/store/open-from-settings.ts";
import { onConnection } from "../src/store/transaction.ts";
import { readArchive, textOf } from "../src/transfer/archive.ts";
import { setSequences } from "../src/transfer/import.ts";
import { exportData } from "../src/transfer/index.ts";
import { testSettings } from "./running-service.ts";

const directory = join(import.meta.dirname, "kept-schemas");
const fileOf = (tag: string) => join(directory, `${tag}.rows`);

/** Of an archive: each line is a table and one of its rows; the last tells how far sequences have come. */
export async function keepRows(archive: string, tag: string): Promise<void> {
  const lines: string[] = [];
  await readArchive(archive, async ({ name, content }) => {
    if (name === "sequences.json") lines.push(`sequences ${await textOf(content)}`);
    const [kind, table] = name.split("/");
    if (kind !== "tables") return;
    for (const row of (await textOf(content)).trimEnd().split("\n")) lines.push(`${table} ${row}`);
  });
  await writeFile(fileOf(tag), `${lines.join("\n")}\n`);
}

/** A cluster that is ready, with a host that has a token and a manifest; nothing of it is secret. */
export async function keepSchema(): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "muster-kept-"));
  try {
    const settings = testSettings(join(scratch, "data"));
    const service = await startService({ settings });
    const client = createClient({ baseUrl: service.addresses[0]?.url.replace("localhost", "127.0.0.1") ?? "" });
    const ready = await readyCluster(client, { name: "kept", topology: "sno", siteNumber: 9, speed: 1_000 });
    const [host] = await client.call("v2ListHosts", { params: { infra_env_id: ready.infraEnvId } });
    const params = { infra_env_id: ready.infraEnvId, host_id: host?.id ?? "" };
    await client.call("v2UpdateHost", { params, body: { ignition_endpoint_token: "kept-token" } });
    const content = Buffer.from("kind: ConfigMap\napiVersion: v1\nmetadata: {name: kept}\n").toString("base64");
    const manifest = { folder: "openshift", file_name: "kept.yaml", content } as const;
    await client.call("V2CreateClusterManifest", { params: { cluster_id: ready.clusterId }, body: manifest });
    await ready.fleet.stop();
    await service.stop();
    const archive = join(scratch, "kept.tar");
    const { schema } = await exportData(settings, archive);
    await keepRows(archive, schema);
    return fileOf(schema);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Gives an empty database the schema and the rows that were kept. */
export async function fillWithKept(settings: Settings, tag: string): Promise<void> {
  const migrations = allMigrations();
  const count = migrations.findIndex((migration) => migration.tag === tag) + 1;
  if (count === 0) throw new Error(`there is no migration ${tag}`);
  const lines = (await readFile(fileOf(tag), "utf8")).trimEnd().split("\n");
  const { db, close } = await openFromSettings(settings, { upToDate: false });
  try {
    await onConnection(db, async (client) => {
      await client.query("begin");
      await applyMigrations(client, migrations.slice(0, count));
      for (const line of lines) {
        const space = line.indexOf(" ");
        const table = line.slice(0, space);
        if (table === "sequences") {
          await setSequences(client, line.slice(space + 1));
          continue;
        }
        await client.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [
          line.slice(space + 1),
        ]);
      }
      await client.query("commit");
    });
  } finally {
    await close();
  }
}
