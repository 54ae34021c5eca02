// Group commit. While one transaction is on its way to the disk, the next ones gather and go together: every use case is
// whole in exactly one transaction, and the cost of a commit is shared by all who wait for it.
import { setTimeout as pause } from "node:timers/promises";
import type { Host, Instant } from "@muster/core";
import { DatabaseError } from "pg";
import { causesText } from "../history/cause.ts";
import { type Change, isShownOnly } from "../history/change.ts";
import { tellChanges, type WrittenRoot } from "../replicas/news.ts";
import { onlyReplica, type Replicas } from "../replicas/replicas.ts";
import { isDatabaseAway } from "./away.ts";
import { storableJson } from "./columns.ts";
import { commitStatement, staleCode } from "./commit-statement.ts";
import type { Db } from "./database.ts";
import { hostSecret } from "./host-secrets.ts";
import { sealProxy } from "./proxies.ts";
import { hostDocument } from "./rows.ts";
import {
  type clusters,
  type events,
  type hosts,
  type infraEnvs,
  largeHostFields,
  secretPlace,
  type secrets,
} from "./schema.ts";
import { onConnection } from "./transaction.ts";

/** A host to be stored. `before` tells which large fields are unchanged and need not be written again. */
export type HostWrite = Readonly<{ host: Host; before: Host | null; deletedAt: Instant | null; now: Instant }>;

export type Write = Readonly<{
  clusters: readonly (typeof clusters.$inferInsert)[];
  infraEnvs: readonly (typeof infraEnvs.$inferInsert)[];
  hosts: readonly HostWrite[];
  events: readonly (typeof events.$inferInsert)[];
  secrets: readonly (typeof secrets.$inferInsert)[];
  changes: readonly Change[];
}>;

/** A write that is stored, and where in the order of all that is told it begins: first its changes' resources, then its events. */
export type Stored = Readonly<{ write: Write; position: number }>;

/** Somebody else wrote the cluster or infra-env meanwhile: load it again and decide again. */
export class StaleVersion extends Error {}

type Pending = { write: Write; resolve: () => void; reject: (error: unknown) => void };

const maxBatch = 64;
const afterVictimMs = 100;

export class Writer {
  readonly #db: Db;
  readonly #replicas: Pick<Replicas, "id" | "alone" | "hasPeers">;
  #pending: Pending[] = [];
  #running = false;
  #busySince: number | null = null;
  readonly #listeners = new Set<(stored: readonly Stored[]) => void>();

  constructor(db: Db, replicas: Pick<Replicas, "id" | "alone" | "hasPeers"> = onlyReplica) {
    this.#db = db;
    this.#replicas = replicas;
  }

  /** For how many milliseconds one transaction has been on its way. */
  get stoodStillFor(): number {
    return this.#busySince === null ? 0 : performance.now() - this.#busySince;
  }

  /** How many writes wait for the one that is on its way. */
  get waiting(): number {
    return this.#pending.length;
  }

