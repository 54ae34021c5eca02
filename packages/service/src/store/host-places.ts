import type { Db } from "./database.ts";
import { Gather } from "./gather.ts";

/** Which aggregate a host belongs to: its cluster, or its infra-env's pool. */
export type HostPlace = Readonly<{ infraEnvId: string; clusterId: string | null }>;

export const storedPlaces = (db: Db): Gather<HostPlace> =>
  new Gather(async (ids) => {
    const { rows } = await db.$client.query<HostPlace & { id: string }>({
      name: "places",
      text: 'select id, infra_env_id as "infraEnvId", cluster_id as "clusterId" from hosts where id = any($1) and deleted_at is null',
      values: [ids],
    });
    return new Map(rows.map(({ id, ...place }) => [id, place]));
  });

/** How often each of the clusters and infra-envs was written. One of 2021 has its cluster's id, so kinds are kept apart. */
export const storedVersions = (db: Db, table: "clusters" | "infra_envs"): Gather<number> =>
  new Gather(async (ids) => {
    const { rows } = await db.$client.query<{ id: string; version: string }>({
      name: `versions of ${table}`,
      text: `select id, version from ${table} where id = any($1) and deleted_at is null`,
      values: [ids],
    });
    return new Map(rows.map(({ id, version }) => [id, Number(version)]));
  });
