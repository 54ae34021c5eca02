// Group commit. While one transaction is on its way to the disk, the next ones gather and go together: every use case is
// whole in exactly one transaction, and the cost of a commit is shared by all who wait for it.
import type { Host, Instant } from "@muster/core";
import type { Db } from "./database.ts";
import { sql } from "./drizzle.ts";
import { hostDocument } from "./rows.ts";
import { clusters, events, hosts, infraEnvs, type largeHostFields, secrets } from "./schema.ts";

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

  constructor(db: Db) {
    this.#db = db;
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
      await this.#commitTogether(batch);
    }
    this.#running = false;
  }

  async #commitTogether(batch: readonly Pending[]): Promise<void> {
    try {
      await this.#transaction(batch.map(({ write }) => write));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // One bad write must not take its companions down: try each on its own.
      if (batch.length > 1) for (const pending of batch) await this.#commitTogether([pending]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async #transaction(writes: readonly Write[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
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
      if (hostRows.length > 0) await tx.insert(hosts).values(hostRows).onConflictDoUpdate(hostConflict);
      const secretRows = writes.flatMap((write) => write.secrets);
      if (secretRows.length > 0) {
        await tx
          .insert(secrets)
          .values(secretRows)
          .onConflictDoUpdate({ target: [secrets.ownerId, secrets.name], set: { value: sql`excluded.value` } });
      }
      const eventRows = writes.flatMap((write) => write.events);
      if (eventRows.length > 0) await tx.insert(events).values(eventRows);
    });
  }
}

function hostRow({ host, before, deletedAt, now }: HostWrite) {
  // SQL null in a large column means "as it was", so an emptied field is written as JSON null.
  const large = <Field extends (typeof largeHostFields)[number]>(field: Field) =>
    before !== null && before[field] === host[field] ? null : (host[field] ?? sql`'null'::jsonb`);
  return {
    id: host.id,
    infraEnvId: host.infraEnvId,
    clusterId: host.clusterId,
    status: host.status,
    document: hostDocument(host),
    inventory: large("inventory"),
    connectivity: large("connectivity"),
    domainNameResolutions: large("domainNameResolutions"),
    freeAddresses: large("freeAddresses"),
    validations: large("validations"),
    checkedInAt: host.checkedInAt === null ? null : new Date(host.checkedInAt),
    clockSeconds: host.clockSeconds,
    updatedAt: new Date(now),
    deletedAt: deletedAt === null ? null : new Date(deletedAt),
  };
}

const hostConflict = {
  target: [hosts.id, hosts.infraEnvId],
  set: {
    clusterId: sql`excluded.cluster_id`,
    status: sql`excluded.status`,
    document: sql`excluded.document`,
    inventory: sql`coalesce(excluded.inventory, ${hosts.inventory})`,
    connectivity: sql`coalesce(excluded.connectivity, ${hosts.connectivity})`,
    domainNameResolutions: sql`coalesce(excluded.domain_name_resolutions, ${hosts.domainNameResolutions})`,
    freeAddresses: sql`coalesce(excluded.free_addresses, ${hosts.freeAddresses})`,
    validations: sql`coalesce(excluded.validations, ${hosts.validations})`,
    checkedInAt: sql`excluded.checked_in_at`,
    clockSeconds: sql`excluded.clock_seconds`,
    updatedAt: sql`excluded.updated_at`,
    deletedAt: sql`excluded.deleted_at`,
  },
};
