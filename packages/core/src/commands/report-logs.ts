import type { LogsState } from "@muster/contract";
import type { Changes } from "../changes.ts";
import { aboutCluster, aboutHost } from "../events/subject.ts";
import type { Cluster } from "../model/cluster.ts";
import { type Host, hostName } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { LogCollection } from "../model/logs.ts";
import { clusterChanges, hostChanges } from "./patch.ts";

export const reportHostLogs = (host: Host, state: LogsState, now: Instant): Changes =>
  hostChanges(host, { logs: advance(host.logs, state, now) });

export const reportClusterLogs = (cluster: Cluster, state: LogsState, now: Instant): Changes =>
  clusterChanges(cluster, { logs: advance(cluster.logs, state, now) });

/** A new request begins a new collection; what was received before stays. */
function advance(logs: LogCollection, state: LogsState, now: Instant): LogCollection {
  const begins = state === "requested" || (state === "collecting" && logs.startedAt === null);
  return { ...logs, state, startedAt: begins ? now : logs.startedAt };
}

export function receiveHostLogs(host: Host, now: Instant): Changes {
  const told = aboutHost("host_logs_uploaded", host, { host_name: hostName(host) });
  return hostChanges(host, { logs: { ...host.logs, collectedAt: now } }, [told]);
}

export function receiveClusterLogs(cluster: Cluster, now: Instant): Changes {
  const told = aboutCluster("cluster_logs_uploaded", cluster, {});
  return clusterChanges(cluster, { logs: { ...cluster.logs, collectedAt: now } }, [told]);
}
