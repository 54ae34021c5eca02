import * as wire from "@muster/contract";
import {
  type Changes,
  type ClusterSnapshot,
  type HostUpdate,
  type Policy,
  updateCluster,
  updateHost,
} from "@muster/core";
import { decided } from "../aggregates/aggregate.ts";
import { notFound, orRefuse } from "../http/problem.ts";
import type { Service } from "../service.ts";

export type ClusterPatch = Readonly<{
  clusterId: string;
  body: wire.V2ClusterUpdateParams;
  /** The 2021 API changes hosts along with their cluster. */
  hosts?: ReadonlyMap<string, HostUpdate>;
}>;

/** Changes a cluster, and hosts of it, all or nothing. */
export async function changeClusterSettings(service: Service, patch: ClusterPatch, requestId: string): Promise<void> {
  const { aggregates, policy } = service;
  const { clusterId, body, hosts = new Map() } = patch;
  const update = wire.fromWire(wire.V2ClusterUpdateParams, body);
  await aggregates.changeCluster(
    clusterId,
    (aggregate, now) => {
      const snapshot = aggregates.snapshot(aggregate);
      const changes = orRefuse(updateCluster(snapshot, update, policy, now));
      return {
        ...decided(withHosts(snapshot, changes, hosts, policy), undefined),
        ...(body.pull_secret !== undefined && { secrets: { "pull-secret": body.pull_secret } }),
      };
    },
    requestId,
  );
}

function withHosts(
  { cluster: before, hosts }: ClusterSnapshot,
  changes: Changes,
  updates: ReadonlyMap<string, HostUpdate>,
  policy: Policy,
): Changes {
  const cluster = { ...before, ...changes.cluster };
  const parts = [...updates].map(([id, update]) => {
    const host = hosts.find((member) => member.id === id);
    if (!host) throw notFound(`Cluster ${before.name} has no host ${id}. Nothing was changed.`);
    return orRefuse(updateHost(host, update, cluster, policy));
  });
  return {
    cluster: changes.cluster,
    hosts: new Map(parts.flatMap((part) => [...part.hosts])),
    events: [changes, ...parts].flatMap(({ events }) => events),
  };
}
