// What tests begin with: clusters, infra-envs, and machines that do one thing at a time.
import {
  ApiError,
  type Client,
  type Cluster,
  type ClusterCreateParams,
  type Host,
  type InfraEnv,
  type InfraEnvCreateParams,
} from "@muster/contract";
import { bootHosts, describeHosts, type MachineOptions, pullSecret, type ScriptedHost, until } from "@muster/simulator";

let count = 0;

export const newCluster = (client: Client, body: Partial<ClusterCreateParams> = {}): Promise<Cluster> =>
  client.call("v2RegisterCluster", {
    body: {
      name: `cluster-${++count}`,
      openshift_version: "4.22",
      base_dns_domain: "example.com",
      pull_secret: pullSecret,
      ...body,
    },
  });

/** One host is enough for it to be installed. */
export const newSingleNode = (client: Client, body: Partial<ClusterCreateParams> = {}): Promise<Cluster> =>
  newCluster(client, { control_plane_count: 1, ...body });

/** A pool, unless a cluster is named. */
export const newInfraEnv = (client: Client, body: Partial<InfraEnvCreateParams> = {}): Promise<InfraEnv> =>
  client.call("RegisterInfraEnv", { body: { name: `infra-env-${++count}`, pull_secret: pullSecret, ...body } });

/** A machine that waits to be told to register and to poll. */
export function newMachine(client: Client, infraEnvId: string, machine: Partial<MachineOptions> = {}): ScriptedHost {
  const number = ++count;
  const [host] = bootHosts(client, {
    infraEnvId,
    count: 1,
    firstNumber: number,
    machine: { place: 1 + (number % 200), hostname: `machine-${number}`, ...machine },
    speed: 100_000,
    start: false,
  }).hosts;
  if (!host) throw new Error("a fleet of one has one machine");
  return host;
}

/** Registers, and answers whatever it is asked until it has the status. */
export async function bringTo(
  client: Client,
  infraEnvId: string,
  machine: ScriptedHost,
  status: Host["status"],
): Promise<Host> {
  await machine.register();
  return until({
    what: `${machine.machine.hostname} to be ${status}`,
    look: async () => {
      await machine.poll();
      return hostOf(client, infraEnvId, machine.id);
    },
    holds: (host) => host.status === status,
    describe: (host) => describeHosts([host]),
  });
}

export const hostOf = (client: Client, infraEnvId: string, hostId: string): Promise<Host> =>
  client.call("v2GetHost", { params: { infra_env_id: infraEnvId, host_id: hostId } });

/** The answer of a service that says no. */
export async function refusal(work: Promise<unknown>): Promise<{ status: number; reason: string }> {
  try {
    const value = await work;
    throw new Error(`it was not refused: ${JSON.stringify(value)?.slice(0, 200)}`);
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, reason: error.reason };
    throw error;
  }
}

/** An id that nobody has. */
export const nobody = "00000000-0000-4000-8000-000000000000";
