import type { Cluster, ClusterStatus } from "../model/cluster.ts";
import { type Host, type HostStatus, hostName } from "../model/host.ts";
import { notNow } from "../problem.ts";
import type { Refusal } from "../refusal.ts";

const oneOf = (statuses: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(statuses);

/** 409: names the status, and the statuses that would allow it. */
export const clusterIsNot = (cluster: Cluster, allowed: readonly ClusterStatus[], remedy: string): Refusal =>
  notNow({
    found: `cluster ${cluster.name} is ${cluster.status}`,
    needed: `a cluster that is ${oneOf(allowed)}`,
    remedy,
  });

export const hostIsNot = (host: Host, allowed: readonly HostStatus[], remedy: string): Refusal =>
  notNow({
    found: `host ${hostName(host)} is ${host.status}`,
    needed: `a host that is ${oneOf(allowed)}`,
    remedy,
  });
