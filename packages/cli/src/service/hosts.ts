// All hosts of a service. Muster lists them in one answer; a service that only speaks the compatible API is asked for
// those of its clusters and of its pools.
import { ApiError, check, type Host, Inventory, type LeanHost } from "@muster/contract";
import { parsedJson } from "../parsed-json.ts";
import type { HostScope } from "./find.ts";
import type { Service } from "./service-command.ts";

export async function listHosts(service: Service, scope: HostScope = {}): Promise<readonly LeanHost[]> {
  try {
    return (await service.client.call("musterListHosts", { query: scope })).hosts;
  } catch (error) {
    if (!isUnknownOperation(error)) throw error;
    return (await hostsOfWire(service, scope)).map(leanOf);
  }
}

/** An older service, or one of another make, does not have Muster's own API. */
export function isUnknownOperation(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status);
}

async function hostsOfWire({ client }: Service, { cluster_id, infra_env_id }: HostScope): Promise<readonly Host[]> {
  if (infra_env_id !== undefined) {
    const hosts = await client.call("v2ListHosts", { params: { infra_env_id } });
    return hosts.filter((host) => cluster_id === undefined || host.cluster_id === cluster_id);
  }
  if (cluster_id !== undefined) return (await client.call("v2GetCluster", { params: { cluster_id } })).hosts ?? [];
  const clusters = await client.call("v2ListClusters", { query: { with_hosts: true } });
  // Hosts of an infra-env that belongs to a cluster belong to it, too.
  const pools = (await client.call("ListInfraEnvs")).filter((infraEnv) => infraEnv.cluster_id === undefined);
  const bound = clusters.flatMap(({ hosts }) => hosts ?? []);
  const pooled = await Promise.all(pools.map(({ id }) => client.call("v2ListHosts", { params: { infra_env_id: id } })));
  return [...bound, ...pooled.flat().filter((host) => host.cluster_id === undefined)];
}

function leanOf({ inventory, ...host }: Host): LeanHost {
  const hardware = hardwareOf(inventory);
  return { ...host, ...(hardware && { hardware }) };
}

function hardwareOf(inventory: string | undefined): LeanHost["hardware"] {
  const parsed = inventory ? check(Inventory, parsedJson(inventory), { rejectUnknown: false }) : undefined;
  if (parsed?.kind !== "valid") return undefined;
  const { cpu, memory, disks = [], interfaces = [], system_vendor: vendor } = parsed.value;
  const addresses = interfaces.flatMap(({ ipv4_addresses = [], ipv6_addresses = [] }) => [
    ...ipv4_addresses,
    ...ipv6_addresses,
  ]);
  return {
    cpu_cores: cpu?.count ?? 0,
    memory_bytes: memory?.physical_bytes ?? 0,
    disks: disks.length,
    disk_bytes: disks.reduce((sum, { size_bytes = 0 }) => sum + size_bytes, 0),
    addresses: addresses.map((address) => address.replace(/\/\d+$/, "")),
    ...(cpu?.architecture && { architecture: cpu.architecture }),
    ...(vendor?.manufacturer && { vendor: vendor.manufacturer }),
    ...(vendor?.product_name && { product: vendor.product_name }),
    ...(vendor?.serial_number && { serial_number: vendor.serial_number }),
  };
}
