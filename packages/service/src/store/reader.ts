import type { Cluster, Host, InfraEnv, Instant } from "@muster/core";
import type { Aggregate } from "../aggregates/aggregate.ts";
import type { Db } from "./database.ts";
import { and, eq, inArray, isNotNull, isNull, or } from "./drizzle.ts";
import { hostsFromRows } from "./host-secrets.ts";
import { openProxy } from "./proxies.ts";
import { clusters, hosts, infraEnvs, type SecretOwner, secretPlace, secrets } from "./schema.ts";

export async function readCluster(db: Db, id: string): Promise<Aggregate<Cluster> | null> {
  const [row] = await db
    .select()
    .from(clusters)
    .where(and(eq(clusters.id, id), isNull(clusters.deletedAt)));
  if (!row) return null;
  const hostRows = await db
    .select()
    .from(hosts)
    .where(and(eq(hosts.clusterId, id), isNull(hosts.deletedAt)));
  const root = openProxy(db.vault, "cluster", row.document);
  return aggregate(root, row, await hostsFromRows(db, hostRows));
}

export async function readPool(db: Db, id: string): Promise<Aggregate<InfraEnv> | null> {
  const [row] = await db
    .select()
    .from(infraEnvs)
    .where(and(eq(infraEnvs.id, id), isNull(infraEnvs.deletedAt)));
  if (!row) return null;
  const hostRows = await db
    .select()
    .from(hosts)
    .where(and(eq(hosts.infraEnvId, id), isNull(hosts.clusterId), isNull(hosts.deletedAt)));
  const root = openProxy(db.vault, "infra-env", row.document);
  return aggregate(root, row, await hostsFromRows(db, hostRows));
}

function aggregate<R extends Cluster | InfraEnv>(
  root: R,
  row: { version: number; wakeAt: Date | null },
  members: readonly Host[],
): Aggregate<R> {
  return {
    root,
    hosts: new Map(members.map((host) => [host.id, host])),
    version: row.version,
    deletedAt: null,
    wakeAt: row.wakeAt?.getTime() ?? null,
  };
}

/** The infra-envs that a cluster's hosts booted from, and those bound to it. */
export async function readInfraEnvs(db: Db, clusterId: string, ids: readonly string[]): Promise<InfraEnv[]> {
  const bound = eq(infraEnvs.clusterId, clusterId);
  const rows = await db
    .select({ document: infraEnvs.document })
    .from(infraEnvs)
    .where(and(isNull(infraEnvs.deletedAt), ids.length > 0 ? or(bound, inArray(infraEnvs.id, [...ids])) : bound));
  return rows.map(({ document }) => openProxy(db.vault, "infra-env", document));
}

export type Wake = Readonly<{ kind: "cluster" | "pool"; id: string; at: Instant }>;

/** Every deadline that was pending when the service stopped. */
export async function readWakes(db: Db): Promise<Wake[]> {
  const [clusterRows, poolRows] = await Promise.all([
    db
      .select({ id: clusters.id, at: clusters.wakeAt })
      .from(clusters)
      .where(and(isNotNull(clusters.wakeAt), isNull(clusters.deletedAt))),
    db
      .select({ id: infraEnvs.id, at: infraEnvs.wakeAt })
      .from(infraEnvs)
      .where(and(isNotNull(infraEnvs.wakeAt), isNull(infraEnvs.deletedAt))),
  ]);
  const wakes = (kind: Wake["kind"], rows: { id: string; at: Date | null }[]) =>
    rows.flatMap(({ id, at }) => (at ? [{ kind, id, at: at.getTime() }] : []));
  return [...wakes("cluster", clusterRows), ...wakes("pool", poolRows)];
}

export async function readSecret(db: Db, owner: SecretOwner, name: string): Promise<string | null> {
  const [row] = await db
    .select({ value: secrets.value })
    .from(secrets)
    .where(and(eq(secrets.ownerKind, owner.kind), eq(secrets.ownerId, owner.id), eq(secrets.name, name)));
  return row ? db.vault.open(row.value, secretPlace(owner, name)) : null;
}
