import type { Cluster, ClusterSnapshot, Host } from "@muster/core";
import type { Aggregate } from "../aggregates/aggregate.ts";
import type { Visible } from "../auth/caller.ts";
import type { Service } from "../service.ts";
import { and, eq, inArray, isNull, type SQL } from "../store/drizzle.ts";
import { hostsFromRows } from "../store/host-secrets.ts";
import { openProxy } from "../store/proxies.ts";
import { byAge } from "../store/rows.ts";
import { clusters, hosts } from "../store/schema.ts";
import { visibleRows } from "../store/visible.ts";

export type ClusterQuery = Readonly<{
  id?: string | undefined;
  owner?: string | undefined;
  openshiftClusterId?: string | undefined;
  /** Also clusters that were deleted and are not yet forgotten. */
  deleted: boolean;
  withHosts: boolean;
  /** Whose clusters the caller may see. */
  visible: Visible;
}>;

export type ListedCluster = Readonly<{
  snapshot: ClusterSnapshot;
  deletedAt: number | null;
  /** Statuses of its hosts, when the hosts themselves were not asked for. */
  hostStatuses: readonly Host["status"][];
}>;

export async function listClusters({ db, aggregates }: Service, query: ClusterQuery): Promise<ListedCluster[]> {
  const wanted: (SQL | undefined)[] = [
    query.deleted ? undefined : isNull(clusters.deletedAt),
    visibleRows(clusters, query.visible),
    query.id === undefined ? undefined : eq(clusters.id, query.id),
    query.owner === undefined ? undefined : eq(clusters.userName, query.owner),
    query.openshiftClusterId === undefined ? undefined : eq(clusters.openshiftClusterId, query.openshiftClusterId),
  ];
  const stored = await db
    .select({ document: clusters.document, version: clusters.version, deletedAt: clusters.deletedAt })
    .from(clusters)
    .where(and(...wanted))
    .orderBy(clusters.createdAt, clusters.id);
  const rows = stored.map((row) => ({ ...row, document: openProxy(db.vault, "cluster", row.document) }));
  const ids = rows.map(({ document }) => document.id);
  if (ids.length === 0) return [];
  const present = and(inArray(hosts.clusterId, ids), isNull(hosts.deletedAt));
  if (!query.withHosts) {
    const statuses = await db.select({ clusterId: hosts.clusterId, status: hosts.status }).from(hosts).where(present);
    const byCluster = Map.groupBy(statuses, ({ clusterId }) => clusterId);
    return rows.map(({ document, deletedAt }) => ({
      snapshot: { cluster: document, hosts: [], infraEnvs: [] },
      deletedAt: deletedAt?.getTime() ?? null,
      hostStatuses: (byCluster.get(document.id) ?? []).map(({ status }) => status as Host["status"]),
    }));
  }
  // What is in memory need not be read, and the texts of its reports are made already.
  const cached = new Map<string, Aggregate<Cluster>>();
  for (const { document, version } of rows) {
    const aggregate = aggregates.inMemory(document.id);
    if (aggregate && aggregate.version >= version) cached.set(document.id, aggregate);
  }
  const others = ids.filter((id) => !cached.has(id));
  const read =
    others.length === 0
      ? []
      : await db
          .select()
          .from(hosts)
          .where(and(present, inArray(hosts.clusterId, others)));
  const byCluster = Map.groupBy(await hostsFromRows(db, read), (host) => host.clusterId);
  return rows.map(({ document, deletedAt }) => {
    const aggregate = cached.get(document.id);
    const members = aggregate ? [...aggregate.hosts.values()] : (byCluster.get(document.id) ?? []);
    return {
      snapshot: snapshotOf(
        aggregate?.root ?? document,
        members.map((host) => aggregates.presence.refine(host)),
      ),
      deletedAt: deletedAt?.getTime() ?? null,
      hostStatuses: [],
    };
  });
}

const snapshotOf = (cluster: Cluster, members: readonly Host[]): ClusterSnapshot => ({
  cluster,
  hosts: members.toSorted(byAge),
  infraEnvs: [],
});
