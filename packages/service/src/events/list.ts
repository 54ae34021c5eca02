import type { Event } from "@muster/contract";
import type { Visible } from "../auth/caller.ts";
import type { Db } from "../store/database.ts";
import { and, asc, count, desc, eq, ilike, inArray, isNull, notExists, or, type SQL, sql } from "../store/drizzle.ts";
import { clusters, events, hosts, infraEnvs } from "../store/schema.ts";
import { visibleRows } from "../store/visible.ts";

export type EventQuery = Readonly<{
  clusterId?: string | undefined;
  infraEnvId?: string | undefined;
  hostIds?: readonly string[] | undefined;
  severities?: readonly Event["severity"][] | undefined;
  categories: readonly ("user" | "metrics")[];
  message?: string | undefined;
  /** Also events of hosts that are gone. */
  deletedHosts: boolean;
  /** Also events that concern no host. */
  clusterLevel: boolean;
  order: "ascending" | "descending";
  limit?: number | undefined;
  offset: number;
  /** Whose events the caller may see. */
  visible: Visible;
}>;

export type EventPage = Readonly<{
  events: readonly (typeof events.$inferSelect)[];
  /** How many of each severity there are, whatever severities were asked for. */
  bySeverity: Readonly<Record<Event["severity"], number>>;
  total: number;
}>;

export const maxEvents = 5_000;

export async function listEvents(db: Db, query: EventQuery): Promise<EventPage> {
  const anySeverity = and(...conditions(db, query));
  const wanted = query.severities?.length
    ? and(anySeverity, inArray(events.severity, [...query.severities]))
    : anySeverity;
  const [counts, rows] = await Promise.all([
    db.select({ severity: events.severity, count: count() }).from(events).where(anySeverity).groupBy(events.severity),
    db
      .select()
      .from(events)
      .where(wanted)
      .orderBy(query.order === "ascending" ? asc(events.number) : desc(events.number))
      .limit(Math.min(query.limit ?? maxEvents, maxEvents))
      .offset(query.offset),
  ]);
  const bySeverity = { info: 0, warning: 0, error: 0, critical: 0 };
  for (const row of counts) bySeverity[row.severity] = row.count;
  const total = (
    query.severities?.length ? query.severities : (["info", "warning", "error", "critical"] as const)
  ).reduce((sum, severity) => sum + bySeverity[severity], 0);
  return { events: rows, bySeverity, total };
}

function conditions(db: Db, query: EventQuery): (SQL | undefined)[] {
  const { clusterId, infraEnvId, hostIds, message } = query;
  return [
    clusterId === undefined ? undefined : eq(events.clusterId, clusterId),
    infraEnvId === undefined ? undefined : eq(events.infraEnvId, infraEnvId),
    inArray(events.category, [...query.categories]),
    message === undefined ? undefined : ilike(events.message, `%${message.replaceAll(/[\\%_]/g, "\\$&")}%`),
    whichHosts(db, query, hostIds),
    whose(db, query.visible),
  ];
}

function whose(db: Db, visible: Visible): SQL | undefined {
  if (visible.kind === "all") return undefined;
  const ids = (table: typeof clusters | typeof infraEnvs) =>
    db.select({ id: table.id }).from(table).where(visibleRows(table, visible));
  return or(inArray(events.clusterId, ids(clusters)), inArray(events.infraEnvId, ids(infraEnvs)));
}

/** The filters by host widen each other: these hosts, or deleted ones, or none at all. */
function whichHosts(db: Db, query: EventQuery, hostIds: readonly string[] | undefined): SQL | undefined {
  const choices: SQL[] = [];
  if (hostIds?.length) choices.push(inArray(events.hostId, [...hostIds]));
  if (query.clusterLevel) choices.push(isNull(events.hostId));
  if (query.deletedHosts) {
    const alive = db
      .select({ one: sql`1` })
      .from(hosts)
      .where(and(eq(hosts.id, events.hostId), isNull(hosts.deletedAt)));
    const gone = and(sql`${events.hostId} is not null`, notExists(alive));
    if (gone) choices.push(gone);
  }
  return choices.length === 0 ? undefined : or(...choices);
}
