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
import type { Owner } from "../auth/caller.ts";
import type { Cause } from "./cause.ts";

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
export type HistoryDocument = Readonly<{
  root?: Told;
  hosts?: Readonly<Record<string, Told>>;
  /** Hosts that got on within a stage: told to who follows, and nothing that history keeps. */
  shown?: readonly string[];
}>;

export const isShownOnly = ({ root, hosts }: HistoryDocument): boolean => root === undefined && hosts === undefined;

/**
 * The hosts that a row tells readers of, in the order of the resources of its change. Where a host went from a pool, it is
 * told as a change; who follows the cluster that it left is not told that.
 */
export const toldHosts = (root: RootRef["kind"], { hosts = {}, shown = [] }: HistoryDocument): [string, Told][] =>
  [...Object.entries(hosts), ...shown.map((id): [string, Told] => [id, {}])]
    .filter(([, told]) => isTold(root, told["~"]))
    .sort(([a], [b]) => (a < b ? -1 : 1));

const isTold = (root: RootRef["kind"], fate: Fate | undefined): boolean => fate !== "left" || root === "cluster";

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
  const document: { root?: Told; hosts?: Record<string, Told>; shown?: string[] } = {};
  const told = rootTold(turn);
  if (told) {
    document.root = told;
    resources.push(rootResource(kind, told["~"] ?? "changed", after));
  }
  const cluster = kind === "cluster" ? (after.root as Cluster) : null;
  for (const [id, written] of inOrder(turn.changedHosts)) {
    const old = before.hosts.get(id) ?? null;
    const host = written === "written" ? after.hosts.get(id) : old;
    if (!host) continue;
    const fate = written !== "written" ? written : old === null ? "created" : "changed";
    const patch = fate === "deleted" || fate === "left" ? whereItWas(host) : hostPatch(old, host, at);
    if (patch) {
      document.hosts ??= {};
      document.hosts[id] = fate === "changed" ? patch : { "~": fate, ...patch };
    } else if (host.progress !== old?.progress) {
      document.shown ??= [];
      document.shown.push(id);
    } else continue;
    if (isTold(root.kind, fate)) resources.push({ kind: "host", fate, host, cluster });
  }
  const { userName, orgId } = after.root;
  const isEmpty = resources.length === 0 && document.hosts === undefined;
  return { root, owner: { userName, orgId }, at, causes, resources, document: isEmpty ? null : document };
}

/** By id: the database does not keep the order in which hosts were changed. */
const inOrder = <Value>(hosts: ReadonlyMap<string, Value>): Iterable<[string, Value]> =>
  hosts.size < 2 ? hosts : [...hosts].sort(([a], [b]) => (a < b ? -1 : 1));

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
