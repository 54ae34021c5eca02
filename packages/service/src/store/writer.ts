// Group commit. While one transaction is on its way to the disk, the next ones gather and go together: every use case is
// whole in exactly one transaction, and the cost of a commit is shared by all who wait for it.
import type { Host, Instant } from "@muster/core";
import { isDatabaseAway } from "./away.ts";
import { storableJson } from "./columns.ts";
import type { Db } from "./database.ts";
import { sql } from "./drizzle.ts";
import { hostDocument } from "./rows.ts";
import { clusters, type events, infraEnvs, largeHostFields, secrets } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

/** A host to be stored. `before` tells which large fields are unchanged and need not be written again. */
export type HostWrite = Readonly<{ host: Host; before: Host | null; deletedAt: Instant | null; now: Instant }>;

export type Write = Readonly<{
  clusters: readonly (typeof clusters.$inferInsert)[];
  infraEnvs: readonly (typeof infraEnvs.$inferInsert)[];
  hosts: readonly HostWrite[];
  events: readonly (typeof events.$inferInsert)[];
  secrets: readonly (typeof secrets.$inferInsert)[];
}>;

/** Somebody else wrote the cluster or infra-env meanwhile: load it again and decide again. */
export class StaleVersion extends Error {}

type Pending = { write: Write; resolve: () => void; reject: (error: unknown) => void };

const maxBatch = 64;

export class Writer {
  readonly #db: Db;
  #pending: Pending[] = [];
  #running = false;
  #busySince: number | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** For how many milliseconds one transaction has been on its way. */
  get stoodStillFor(): number {
    return this.#busySince === null ? 0 : performance.now() - this.#busySince;
  }

  commit(write: Write): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ write, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, maxBatch);
      this.#busySince = performance.now();
      await this.#commitTogether(batch);
    }
    this.#busySince = null;
    this.#running = false;
  }

  async #commitTogether(batch: readonly Pending[]): Promise<void> {
    try {
      await this.#transaction(batch.map(({ write }) => write));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // One bad write must not take its companions down: try each on its own. With the database away none would succeed,
      // and each would wait for a connection in turn.
      if (batch.length > 1 && !isDatabaseAway(error))
        for (const pending of batch) await this.#commitTogether([pending]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async #transaction(writes: readonly Write[]): Promise<void> {
    await inTransaction(this.#db, async (tx) => {
      const clusterRows = writes.flatMap((write) => write.clusters);
      if (clusterRows.length > 0) {
        const saved = await tx
          .insert(clusters)
          .values(clusterRows)
          .onConflictDoUpdate({
            target: clusters.id,
            set: {
              version: sql`excluded.version`,
              status: sql`excluded.status`,
              kind: sql`excluded.kind`,
              openshiftClusterId: sql`excluded.openshift_cluster_id`,
              document: sql`excluded.document`,
              wakeAt: sql`excluded.wake_at`,
              updatedAt: sql`excluded.updated_at`,
              deletedAt: sql`excluded.deleted_at`,
            },
            setWhere: sql`${clusters.version} = excluded.version - 1`,
          })
          .returning({ id: clusters.id });
        if (saved.length < clusterRows.length) throw new StaleVersion();
      }
      const infraEnvRows = writes.flatMap((write) => write.infraEnvs);
      if (infraEnvRows.length > 0) {
        const saved = await tx
          .insert(infraEnvs)
          .values(infraEnvRows)
          .onConflictDoUpdate({
            target: infraEnvs.id,
            set: {
              version: sql`excluded.version`,
              clusterId: sql`excluded.cluster_id`,
              document: sql`excluded.document`,
              wakeAt: sql`excluded.wake_at`,
              updatedAt: sql`excluded.updated_at`,
              deletedAt: sql`excluded.deleted_at`,
            },
            setWhere: sql`${infraEnvs.version} = excluded.version - 1`,
          })
          .returning({ id: infraEnvs.id });
        if (saved.length < infraEnvRows.length) throw new StaleVersion();
      }
      const hostRows = writes.flatMap((write) => write.hosts.map(hostRow));
      if (hostRows.length > 0) await tx.execute(upsertHosts(hostRows));
      const secretRows = writes.flatMap((write) => write.secrets);
      if (secretRows.length > 0) {
        await tx
          .insert(secrets)
          .values(secretRows)
          .onConflictDoUpdate({ target: [secrets.ownerId, secrets.name], set: { value: sql`excluded.value` } });
      }
      const eventRows = writes.flatMap((write) => write.events);
      if (eventRows.length > 0) await tx.execute(insertEvents(eventRows));
    });
  }
}

