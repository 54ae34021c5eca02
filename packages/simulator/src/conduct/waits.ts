import type { Client, Cluster, Event, Host } from "@muster/contract";
import { describeCluster, describeHosts } from "./describe.ts";
import { until } from "./until.ts";

type Limits = Readonly<{ withinSeconds?: number }>;

/** What is done at each look. */
type Meanwhile = Readonly<{ meanwhile?: (cluster: Cluster) => Promise<void> }>;

const dead = new Set<Cluster["status"]>(["error", "cancelled"]);

export function untilCluster(
  client: Client,
  clusterId: string,
  status: Cluster["status"],
  { meanwhile = async () => {}, ...limits }: Limits & Meanwhile = {},
): Promise<Cluster> {
  return until({
    what: `cluster ${clusterId} to be ${status}`,
    look: async () => {
      const cluster = await client.call("v2GetCluster", { params: { cluster_id: clusterId } });
      await meanwhile(cluster);
      return cluster;
    },
    holds: (cluster) => cluster.status === status,
    hopeless: (cluster) => (dead.has(cluster.status) && !dead.has(status) ? cluster.status_info : null),
    describe: describeCluster,
    ...limits,
  });
}

/** Waits for so many hosts of an infra-env, all in one of these statuses. */
export function untilHosts(
  client: Client,
  infraEnvId: string,
  wanted: Readonly<{ count: number; statuses: readonly Host["status"][] }>,
  limits: Limits = {},
): Promise<Host[]> {
  const { count, statuses } = wanted;
  return until({
    what: `${count} hosts of infra-env ${infraEnvId} to be ${statuses.join(" or ")}`,
    look: () => client.call("v2ListHosts", { params: { infra_env_id: infraEnvId } }),
    holds: (hosts) => hosts.length === count && hosts.every(({ status }) => statuses.includes(status)),
    describe: describeHosts,
    ...limits,
  });
}

/** Waits for one host, also before it has registered. */
export async function untilHost(
  client: Client,
  { infraEnvId, hostId }: Readonly<{ infraEnvId: string; hostId: string }>,
  status: Host["status"],
  limits: Limits = {},
): Promise<Host> {
  const [found] = await until({
    what: `host ${hostId} to be ${status}`,
    look: async () =>
      (await client.call("v2ListHosts", { params: { infra_env_id: infraEnvId } })).filter(({ id }) => id === hostId),
    holds: ([host]) => host?.status === status,
    describe: describeHosts,
    ...limits,
  });
  if (!found) throw new Error(`host ${hostId} was there and is gone`);
  return found;
}

export async function untilEvent(
  client: Client,
  about: Readonly<{ cluster_id?: string; host_id?: string; infra_env_id?: string }>,
  name: string,
  limits: Limits = {},
): Promise<Event> {
  const events = await until({
    what: `an event ${name}`,
    look: () => client.call("v2ListEvents", { query: { ...about, limit: 1_000 } }),
    holds: (list) => list.some((event) => event.name === name),
    describe: (list) => list.map((event) => `${event.name}: ${event.message}`).join("\n"),
    ...limits,
  });
  const found = events.find((event) => event.name === name);
  if (!found) throw new Error(`event ${name} was there and is gone`);
  return found;
}
