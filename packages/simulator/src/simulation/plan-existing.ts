// Machines for a cluster that somebody else has described.
import type { Client, Cluster } from "@muster/contract";
import type { MachineKind } from "../inventories/kinds.ts";
import { parseNetwork } from "../machine/network.ts";
import { randomFrom } from "../random.ts";
import { reach } from "./itinerary.ts";
import type { PlannedHost, SimulationPlan } from "./plan.ts";
import { bootMoment, plainHost, usualEnd } from "./plan-fleet.ts";

/** The cluster that was asked for is not there, or is not one that takes machines. */
export class ClusterUnusable extends Error {
  override readonly name = "ClusterUnusable";
  readonly remedy: string;

  constructor(found: string, remedy: string) {
    super(found);
    this.remedy = remedy;
  }
}

type Wanted = Readonly<{
  /** The id or the name of the cluster. */
  cluster: string;
  hosts: number;
  seed: string;
  kind?: MachineKind;
  install?: boolean;
  bootOverSeconds?: number;
}>;

export async function planExisting(client: Client, wanted: Wanted): Promise<SimulationPlan> {
  const { hosts, seed, install = true } = wanted;
  const cluster = await findCluster(client, wanted.cluster);
  const isAdding = cluster.status === "adding-hosts";
  if (!isAdding && !takesMachines.has(cluster.status)) {
    throw new ClusterUnusable(
      `cluster ${cluster.name} is ${cluster.status}, and takes no more machines.`,
      "Name a cluster that is not installed yet, or one that was opened for more hosts (adding-hosts).",
    );
  }
  const infraEnvs = await client.call("ListInfraEnvs", { query: { cluster_id: cluster.id } });
  const random = randomFrom(seed);
  const kind = wanted.kind ?? (cluster.cpu_architecture === "arm64" ? "arm64-server" : "small-vm");
  const name = cluster.name ?? cluster.id;
  // Names and addresses of those that are there already stay theirs.
  const there = cluster.total_host_count ?? 0;
  const planned: PlannedHost[] = Array.from({ length: hosts }, (_, index) => ({
    ...plainHost(bootMoment(wanted, random)),
    machine: { hostname: `${name}-${there + index}`, place: there + index + 1 },
    expect: isAdding && install ? [reach({ status: "added-to-existing-cluster" })] : [],
  }));
  const infraEnvId = infraEnvs[0]?.id;
  return {
    seed,
    clusters: [
      {
        plan: { name, machine: { kind, networks: networksOf(cluster, hosts) } },
        existing: { clusterId: cluster.id, ...(infraEnvId && { infraEnvId }) },
        hosts: planned,
        install,
        addedHosts: [],
        expect: isAdding ? [reach({ status: "adding-hosts" })] : usualEnd(install),
      },
    ],
  };
}

const takesMachines = new Set<Cluster["status"]>(["insufficient", "ready", "pending-for-input"]);

async function findCluster(client: Client, wanted: string): Promise<Cluster> {
  const clusters = await client.call("v2ListClusters");
  const found = clusters.filter(({ id, name }) => id === wanted.toLowerCase() || name === wanted);
  const [cluster, other] = found;
  if (cluster === undefined) {
    throw new ClusterUnusable(
      `the service has no cluster "${wanted}".`,
      "Give the name or the id of one that it has, or leave --cluster out to have clusters made.",
    );
  }
  if (other !== undefined) {
    const ids = found.map(({ id }) => id).join(", ");
    throw new ClusterUnusable(`${found.length} clusters have the name "${wanted}".`, `Give the id: ${ids}.`);
  }
  return cluster;
}

/** Networks that hold the cluster's virtual IPs, as large as the machines need them; any will do where there are none. */
function networksOf(cluster: Cluster, hosts: number): readonly string[] {
  const given = (cluster.machine_networks ?? []).flatMap(({ cidr }) => cidr ?? []);
  if (given.length > 0) return given;
  const vips = (cluster.api_vips ?? []).flatMap(({ ip }) => ip ?? []);
  if (vips.length === 0) return [hosts > 200 ? "10.77.0.0/16" : "10.77.10.0/24"];
  const prefix = (ip: string) => (ip.includes(":") ? 64 : hosts > 200 ? 16 : 24);
  return vips.map((ip) => parseNetwork(`${ip}/${prefix(ip)}`).cidr);
}
