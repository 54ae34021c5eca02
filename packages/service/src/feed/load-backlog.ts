// What was told before, from history: the backlog of before the start, read once, when the first reader comes back across a
// restart; and, while other replicas write, what any of them has committed since.
import type { Owner } from "../history/change.ts";
import type { Db } from "../store/database.ts";
import { desc, gt, lte } from "../store/drizzle.ts";
import { events, history } from "../store/schema.ts";
import type { Limits, ResourceEntry } from "./backlog.ts";
import { eventMessage, isGone, type Message } from "./message.ts";

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

const mostAtOnce = 1_000;

/** What was committed after a position, by whichever replica, in order; a part of it when there is much. */
export async function readOn(db: Db, since: number): Promise<readonly (ResourceEntry | Message)[]> {
  const rows = await db
    .select()
    .from(history)
    .where(gt(history.position, since))
    .orderBy(history.position)
    .limit(mostAtOnce);
  const told = await db.select().from(events).where(gt(events.number, since)).orderBy(events.number).limit(mostAtOnce);
  if (rows.length === 0 && told.length === 0) return [];
  // Of the two, the one that was cut short says how far both are known.
  const end = Math.min(
    rows.length < mostAtOnce ? Number.POSITIVE_INFINITY : (rows.at(-1)?.position ?? since),
    told.length < mostAtOnce ? Number.POSITIVE_INFINITY : (told.at(-1)?.number ?? since),
  );
  const { resources, messages } = await toldBy(db, rows, told);
  return [...resources, ...messages].filter(({ position }) => position <= end).sort((a, b) => a.position - b.position);
}

type HistoryRow = typeof history.$inferSelect;
type EventRow = typeof events.$inferSelect;

async function toldBy(db: Db, rows: readonly HistoryRow[], told: readonly EventRow[]) {
  const rootOf = ({ clusterId, infraEnvId }: EventRow) => clusterId ?? infraEnvId ?? "";
  const owners = await ownersOf(db, [...rows.map(({ rootId }) => rootId), ...told.map(rootOf).filter(Boolean)]);
  return {
    resources: rows.flatMap((row) => entriesOf(row, owners.get(row.rootId) ?? null)),
    messages: told.map((row) => eventMessage(row, row.number, owners.get(rootOf(row)) ?? null)),
  };
}

async function ownersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Owner>> {
  const { rows } = await db.$client.query<{ id: string; user_name: string; org_id: string }>(
    `select id, user_name, org_id from clusters where id = any($1)
      union all select id, user_name, org_id from infra_envs where id = any($1)`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, user_name, org_id }) => [id, { userName: user_name, orgId: org_id }]));
}

function entriesOf(row: HistoryRow, owner: Owner | null): ResourceEntry[] {
  const { position, rootId, rootKind, document } = row;
  const common = { position, owner, at: row.at.getTime() };
  const clusterId = rootKind === "cluster" ? rootId : null;
  const infraEnvId = rootKind === "infra_env" ? rootId : null;
  const root: ResourceEntry[] = document.root
    ? [
        {
          ...common,
          kind: rootKind,
          id: rootId,
          clusterId,
          infraEnvId,
          hostId: null,
          deleted: document.root["~"] === "deleted",
        },
      ]
    : [];
  const hosts = Object.entries(document.hosts ?? {}).flatMap(([id, told]): ResourceEntry[] => {
    const hasLeft = told["~"] === "left";
    if (hasLeft && clusterId === null) return [];
    const given = typeof told.infraEnvId === "string" ? told.infraEnvId : null;
    return [
      {
        ...common,
        kind: "host",
        id,
        clusterId,
        infraEnvId: infraEnvId ?? given,
        hostId: id,
        hasLeft,
        deleted: isGone(told["~"]),
      },
    ];
  });
  return [...root, ...hosts];
}
