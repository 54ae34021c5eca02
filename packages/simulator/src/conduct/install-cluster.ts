import type { Client, Cluster, Host } from "@muster/contract";
import { pressInstall } from "./asking.ts";
import { bootHosts, type Fleet } from "./fleet.ts";
import { type ClusterPlan, clusterRequest, infraEnvRequest, isArm, nodesOf, plannedMachine } from "./plan.ts";
import { hostCount } from "./topology.ts";
import { untilCluster, untilHosts } from "./waits.ts";

/** A cluster with its machines. Whoever asked for it stops the fleet. */
export type Assembled = Readonly<{ clusterId: string; infraEnvId: string; fleet: Fleet }>;

type Clients = Readonly<{
  /** Whose name the machines use, where they and people prove who they are in different ways. */
  agents?: Client;
}>;

/** Describes the cluster, and starts its machines. */
export async function assembleCluster(client: Client, plan: ClusterPlan & Clients = {}): Promise<Assembled> {
  const openshiftVersion = plan.openshiftVersion ?? (await defaultVersion(client, isArm(plan) ? "arm64" : "x86_64"));
  const cluster = await client.call("v2RegisterCluster", { body: clusterRequest(plan, openshiftVersion) });
  const infraEnv = await client.call("RegisterInfraEnv", { body: infraEnvRequest(plan, cluster.id) });
  const fleet = bootHosts(plan.agents ?? client, {
    ...plan,
    infraEnvId: infraEnv.id,
    count: hostCount(nodesOf(plan)),
    machine: (index) => plannedMachine(plan, index),
  });
  return { clusterId: cluster.id, infraEnvId: infraEnv.id, fleet };
}

/** Waits until the cluster could be installed. */
export async function readyCluster(client: Client, plan: ClusterPlan & Clients = {}): Promise<Assembled> {
  const assembled = await assembleCluster(client, plan);
  try {
    await untilReady(client, plan, assembled);
    return assembled;
  } catch (error) {
    throw await withTroubles(error, assembled.fleet);
  }
}

/** From nothing to a cluster that is installed. */
export async function installCluster(
  client: Client,
  plan: ClusterPlan & Clients = {},
): Promise<Assembled & { cluster: Cluster }> {
  const assembled = await readyCluster(client, plan);
  try {
    const { clusterId } = assembled;
    // A report that was on its way when the cluster became ready may take that back for a moment: people press again.
    const press = async ({ status }: Cluster) => {
      if (status === "ready") await pressInstall(client, clusterId);
    };
    const cluster = await untilCluster(client, clusterId, "installed", { ...limits(plan), meanwhile: press });
    return { ...assembled, cluster };
  } catch (error) {
    throw await withTroubles(error, assembled.fleet);
  }
}

type Addition = Omit<ClusterPlan, "topology"> & Clients & Readonly<{ clusterId: string; count?: number }>;

/** Adds workers to a cluster that is installed, and waits until they are part of it. */
export async function addHosts(client: Client, addition: Addition): Promise<Assembled & { hosts: readonly Host[] }> {
  const { clusterId, count = 1 } = addition;
  const { status } = await client.call("v2GetCluster", { params: { cluster_id: clusterId } });
  if (status === "installed") await client.call("TransformClusterToAddingHosts", { params: { cluster_id: clusterId } });
  const plan: ClusterPlan = { name: "added", ...addition };
  const infraEnv = await client.call("RegisterInfraEnv", { body: infraEnvRequest(plan, clusterId) });
  const fleet = bootHosts(addition.agents ?? client, {
    firstNumber: 101,
    ...plan,
    infraEnvId: infraEnv.id,
    count,
    machine: (index) => plannedMachine(plan, index),
  });
  try {
    const known = await untilHosts(client, infraEnv.id, { count, statuses: ["known"] }, limits(plan));
    for (const { id } of known) {
      await client.call("v2InstallHost", { params: { infra_env_id: infraEnv.id, host_id: id } });
    }
    const statuses = ["added-to-existing-cluster"] as const;
    const hosts = await untilHosts(client, infraEnv.id, { count, statuses }, limits(plan));
    return { clusterId, infraEnvId: infraEnv.id, fleet, hosts };
  } catch (error) {
    throw await withTroubles(error, fleet);
  }
}

async function untilReady(client: Client, plan: ClusterPlan, { clusterId, infraEnvId, fleet }: Assembled) {
  const count = fleet.hosts.length;
  if (plan.topology === "fencing") await giveFencingCredentials(client, infraEnvId, count, plan);
  // A cluster may be ready before its last workers have come.
  await untilHosts(client, infraEnvId, { count, statuses: ["known"] }, limits(plan));
  await untilCluster(client, clusterId, "ready", limits(plan));
}

async function giveFencingCredentials(client: Client, infraEnvId: string, count: number, plan: ClusterPlan) {
  const statuses = ["known", "insufficient", "pending-for-input"] as const;
  const hosts = await untilHosts(client, infraEnvId, { count, statuses }, limits(plan));
  for (const [index, { id }] of hosts.entries()) {
    const address = `https://198.18.0.${index + 1}:443/redfish/v1/Systems/1`;
    await client.call("v2UpdateHost", {
      params: { infra_env_id: infraEnvId, host_id: id },
      body: { fencing_credentials: { address, username: "admin", password: "simulated" } },
    });
  }
}

const limits = ({ withinSeconds = 60 }: ClusterPlan) => ({ withinSeconds });

/** What the machines noticed often explains why a wait was in vain. They are stopped: nobody holds them any more. */
async function withTroubles(error: unknown, fleet: Fleet): Promise<Error> {
  const troubles = fleet.troubles();
  await fleet.stop();
  const message = error instanceof Error ? error.message : String(error);
  const noticed = troubles.length === 0 ? "" : `\nwhat the machines noticed:\n${troubles.slice(0, 20).join("\n")}`;
  return new Error(`${message}${noticed}`, { cause: error });
}

/** The version that a service installs unless told otherwise. */
export async function defaultVersion(client: Client, architecture: string): Promise<string> {
  const versions = Object.entries(await client.call("v2ListSupportedOpenshiftVersions")).filter(
    ([, { cpu_architectures }]) => cpu_architectures.includes(architecture),
  );
  const [chosen] = versions.find(([, version]) => version.default) ?? versions[0] ?? [];
  if (chosen === undefined) throw new Error(`the service offers no version for ${architecture}`);
  return chosen;
}
