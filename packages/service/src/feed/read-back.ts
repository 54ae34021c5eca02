// What was told before, from history: the backlog of before the start, read once, when the first reader comes back across a
// restart; and what other replicas have committed since.
import type { Owner } from "../auth/caller.ts";
import { toldHosts } from "../history/change.ts";
import { orderKey, placesPerCommit } from "../store/commit-statement.ts";
import type { Db } from "../store/database.ts";
import { desc, gt, lte, sql } from "../store/drizzle.ts";
import type { HostPlace } from "../store/host-places.ts";
import { events, history } from "../store/schema.ts";
import { inTransaction } from "../store/transaction.ts";
import type { Limits } from "./backlog.ts";
import { type ResourceEntry, rowEntries } from "./entry.ts";
import { eventMessage, type Message } from "./message.ts";

/** Whatever is committed later has a greater position; whoever has taken a number but not committed yet is waited for. */
export function storedPosition(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${orderKey})`);
    const { rows } = await tx.execute<{ number: string }>(
      sql`select case when is_called then last_value else 0 end as number from commit_numbers`,
    );
    return (Number(rows[0]?.number ?? 0) + 1) * placesPerCommit - 1;
  });
}

export type LoadedBacklog = Readonly<{
  floor: number;
  resources: readonly ResourceEntry[];
  events: readonly Message[];
}>;

export async function loadBacklog(db: Db, until: number, limits: Limits): Promise<LoadedBacklog> {
  const rows = await db
    .select()
    .from(history)
    .where(lte(history.position, until))
    .orderBy(desc(history.position))
    .limit(limits.resources);
  const told = await db
    .select()
    .from(events)
    .where(lte(events.number, until))
    .orderBy(desc(events.number))
    .limit(limits.events);
  const { resources, messages } = await toldBy(db, rows.toReversed(), told.toReversed());
  // What is older than the oldest row may have been forgotten, or never been kept.
  const oldestChange = rows.at(-1)?.position ?? until;
  const oldestEvent = told.length < limits.events ? 0 : (told.at(-1)?.number ?? 0);
  return { floor: Math.max(oldestChange, oldestEvent), resources, events: messages };
}

// Few enough that the clusters which they are about can be read all at once.
const mostAtOnce = 250;

export type ReadBack = Readonly<{ entries: readonly (ResourceEntry | Message)[]; isAll: boolean }>;

/** What was committed after a position, by whichever replica, in order; a part of it when there is much. */
export async function readAfter(db: Db, since: number): Promise<ReadBack> {
  // Both as of one moment: what is committed between two looks would show its events, and its resources never.
  const [rows, told] = await inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const changes = tx.select().from(history).where(gt(history.position, since));
    const happened = tx.select().from(events).where(gt(events.number, since));
    return [
      await changes.orderBy(history.position).limit(mostAtOnce),
      await happened.orderBy(events.number).limit(mostAtOnce),
    ] as const;
  });
  // Of the two, the one that was cut short says how far both are known.
  const end = Math.min(
    rows.length < mostAtOnce ? Number.POSITIVE_INFINITY : (rows.at(-1)?.position ?? since),
    told.length < mostAtOnce ? Number.POSITIVE_INFINITY : (told.at(-1)?.number ?? since),
  );
  const { resources, messages } = await toldBy(db, rows, told);
  const entries = [...resources, ...messages].filter(({ position }) => position <= end);
  return { entries: entries.sort((a, b) => a.position - b.position), isAll: end === Number.POSITIVE_INFINITY };
}

type HistoryRow = typeof history.$inferSelect;
type EventRow = typeof events.$inferSelect;

async function toldBy(db: Db, rows: readonly HistoryRow[], told: readonly EventRow[]) {
  if (rows.length === 0 && told.length === 0) return { resources: [], messages: [] };
  const isHostsAlone = ({ clusterId, infraEnvId }: EventRow) => clusterId === null && infraEnvId === null;
  const homes = await homesOf(db, [
    ...rows.flatMap(({ rootKind, document }) =>
      (rootKind === "cluster" ? toldHosts(rootKind, document) : []).map(([id]) => id),
    ),
    ...told.filter(isHostsAlone).flatMap(({ hostId }) => hostId ?? []),
  ]);
  const rootOf = (event: EventRow) => {
    const { clusterId, infraEnvId } = isHostsAlone(event) ? (homes.get(event.hostId ?? "")?.[0] ?? event) : event;
    return clusterId ? `cluster:${clusterId}` : `infra_env:${infraEnvId}`;
  };
  const roots = await rootsOf(db, [
    ...rows.map(({ rootId }) => rootId),
    ...told.map((row) => rootOf(row).split(":")[1] ?? ""),
  ]);
  const around = {
    clusterOf: (id: string) => roots.get(`infra_env:${id}`)?.clusterId ?? null,
    infraEnvOf: (id: string, clusterId: string) =>
      homes.get(id)?.find((home) => home.clusterId === clusterId)?.infraEnvId ?? null,
  };
  return {
    resources: rows.flatMap((row) =>
      rowEntries(row, { ...around, owner: roots.get(`${row.rootKind}:${row.rootId}`)?.owner ?? null }),
    ),
    messages: told.map((row) => eventMessage(row, row.number, roots.get(rootOf(row))?.owner ?? null)),
  };
}

/** Where hosts are, or were last; present ones first. */
async function homesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, readonly HostPlace[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.$client.query<HostPlace & { id: string }>(
    `select id, infra_env_id as "infraEnvId", cluster_id as "clusterId" from hosts where id = any($1)
      order by deleted_at desc nulls first`,
    [[...new Set(ids)]],
  );
  return Map.groupBy(rows, ({ id }) => id);
}

type Root = Readonly<{ owner: Owner; clusterId: string | null }>;

/** Clusters and infra-envs, by kind and id: one of 2021 has its cluster's id. */
async function rootsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Root>> {
  const { rows } = await db.$client.query<Owner & { key: string; clusterId: string | null }>(
    `select 'cluster:' || id as key, user_name as "userName", org_id as "orgId", null as "clusterId"
        from clusters where id = any($1)
      union all select 'infra_env:' || id, user_name, org_id, cluster_id::text from infra_envs where id = any($1)`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ key, clusterId, ...owner }) => [key, { owner, clusterId }]));
}