  onStored(listener: (stored: readonly Stored[]) => void): void {
    this.#listeners.add(listener);
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
    let stored: readonly Stored[];
    try {
      const writes = batch.map(({ write }) => write);
      stored = await this.#write(writes).catch(async (error) => {
        if (!isVictim(error)) throw error;
        // The other one must get ahead, or both would meet again.
        await pause(afterVictimMs);
        return this.#write(writes);
      });
    } catch (error) {
      // One bad write must not take its companions down: try each on its own. With the database away none would succeed,
      // and each would wait for a connection in turn.
      if (batch.length > 1 && !isDatabaseAway(error))
        for (const pending of batch) await this.#commitTogether([pending]);
      else for (const { reject } of batch) reject(error);
      return;
    }
    for (const listener of this.#listeners) listener(stored);
    for (const { resolve } of batch) resolve();
  }

  readonly #sealed = (row: typeof secrets.$inferInsert) => {
    const { ownerKind: kind, ownerId: id, name, value } = row;
    return { ...row, value: this.#db.vault.seal(value, secretPlace({ kind, id }, name)) };
  };

  async #write(writes: readonly Write[]): Promise<Stored[]> {
    const all = <Key extends keyof Write>(key: Key) => writes.flatMap((write): Write[Key][number][] => [...write[key]]);
    const { vault } = this.#db;
    const clusterRows = all("clusters").map((row) => ({ ...row, document: sealProxy(vault, "cluster", row.document) }));
    const infraEnvRows = all("infraEnvs").map((row) => ({
      ...row,
      document: sealProxy(vault, "infra-env", row.document),
    }));
    const hostWrites = all("hosts");
    const secretRows = [...all("secrets"), ...hostWrites.flatMap(hostSecret)].map(this.#sealed);
    const rows = [
      clusterRows,
      infraEnvRows,
      hostWrites.map(hostRow),
      secretRows,
      ...toldRows(writes, this.#replicas.hasPeers),
    ];
    try {
      const changes = [
        ...clusterRows.map((row) => changeOf("cluster", row)),
        ...infraEnvRows.map((row) => changeOf("pool", row)),
      ];
      const notice = this.#replicas.alone ? null : tellChanges(this.#replicas.id, changes);
      const values = [...rows.map(storableJson), changes.length, notice];
      const { rows: answers } = await onConnection(this.#db, (client) =>
        client.query({ name: "commit", text: commitStatement, values }),
      );
      let position = Number(answers[0]?.first);
      return writes.map((write) => {
        const stored = { write, position };
        position += placesOf(write);
        return stored;
      });
    } catch (error) {
      throw isStale(error) ? new StaleVersion() : error;
    }
  }
}

const placesOf = ({ changes, events }: Write): number =>
  changes.reduce((sum, { resources }) => sum + resources.length, events.length);

/** Events and history, each row with its place in what the commit tells. A row of history has that of its last resource. */
function toldRows(writes: readonly Write[], hasPeers: boolean): [events: object[], history: object[]] {
  const eventRows: object[] = [];
  const historyRows: object[] = [];
  let place = 0;
  for (const { changes, events } of writes) {
    for (const { root, at, causes, resources, document } of changes) {
      place += resources.length;
      // What nobody looks up later is kept for the followers of other replicas alone.
      if (document === null || (isShownOnly(document) && !hasPeers)) continue;
      historyRows.push({
        place: Math.max(place - 1, 0),
        rootId: root.id,
        rootKind: root.kind,
        at: timeText(at),
        causes: causesText(causes),
        document,
      });
    }
    for (const event of events) eventRows.push({ place: place++, ...event });
  }
  return [eventRows, historyRows];
}

/** Another replica may also have let in the same machine, through another image. */
const isStale = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === staleCode || error.constraint === "hosts_present");

/** Of two who wait for each other PostgreSQL ends one, which was not to blame. */
const isVictim = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === "40P01" || error.code === "40001");

type RootRow = typeof clusters.$inferInsert | typeof infraEnvs.$inferInsert;

const changeOf = (kind: WrittenRoot["kind"], { id, version, wakeAt }: RootRow): WrittenRoot => ({
  kind,
  id,
  version,
  wakeAt: wakeAt?.getTime() ?? null,
});

type HostRow = Partial<Record<keyof typeof hosts.$inferInsert, unknown>>;

function hostRow({ host, before, deletedAt, now }: HostWrite): HostRow {
  const row: HostRow = {
    id: host.id,
    infraEnvId: host.infraEnvId,
    clusterId: host.clusterId,
    status: host.status,
    document: hostDocument(host),
    checkedInAt: timeText(host.checkedInAt),
    clockSeconds: host.clockSeconds,
    updatedAt: timeText(now),
    deletedAt: timeText(deletedAt),
  };
  for (const field of largeHostFields) {
    // Left out means "as it was"; false stands for a field that was emptied, since JSON's null would be left out, too.
    if (before === null || before[field] !== host[field]) row[field] = host[field] ?? false;
  }
  return row;
}

const timeText = (instant: Instant | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();
