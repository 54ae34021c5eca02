// Counts for an overview, and how the service is.
import type * as wire from "@muster/contract";
import type { Visible } from "../auth/caller.ts";
import type { Db } from "../store/database.ts";
import { type SQL, sql } from "../store/drizzle.ts";
import { clusters, infraEnvs } from "../store/schema.ts";
import { visibleRows } from "../store/visible.ts";

export type Install = Readonly<{
  version: string;
  platform: string;
  topology: wire.InstallStats["topology"];
  result: "succeeded" | "failed" | "cancelled" | "under_way";
  seconds: number | null;
}>;

type Counts = Readonly<Record<string, number>>;
type Count = { key: string | null; count: string };

const everybodys: Visible = { kind: "all" };

export const clustersByStatus = (db: Db, visible: Visible = everybodys): Promise<Counts> =>
  countBy(
    db,
    sql`select status as key, count(*) as count from clusters
        where deleted_at is null and ${seen(clusters, visible)} group by 1`,
  );

export const hostsByStatus = (db: Db, visible: Visible = everybodys): Promise<Counts> =>
  countBy(
    db,
    sql`select status as key, count(*) as count from hosts where deleted_at is null and ${seenHosts(visible)} group by 1`,
  );

/** What a caller may see, counted. */
export async function fleetCounts(
  db: Db,
  visible: Visible,
): Promise<Pick<wire.Stats, "clusters" | "hosts" | "infra_envs">> {
  const byStatus = await clustersByStatus(db, visible);
  const hosts = await hostsByStatus(db, visible);
  const roles = await countBy(
    db,
    sql`select coalesce(nullif(document ->> 'role', 'auto-assign'), document ->> 'suggestedRole') as key, count(*) as count
        from hosts where deleted_at is null and ${seenHosts(visible)} group by 1`,
  );
  const others = await countBy(
    db,
    sql`select 'unbound' as key, count(*) as count from hosts
        where deleted_at is null and cluster_id is null and ${seenHosts(visible)}
        union all select 'infra_envs', count(*) from infra_envs where deleted_at is null and ${seen(infraEnvs, visible)}`,
  );
  return {
    clusters: { total: sum(byStatus), by_status: { ...byStatus } },
    hosts: { total: sum(hosts), unbound: others.unbound ?? 0, by_status: { ...hosts }, by_role: { ...roles } },
    infra_envs: { total: others.infra_envs ?? 0 },
  };
}

const seen = (table: typeof clusters | typeof infraEnvs, visible: Visible): SQL =>
  visibleRows(table, visible) ?? sql`true`;

/** A host is its cluster's, and its infra-env's while it has none. */
const seenHosts = (visible: Visible): SQL =>
  visible.kind === "all"
    ? sql`true`
    : sql`(cluster_id in (select id from clusters where ${seen(clusters, visible)})
        or cluster_id is null and infra_env_id in (select id from infra_envs where ${seen(infraEnvs, visible)}))`;

async function countBy(db: Db, query: ReturnType<typeof sql>): Promise<Counts> {
  const { rows } = await db.execute<Count>(query);
  return Object.fromEntries(rows.map(({ key, count }) => [key ?? "", Number(count)]));
}

const sum = (counts: Counts): number => Object.values(counts).reduce((total, count) => total + count, 0);

/** Every installation that is remembered, deleted clusters' included. */
export async function readInstalls(db: Db, visible: Visible = everybodys): Promise<Install[]> {
  const { rows } = await db.execute<{
    version: string;
    platform: string;
    control: number;
    workers: string;
    status: string;
    started: string | null;
    completed: string | null;
  }>(sql`
    select document ->> 'openshiftVersion' as version, document -> 'platform' ->> 'type' as platform,
      (document ->> 'controlPlaneCount')::int as control, status,
      document ->> 'installStartedAt' as started, document ->> 'installCompletedAt' as completed,
      (select count(*) from hosts where cluster_id = clusters.id and document ->> 'role' = 'worker') as workers
    from clusters where document ->> 'installStartedAt' is not null and kind = 'Cluster' and ${seen(clusters, visible)}`);
  return rows.flatMap(({ version, platform, control, workers, status, started, completed }) => {
    const result = resultOf(status);
    if (result === null) return [];
    const seconds =
      result === "succeeded" && started && completed ? (Number(completed) - Number(started)) / 1_000 : null;
    return [{ version, platform, topology: topologyOf(control, Number(workers)), result, seconds }];
  });
}

export const topologyOf = (controlPlaneCount: number, workers: number): Install["topology"] =>
  controlPlaneCount === 1 ? "sno" : controlPlaneCount === 2 ? "two-node" : workers > 0 ? "ha" : "compact";

export function resultOf(status: string): Install["result"] | null {
  switch (status) {
    case "installed":
    case "adding-hosts":
      return "succeeded";
    case "error":
      return "failed";
    case "cancelled":
      return "cancelled";
    case "preparing-for-installation":
    case "installing":
    case "installing-pending-user-action":
    case "finalizing":
      return "under_way";
    default:
      return null;
  }
}

export function summariseInstalls(installs: readonly Install[]): wire.Stats["installs"] {
  const total = countResults(installs);
  const ended = total.succeeded + total.failed;
  const groups = Map.groupBy(installs, ({ version, platform, topology }) =>
    JSON.stringify([version, platform, topology]),
  );
  return {
    ...total,
    ...(ended > 0 && { success_rate: total.succeeded / ended }),
    by: [...groups.values()].flatMap((members) => {
      const [first] = members;
      if (!first) return [];
      return [
        {
          openshift_version: first.version,
          platform: first.platform,
          topology: first.topology,
          ...countResults(members),
          ...durations(members.flatMap(({ seconds }) => seconds ?? [])),
        },
      ];
    }),
  };
}

const countResults = (installs: readonly Install[]) => {
  const counts = { succeeded: 0, failed: 0, cancelled: 0, under_way: 0 };
  for (const { result } of installs) counts[result] += 1;
  return counts;
};

function durations(seconds: readonly number[]) {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  if (sorted.length === 0) return {};
  return { duration_p50_seconds: at(0.5), duration_p90_seconds: at(0.9), duration_max_seconds: sorted.at(-1) ?? 0 };
}
