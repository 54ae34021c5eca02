// Clusters, pools and hosts without a service around them.
import { randomUUID } from "node:crypto";
import {
  type Cluster,
  clusterDefaults,
  type Host,
  type InfraEnv,
  infraEnvDefaults,
  defaultPolicy as policy,
  registerHost,
} from "@muster/core";
import type { Aggregates } from "../src/aggregates/aggregates.ts";
import { changeHost, type HostRef } from "../src/aggregates/change-host.ts";
import { arrivals } from "../src/hosts/binding.ts";
import { orRefuse } from "../src/http/problem.ts";

const pullSecret = JSON.stringify({ auths: { "quay.example": { auth: "dXNlcjpwYXNz" } } });
const release = { version: "4.20.0", image: "quay.example/release:4.20.0", cpuArchitecture: "x86_64" } as const;
const birth = () => ({ id: randomUUID(), now: Date.now(), owner: { userName: "ada", orgId: "7", emailDomain: "" } });

export async function addCluster(aggregates: Aggregates): Promise<Cluster> {
  const input = { name: "river", openshiftVersion: release.version, pullSecret };
  const cluster = orRefuse(clusterDefaults(input, release, policy, birth()));
  return (await aggregates.createCluster(cluster, {}, null)).root;
}

export async function addPool(aggregates: Aggregates, cluster: Cluster | null = null): Promise<InfraEnv> {
  const around = { cluster, openshiftVersion: release.version };
  const input = { name: "rack", pullSecret, ...(cluster && { clusterId: cluster.id }) };
  const infraEnv = orRefuse(infraEnvDefaults(input, around, policy, birth()));
  return (await aggregates.createPool(infraEnv, {}, null)).root;
}

/** With one commit. */
export async function addHosts(aggregates: Aggregates, infraEnv: InfraEnv, count: number): Promise<string[]> {
  const hosts = Array.from({ length: count }, () => {
    const registration = { hostId: randomUUID(), agentVersion: "", infraEnv, known: null, cluster: null };
    return orRefuse(registerHost({ ...registration, policy, now: Date.now() })).host;
  });
  await aggregates.changePool(infraEnv.id, () => arrivals(hosts));
  return hosts.map(({ id }) => id);
}

type Move = Readonly<{ hostIds: readonly string[]; poolId: string; clusterId: string; to: "cluster" | "pool" }>;

/** Hosts from a pool into a cluster, or back. */
export const moveHosts = (
  aggregates: Aggregates,
  { hostIds, poolId, clusterId, to }: Move,
  deciding = () => {},
): Promise<void> =>
  aggregates.changeWithPools({ clusterId, poolIds: [poolId] }, (cluster, pools) => {
    deciding();
    const home = to === "cluster" ? pools.get(poolId) : cluster;
    const moved = hostIds.flatMap((id) => home?.hosts.get(id) ?? []);
    const left = { answer: undefined, hosts: new Map(hostIds.map((id) => [id, { kind: "leave" } as const])) };
    const arrived = arrivals(moved.map((host) => ({ ...host, clusterId: to === "cluster" ? clusterId : null })));
    return to === "cluster"
      ? { cluster: { answer: undefined, hosts: arrived.hosts ?? new Map() }, pools: new Map([[poolId, left]]) }
      : { cluster: left, pools: new Map([[poolId, arrived]]) };
  });

export const renameHost = (aggregates: Aggregates, host: HostRef, requestedHostname: string): Promise<void> =>
  changeHost({ aggregates, policy }, host, () => ({
    changes: { cluster: {}, hosts: new Map([[host.hostId, { requestedHostname }]]), events: [] },
    answer: undefined,
  }));

/** All hosts of a cluster, with one commit. */
export const changeHosts = (aggregates: Aggregates, clusterId: string, fields: (host: Host) => Partial<Host>) =>
  aggregates.changeCluster(clusterId, ({ hosts }) => ({
    answer: undefined,
    hosts: new Map([...hosts.values()].map((host) => [host.id, { kind: "patch", fields: fields(host) }])),
  }));

export const renameCluster = (aggregates: Aggregates, id: string, name: string): Promise<string> =>
  aggregates.changeCluster(id, ({ root }) => ({ answer: root.name, root: { name } }));
