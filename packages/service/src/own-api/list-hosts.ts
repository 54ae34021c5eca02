// All hosts, or those of a cluster or infra-env, without what is large.
import type { Cluster, Host } from "@muster/core";
import type { Visible } from "../auth/caller.ts";
import type { Service } from "../service.ts";
import { and, eq, isNull, or, sql } from "../store/drizzle.ts";
import { clusters, hosts, infraEnvs } from "../store/schema.ts";
import { visibleRows } from "../store/visible.ts";

export type ListedHost = Readonly<{ host: Host; cluster: Cluster | null }>;

type Query = Readonly<{ cluster_id?: string | undefined; infra_env_id?: string | undefined }>;

export async function listLeanHosts(
  { db, aggregates }: Service,
  query: Query,
  visible: Visible,
): Promise<ListedHost[]> {
  const ofPools = visibleRows(infraEnvs, visible);
  const rows = await db
    .select({
      document: hosts.document,
      validations: hosts.validations,
      checkedInAt: hosts.checkedInAt,
      clockSeconds: hosts.clockSeconds,
      // The hardware that a table shows, of a report that is ten times as large.
      inventory: sql<Host["inventory"]>`case when jsonb_typeof(${hosts.inventory}) = 'object' then jsonb_build_object(
        'hostname', ${hosts.inventory} -> 'hostname', 'cpu', jsonb_build_object('count', ${hosts.inventory} -> 'cpu' -> 'count',
        'architecture', ${hosts.inventory} -> 'cpu' -> 'architecture'), 'memory', ${hosts.inventory} -> 'memory',
        'systemVendor', ${hosts.inventory} -> 'systemVendor', 'interfaces', ${hosts.inventory} -> 'interfaces',
        'disks', (select coalesce(jsonb_agg(jsonb_build_object('sizeBytes', disk -> 'sizeBytes', 'removable',
        disk -> 'removable', 'isInstallationMedia', disk -> 'isInstallationMedia')), '[]')
        from jsonb_array_elements(${hosts.inventory} -> 'disks') as disk)) end`,
      cluster: clusters.document,
    })
    .from(hosts)
    .leftJoin(clusters, eq(clusters.id, hosts.clusterId))
    .leftJoin(infraEnvs, eq(infraEnvs.id, hosts.infraEnvId))
    .where(
      and(
        isNull(hosts.deletedAt),
        query.cluster_id === undefined ? undefined : eq(hosts.clusterId, query.cluster_id),
        query.infra_env_id === undefined ? undefined : eq(hosts.infraEnvId, query.infra_env_id),
        // A host is its cluster's user's; in a pool, its infra-env's.
        ofPools && or(visibleRows(clusters, visible), and(isNull(clusters.id), ofPools)),
      ),
    )
    .orderBy(sql`(${hosts.document} ->> 'createdAt')::bigint`, hosts.id);
  return rows.map(({ document, validations, checkedInAt, clockSeconds, inventory, cluster }) => {
    const at = checkedInAt?.getTime() ?? null;
    const host: Host = {
      ...document,
      inventory,
      validations: validations ?? [],
      connectivity: null,
      domainNameResolutions: null,
      freeAddresses: null,
      ignitionEndpointToken: "",
      ignitionEndpointHttpHeaders: {},
      checkedInAt: at,
      clockSeconds,
      clockReadAt: at,
    };
    return { host: aggregates.presence.refine(host), cluster };
  });
}
