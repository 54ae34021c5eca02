// Reads history back: pages of changes, and when each report of a host was last a different one.
import type { Instant, Patch } from "@muster/core";
import type { Visible } from "../auth/caller.ts";
import type { Db } from "../store/database.ts";
import { and, asc, eq, gt, inArray, lt, lte, type SQL, sql } from "../store/drizzle.ts";
import { clusters, history, hosts, infraEnvs } from "../store/schema.ts";
import { visibleRows } from "../store/visible.ts";
import { type Cause, readCauses } from "./cause.ts";
import type { Fate } from "./change.ts";

export type HistoryEntry = Readonly<{
  position: number;
  at: Instant;
  kind: "cluster" | "infra_env" | "host";
  id: string;
  fate: Fate;
  causes: readonly Cause[];
  patch: Patch;
}>;

export type Page = Readonly<{ after: number; limit: number; until: Instant | null }>;
export type HistoryPage = Readonly<{ complete: boolean; entries: readonly HistoryEntry[]; next: number | null }>;

type Row = typeof history.$inferSelect;

export async function clusterHistory(db: Db, clusterId: string, page: Page): Promise<HistoryPage> {
  // An infra-env of 2021 has the id of its cluster.
  const about = [eq(history.rootId, clusterId), eq(history.rootKind, "cluster")];
  const [first] = await readRows(db, about, { after: 0, limit: 1, until: null });
  const rows = await readRows(db, about, page);
  return pageOf(first?.document.root?.["~"] === "created", rows, rows.flatMap(entriesOf), page);
}

/** A host's story is part of those of the clusters and infra-envs that it was in. */
export async function hostHistory(db: Db, hostId: string, visible: Visible, page: Page): Promise<HistoryPage> {
  const places = await db
    .select({ infraEnvId: hosts.infraEnvId, clusterId: hosts.clusterId })
    .from(hosts)
    .where(eq(hosts.id, hostId));
  const roots = new Set(
    places.flatMap(({ infraEnvId, clusterId }) => (clusterId ? [infraEnvId, clusterId] : [infraEnvId])),
  );
  for (const clusterId of await clustersItWasIn(db, hostId, [...roots])) roots.add(clusterId);
  const seen = await seenOf(db, [...roots], visible);
  if (seen.length === 0) return { complete: false, entries: [], next: null };
  const about = [inArray(history.rootId, seen), mentions(hostId)];
  const [first] = await readRows(db, about, { after: 0, limit: 1, until: null });
  const rows = await readRows(db, about, page);
  const entries = rows.flatMap(entriesOf).filter(({ id }) => id === hostId);
  return pageOf(first?.document.hosts?.[hostId]?.["~"] === "created", rows, entries, page);
}

/** A machine may have been somebody else's before: that part of its story is theirs. */
async function seenOf(db: Db, rootIds: string[], visible: Visible): Promise<string[]> {
  if (visible.kind === "all") return rootIds;
  const found = [];
  for (const table of [clusters, infraEnvs]) {
    const rows = db.select({ id: table.id }).from(table);
    found.push(...(await rows.where(and(inArray(table.id, rootIds), visibleRows(table, visible)))));
  }
  return found.map(({ id }) => id);
}

const mentions = (hostId: string): SQL => sql`jsonb_exists(${history.document} -> 'hosts', ${hostId})`;

async function clustersItWasIn(db: Db, hostId: string, roots: readonly string[]): Promise<string[]> {
  if (roots.length === 0) return [];
  const clusterId = sql<string | null>`${history.document} -> 'hosts' -> ${hostId} ->> 'clusterId'`;
  const rows = await db
    .selectDistinct({ clusterId })
    .from(history)
    .where(and(inArray(history.rootId, [...roots]), mentions(hostId)));
  return rows.flatMap(({ clusterId: id }) => id || []);
}

const readRows = (db: Db, about: readonly SQL[], { after, limit, until }: Page): Promise<Row[]> =>
  db
    .select()
    .from(history)
    .where(and(...about, gt(history.position, after), until === null ? undefined : lte(history.at, new Date(until))))
    .orderBy(asc(history.position))
    .limit(limit);

const pageOf = (complete: boolean, rows: readonly Row[], entries: HistoryEntry[], { limit }: Page): HistoryPage => ({
  complete,
  entries,
  next: rows.length < limit ? null : (rows.at(-1)?.position ?? null),
});

function entriesOf({ position, at, rootKind, rootId, causes, document }: Row): HistoryEntry[] {
  const common = { position, at: at.getTime(), causes: readCauses(causes) };
  const entry = (kind: HistoryEntry["kind"], id: string, { "~": fate = "changed", ...patch }: Patch): HistoryEntry => ({
    ...common,
    kind,
    id,
    fate: fate as Fate,
    patch,
  });
  return [
    ...(document.root ? [entry(rootKind, rootId, document.root)] : []),
    ...Object.entries(document.hosts ?? {}).map(([id, told]) => entry("host", id, told)),
  ];
}

// Years of a cluster, or weeks of a pool of thousands: what is older costs more than it tells.
const mostLookedAt = 20_000;

/** When the reports of hosts were last different ones, by host and field, as far as the newer history of their homes tells. */
export async function reportTimes(
  db: Db,
  { rootIds, hostIds }: Readonly<{ rootIds: readonly string[]; hostIds: readonly string[] }>,
): Promise<ReadonlyMap<string, Instant>> {
  const { rows } = await db.$client.query<{ host: string; field: string; at: string }>(
    `select host.key as host, touched.key as field, max(touched.value::bigint) as at
      from unnest($1::uuid[]) as root(id), lateral (
        select document -> 'hosts' as hosts from history where root_id = root.id order by position desc limit $3
      ) as newest, jsonb_each(newest.hosts) as host, jsonb_each_text(host.value -> 'touched') as touched
      where jsonb_exists_any(newest.hosts, $2::text[]) and host.key = any($2::text[]) group by 1, 2`,
    [[...new Set(rootIds)], hostIds, mostLookedAt],
  );
  return new Map(rows.map(({ host, field, at }) => [`${host} ${field}`, Number(at)]));
}

/** How long history is kept is a setting; the collector calls this. */
export async function forgetHistory(db: Db, before: Instant): Promise<number> {
  const { rowCount } = await db.delete(history).where(lt(history.at, new Date(before)));
  return rowCount ?? 0;
}
