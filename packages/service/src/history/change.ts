// What a commit changed: told to the live feed, and kept as one row of history for each cluster or infra-env it concerns.
import {
  type Cluster,
  clusterPatch,
  type Host,
  hostPatch,
  type InfraEnv,
  type Instant,
  infraEnvPatch,
  type Patch,
} from "@muster/core";
import type { Aggregate, Root } from "../aggregates/aggregate.ts";
import type { Cause } from "./cause.ts";

export type Owner = Readonly<{ userName: string; orgId: string }>;
export type Fate = "created" | "changed" | "deleted" | "left";

/** Whose story a commit belongs to: the cluster, or the infra-env with its hosts that have no cluster. */
export type RootRef = Readonly<{ kind: "cluster" | "infra_env"; id: string }>;

export type ChangedResource =
  | Readonly<{ kind: "cluster"; fate: Fate; aggregate: Aggregate<Cluster> }>
  | Readonly<{ kind: "infra_env"; fate: Fate; infraEnv: InfraEnv }>
  | Readonly<{ kind: "host"; fate: Fate; host: Host; cluster: Cluster | null }>;

export type Change = Readonly<{
  root: RootRef;
  owner: Owner;
  at: Instant;
  causes: readonly Cause[];
  resources: readonly ChangedResource[];
  /** Null when nothing changed that history keeps. */
  document: HistoryDocument | null;
}>;

type Told = Patch & Readonly<{ "~"?: Exclude<Fate, "changed"> }>;

/** Patches of the root and of its hosts by id; `~` tells a fate other than "changed". */
export type HistoryDocument = Readonly<{ root?: Told; hosts?: Readonly<Record<string, Told>> }>;

export type Turn<R extends Root> = Readonly<{
  kind: "cluster" | "pool";
  before: Aggregate<R>;
  after: Aggregate<R>;
  changedHosts: ReadonlyMap<string, "written" | "deleted" | "left">;
  causes: readonly Cause[];
  at: Instant;
}>;

export function changeOf<R extends Root>(turn: Turn<R>): Change {
  const { kind, before, after, at, causes } = turn;
  const root: RootRef = { kind: kind === "pool" ? "infra_env" : "cluster", id: after.root.id };
  const resources: ChangedResource[] = [];
  const document: { root?: Told; hosts?: Record<string, Told> } = {};
  const told = rootTold(turn);
  if (told) {
    document.root = told;
    resources.push(rootResource(kind, told["~"] ?? "changed", after));
  }
  const cluster = kind === "cluster" ? (after.root as Cluster) : null;
  for (const [id, written] of turn.changedHosts) {
    const old = before.hosts.get(id) ?? null;
    const host = written === "written" ? after.hosts.get(id) : old;
    if (!host) continue;
    const fate = written !== "written" ? written : old === null ? "created" : "changed";
    const patch = fate === "deleted" || fate === "left" ? whereItWas(host) : hostPatch(old, host, at);
    // Progress within a stage is shown, and not kept.
    if (!patch && host.progress !== old?.progress) resources.push({ kind: "host", fate: "changed", host, cluster });
    if (!patch) continue;
    document.hosts ??= {};
    document.hosts[id] = fate === "changed" ? patch : { "~": fate, ...patch };
    // Where it went, it is told as a change; who follows the cluster it left hears that it has gone from there.
    if (fate !== "left" || cluster) resources.push({ kind: "host", fate, host, cluster });
  }
  const { userName, orgId } = after.root;
  const isEmpty = document.root === undefined && document.hosts === undefined;
  return { root, owner: { userName, orgId }, at, causes, resources, document: isEmpty ? null : document };
}

function rootTold<R extends Root>({ kind, before, after, at }: Turn<R>): Told | null {
  if (after.deletedAt !== null) return { "~": "deleted" };
  const old = before.version === 0 ? null : before.root;
  const patch =
    kind === "pool"
      ? infraEnvPatch(old as InfraEnv | null, after.root as InfraEnv, at)
      : clusterPatch(old as Cluster | null, after.root as Cluster, at);
  return patch && old === null ? { "~": "created", ...patch } : patch;
}

const rootResource = <R extends Root>(kind: "cluster" | "pool", fate: Fate, after: Aggregate<R>): ChangedResource =>
  kind === "pool"
    ? { kind: "infra_env", fate, infraEnv: after.root as InfraEnv }
    : { kind: "cluster", fate, aggregate: after as Aggregate<Cluster> };

const whereItWas = ({ infraEnvId, clusterId }: Host): Patch => ({ infraEnvId, clusterId: clusterId ?? "" });
