import { bindHost, type Changes, type Host, type InfraEnv, unbindHost } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import type { Decision } from "../aggregates/aggregate.ts";
import type { HostRef } from "../aggregates/change-host.ts";
import { badRequest, conflict, orRefuse } from "../http/problem.ts";
import type { Service } from "../service.ts";

/** Gives a pool's host to a cluster. */
export async function bind(service: Service, { infraEnvId, hostId }: HostRef, clusterId: string, requestId: string) {
  const { aggregates, policy } = service;
  const place = await aggregates.place(hostId);
  if (!place || place.infraEnvId !== infraEnvId) throw new Missing();
  if (place.clusterId !== null) {
    throw conflict(
      `host ${hostId} already belongs to cluster ${place.clusterId}; needed: a host of the pool. To go on, unbind it first.`,
    );
  }
  await aggregates.cluster(clusterId).catch((error) => {
    throw error instanceof Missing
      ? badRequest(`cluster_id is ${clusterId}: give the id of a cluster that exists`)
      : error;
  });
  await aggregates.changeWithPools(
    { clusterId, poolIds: [infraEnvId] },
    (target, pools, now) => {
      const pool = pools.get(infraEnvId);
      const host = pool?.hosts.get(hostId);
      if (!pool || !host) throw new Missing();
      const { cluster, hosts } = aggregates.snapshot(target);
      const changes = orRefuse(bindHost({ host, cluster, hosts, infraEnv: pool.root, policy, now }));
      return {
        pools: new Map([[infraEnvId, { answer: undefined, hosts: new Map([[hostId, { kind: "leave" }]]) }]]),
        cluster: {
          answer: undefined,
          root: changes.cluster,
          hosts: new Map([[hostId, { kind: "put", host: moved(host, changes) }]]),
          events: changes.events,
        },
      };
    },
    requestId,
  );
}

/** Takes a host back from its cluster into its infra-env's pool. */
export async function unbind(service: Service, { infraEnvId, hostId }: HostRef, requestId: string) {
  const { aggregates, policy } = service;
  const place = await aggregates.place(hostId);
  if (!place || place.infraEnvId !== infraEnvId) throw new Missing();
  if (place.clusterId === null) {
    throw conflict(
      `host ${hostId} belongs to no cluster; needed: a host that belongs to one. To go on, bind it to a cluster first.`,
    );
  }
  await aggregates.changeWithPools(
    { clusterId: place.clusterId, poolIds: [infraEnvId] },
    (source, pools, now) => {
      const pool = pools.get(infraEnvId);
      const host = source.hosts.get(hostId);
      if (!pool || !host) throw new Missing();
      const { cluster, hosts } = aggregates.snapshot(source);
      const changes = orRefuse(unbindHost({ host, cluster, hosts, infraEnv: pool.root, policy, now }));
      return {
        pools: new Map([[infraEnvId, arrivals([moved(host, changes)])]]),
        cluster: {
          answer: undefined,
          root: changes.cluster,
          hosts: new Map([[hostId, { kind: "leave" }]]),
          events: changes.events,
        },
      };
    },
    requestId,
  );
}

/** Hosts that come into a pool. */
export const arrivals = (hosts: readonly Host[]): Decision<InfraEnv, undefined> => ({
  answer: undefined,
  hosts: new Map(hosts.map((host) => [host.id, { kind: "put", host }])),
});

export const moved = (host: Host, changes: Changes): Host => ({ ...host, ...changes.hosts.get(host.id) });
