// What the page and its worker say to each other. The worker reads the feed and long lists; the page stays free to draw.
import type { LeanCluster } from "@muster/contract";
import type { HostRow } from "./host-row.ts";

/** Which hosts are watched: those of a cluster, of an infra-env, or all. */
export type Scope = Readonly<{ cluster_id?: string; infra_env_id?: string }>;

export const scopeKey = ({ cluster_id, infra_env_id }: Scope): string => cluster_id ?? infra_env_id ?? "all";

export type ToWorker =
  | Readonly<{ type: "start"; origin: string; headers: Record<string, string> }>
  | Readonly<{ type: "watch-hosts"; scope: Scope }>
  | Readonly<{ type: "forget-hosts"; scope: Scope }>;

export type FromWorker =
  | Readonly<{ type: "connected" }>
  | Readonly<{ type: "lost"; reason: string }>
  | Readonly<{ type: "refused"; status: number }>
  /** Too much was missed: everything is fetched again. */
  | Readonly<{ type: "reset" }>
  | Readonly<{ type: "hosts"; key: string; whole: boolean; rows: readonly HostRow[]; gone: readonly string[] }>
  | Readonly<{ type: "hosts-failed"; key: string; reason: string }>
  | Readonly<{ type: "changes"; changes: Changes }>;

/** What happened within a few hundred milliseconds. */
export type Changes = Readonly<{
  clusters: readonly LeanCluster[];
  goneClusters: readonly string[];
  infraEnvs: readonly string[];
  hosts: readonly string[];
  /** Clusters, infra-envs and hosts that events are about. */
  eventsOf: readonly string[];
}>;
