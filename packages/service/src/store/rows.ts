import type { Cluster, EventDraft, Host, InfraEnv, Instant } from "@muster/core";
import type { clusters, events, HostDocument, hosts, infraEnvs } from "./schema.ts";

type HostRow = typeof hosts.$inferSelect;

type RowTimes = Readonly<{ version: number; wakeAt: Instant | null; now: Instant; deletedAt: Instant | null }>;

/** A host without what is secret about it; see `hostsFromRows`. */
export function hostFromRow(row: HostRow): Host {
  const checkedInAt = row.checkedInAt?.getTime() ?? null;
  const { hasSecrets: _, ...document } = row.document;
  return {
    ...document,
    ignitionEndpointToken: "",
    ignitionEndpointHttpHeaders: {},
    inventory: row.inventory,
    connectivity: row.connectivity,
    domainNameResolutions: row.domainNameResolutions,
    freeAddresses: row.freeAddresses,
    validations: row.validations ?? [],
    checkedInAt,
    clockSeconds: row.clockSeconds,
    clockReadAt: row.clockSeconds === null ? null : checkedInAt,
  };
}

export function hostDocument(host: Host): HostDocument {
  const {
    inventory: _inventory,
    connectivity: _connectivity,
    domainNameResolutions: _domainNameResolutions,
    freeAddresses: _freeAddresses,
    validations: _validations,
    checkedInAt: _checkedInAt,
    clockSeconds: _clockSeconds,
    clockReadAt: _clockReadAt,
    ignitionEndpointToken: _ignitionEndpointToken,
    ignitionEndpointHttpHeaders: _ignitionEndpointHttpHeaders,
    ...document
  } = host;
  if (!hasSecrets(host)) return document;
  const { fencingCredentials } = host;
  return {
    ...document,
    fencingCredentials: fencingCredentials && { ...fencingCredentials, password: "" },
    hasSecrets: true,
  };
}

export const hasSecrets = (host: Host): boolean =>
  host.ignitionEndpointToken !== "" ||
  host.fencingCredentials !== null ||
  Object.keys(host.ignitionEndpointHttpHeaders).length > 0;

/** The oldest first; of two that came at once the order is always the same. */
export const byAge = (a: Host, b: Host): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

export const clusterRow = (cluster: Cluster, at: RowTimes): typeof clusters.$inferInsert => ({
  id: cluster.id,
  version: at.version,
  status: cluster.status,
  kind: cluster.kind,
  userName: cluster.userName,
  orgId: cluster.orgId,
  openshiftClusterId: cluster.openshiftClusterId,
  document: cluster,
  wakeAt: dateOrNull(at.wakeAt),
  createdAt: new Date(cluster.createdAt),
  updatedAt: new Date(at.now),
  deletedAt: dateOrNull(at.deletedAt),
});

export const infraEnvRow = (infraEnv: InfraEnv, at: RowTimes): typeof infraEnvs.$inferInsert => ({
  id: infraEnv.id,
  version: at.version,
  clusterId: infraEnv.clusterId,
  userName: infraEnv.userName,
  orgId: infraEnv.orgId,
  document: infraEnv,
  wakeAt: dateOrNull(at.wakeAt),
  createdAt: new Date(infraEnv.createdAt),
  updatedAt: new Date(at.now),
  deletedAt: dateOrNull(at.deletedAt),
});

export const eventRow = (
  draft: EventDraft,
  at: { now: Instant; requestId: string | null },
): typeof events.$inferInsert => ({
  ...draft,
  message: draft.message.slice(0, 4096),
  requestId: at.requestId,
  time: new Date(at.now),
});

const dateOrNull = (instant: Instant | null): Date | null => (instant === null ? null : new Date(instant));