// Hosts and events come in bursts: their rows travel as one JSON parameter, which costs a third of one parameter per value.

const wireColumns = [
  ["id", "uuid"],
  ["infra_env_id", "uuid"],
  ["cluster_id", "uuid"],
  ["status", "text"],
  ["document", "jsonb"],
  ["checked_in_at", "timestamptz"],
  ["clock_seconds", "bigint"],
  ["updated_at", "timestamptz"],
  ["deleted_at", "timestamptz"],
] as const;

const largeColumns = {
  inventory: "inventory",
  connectivity: "connectivity",
  domainNameResolutions: "domain_name_resolutions",
  freeAddresses: "free_addresses",
  validations: "validations",
} as const satisfies Record<(typeof largeHostFields)[number], string>;

type HostRow = Record<(typeof wireColumns)[number][0], unknown> &
  Partial<Record<(typeof largeColumns)[keyof typeof largeColumns], unknown>>;

function hostRow({ host, before, deletedAt, now }: HostWrite): HostRow {
  const row: HostRow = {
    id: host.id,
    infra_env_id: host.infraEnvId,
    cluster_id: host.clusterId,
    status: host.status,
    document: hostDocument(host),
    checked_in_at: timeText(host.checkedInAt),
    clock_seconds: host.clockSeconds,
    updated_at: timeText(now),
    deleted_at: timeText(deletedAt),
  };
  for (const field of largeHostFields) {
    // Left out means "as it was"; false stands for a field that was emptied, since JSON's null would be left out, too.
    if (before === null || before[field] !== host[field]) row[largeColumns[field]] = host[field] ?? false;
  }
  return row;
}

const timeText = (instant: Instant | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();

const large = Object.values(largeColumns);
const names = wireColumns.map(([name]) => name);

const upsertHostsHead = `
  insert into hosts (${[...names, ...large].join(", ")})
  select ${[...names, ...large.map((name) => `case when ${name} = 'false' then 'null'::jsonb else ${name} end`)].join(", ")}
  from jsonb_to_recordset(`;

const upsertHostsTail = `::jsonb) as row(${[
  ...wireColumns.map(([name, type]) => `${name} ${type}`),
  ...large.map((name) => `${name} jsonb`),
].join(", ")})
  on conflict (id, infra_env_id) do update set ${[
    ...names.filter((name) => name !== "id" && name !== "infra_env_id").map((name) => `${name} = excluded.${name}`),
    ...large.map((name) => `${name} = coalesce(excluded.${name}, hosts.${name})`),
  ].join(", ")}`;

const upsertHosts = (rows: readonly HostRow[]) =>
  sql`${sql.raw(upsertHostsHead)}${storableJson(rows)}${sql.raw(upsertHostsTail)}`;

const insertEvents = (rows: readonly (typeof events.$inferInsert)[]) => sql`
  insert into events (name, severity, category, message, cluster_id, host_id, infra_env_id, request_id, props, time)
  select name, severity, category, message, "clusterId", "hostId", "infraEnvId", "requestId", props, time
  from jsonb_to_recordset(${storableJson(rows)}::jsonb) as row(name text, severity text, category text, message text,
    "clusterId" uuid, "hostId" uuid, "infraEnvId" uuid, "requestId" uuid, props jsonb, time timestamptz)`;
