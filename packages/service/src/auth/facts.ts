// What the guard asks the service about resources.

import { Missing } from "../aggregates/actor.ts";
import type { Aggregates } from "../aggregates/aggregates.ts";
import type { Db } from "../store/database.ts";
import { eq } from "../store/drizzle.ts";
import { clusters, hosts, infraEnvs } from "../store/schema.ts";
import type { Facts, Named } from "./authorise.ts";
import type { Owner } from "./caller.ts";

type Sources = Readonly<{ db: Db; aggregates: Aggregates; isRevoked(hostId: string): boolean }>;

/** Also of what was deleted: its history still belongs to somebody. */
export function factsFrom({ db, aggregates, isRevoked }: Sources): Facts {
  const ownerOf = async (table: typeof clusters | typeof infraEnvs, id: string): Promise<Owner | null> => {
    const columns = { userName: table.userName, orgId: table.orgId };
    const [row] = await db.select(columns).from(table).where(eq(table.id, id));
    return row ?? null;
  };
  const place: Facts["place"] = async (hostId) => {
    const now = await aggregates.place(hostId);
    if (now) return { ...now, isGone: false };
    const columns = { infraEnvId: hosts.infraEnvId, clusterId: hosts.clusterId };
    const [before] = await db.select(columns).from(hosts).where(eq(hosts.id, hostId));
    return before ? { ...before, isGone: true } : null;
  };
  const owner = async ({ kind, id }: Named): Promise<Owner | null> => {
    switch (kind) {
      case "cluster":
        return aggregates.inMemory(id)?.root ?? ownerOf(clusters, id);
      case "infra-env":
        return ownerOf(infraEnvs, id);
      case "host":
      case "self": {
        const home = await place(id);
        if (home === null) return null;
        return home.clusterId === null
          ? ownerOf(infraEnvs, home.infraEnvId)
          : owner({ kind: "cluster", id: home.clusterId });
      }
    }
  };
  return { owner, place, isRevoked, serves: (infraEnvId, clusterId) => serves(aggregates, infraEnvId, clusterId) };
}

async function serves(aggregates: Aggregates, infraEnvId: string, clusterId: string): Promise<boolean> {
  try {
    if ((await aggregates.pool(infraEnvId)).root.clusterId === clusterId) return true;
    const { hosts: members } = await aggregates.cluster(clusterId);
    return members.values().some((host) => host.infraEnvId === infraEnvId);
  } catch (error) {
    if (error instanceof Missing) return false;
    throw error;
  }
}

/** The infra-envs that a cluster has to do with. */
export async function infraEnvsOf(aggregates: Aggregates, clusterId: string): Promise<string[]> {
  try {
    return aggregates.snapshot(await aggregates.cluster(clusterId)).infraEnvs.map(({ id }) => id);
  } catch (error) {
    if (error instanceof Missing) return [];
    throw error;
  }
}
