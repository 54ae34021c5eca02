// What a commit tells, in its order: the resources that it changed, each with a position of its own, as the commit itself
// knows them and as they are read back from history. Both must say the same: a reader who was told by one replica comes back
// to another.
import type { ResourceKind } from "@muster/contract";
import type { Instant } from "@muster/core";
import type { Owner } from "../auth/caller.ts";
import { type Change, type ChangedResource, type Fate, toldHosts } from "../history/change.ts";
import type { history } from "../store/schema.ts";

export type Subject = Readonly<{ clusterId: string | null; infraEnvId: string | null; hostId: string | null }>;

export type Told = Subject &
  Readonly<{
    position: number;
    owner: Owner | null;
    /** Of what has the same key, the newest makes the others needless. */
    key: string;
    /** A host left the cluster: for those who follow that; everybody else is told where it is now. */
    isDeparture?: boolean;
  }>;

export type ResourceEntry = Told &
  Readonly<{ kind: ResourceKind; id: string; at: Instant; fate: "changed" | "deleted" | "left" }>;

type Resource = Subject & Pick<ResourceEntry, "kind" | "id">;

const entryOf = (
  { kind, id, clusterId, infraEnvId, hostId }: Resource,
  told: Fate,
  { position, owner, at }: Pick<ResourceEntry, "position" | "owner" | "at">,
): ResourceEntry => {
  const fate = told === "created" ? "changed" : told;
  const isDeparture = fate === "left";
  const key = isDeparture ? `left:${clusterId}:${id}` : `${kind}:${id}`;
  return { kind, id, clusterId, infraEnvId, hostId, position, owner, at, fate, key, isDeparture };
};

/** From the commit itself. */
export const changedEntry = (resource: ChangedResource, { owner, at }: Change, position: number): ResourceEntry =>
  entryOf(resourceOf(resource), resource.fate, { position, owner, at });

function resourceOf(resource: ChangedResource): Resource {
  const { kind } = resource;
  switch (kind) {
    case "cluster": {
      const { id } = resource.aggregate.root;
      return { kind, id, clusterId: id, infraEnvId: null, hostId: null };
    }
    case "infra_env": {
      const { id, clusterId } = resource.infraEnv;
      return { kind, id, clusterId, infraEnvId: id, hostId: null };
    }
    case "host": {
      const { id, clusterId, infraEnvId } = resource.host;
      return { kind, id, clusterId, infraEnvId, hostId: id };
    }
  }
}

/** What a row of history leaves out. */
export type Surroundings = Readonly<{
  owner: Owner | null;
  /** The cluster that an infra-env's hosts join. */
  clusterOf(infraEnvId: string): string | null;
  infraEnvOf(hostId: string, clusterId: string): string | null;
}>;

/** From a row of history, whose position is that of the last resource. */
export function rowEntries(row: typeof history.$inferSelect, around: Surroundings): ResourceEntry[] {
  const { rootKind, rootId, document } = row;
  const isCluster = rootKind === "cluster";
  const told: [Resource, Fate][] = [];
  if (document.root) {
    const clusterId = isCluster ? rootId : around.clusterOf(rootId);
    const root = { kind: rootKind, id: rootId, clusterId, infraEnvId: isCluster ? null : rootId, hostId: null };
    told.push([root, document.root["~"] ?? "changed"]);
  }
  for (const [id, { "~": fate = "changed", infraEnvId: given }] of toldHosts(rootKind, document)) {
    const infraEnvId = isCluster ? String(given ?? around.infraEnvOf(id, rootId) ?? "") || null : rootId;
    told.push([{ kind: "host", id, clusterId: isCluster ? rootId : null, infraEnvId, hostId: id }, fate]);
  }
  const first = row.position - told.length + 1;
  return told.map(([resource, fate], index) =>
    entryOf(resource, fate, { position: first + index, owner: around.owner, at: row.at.getTime() }),
  );
}
