// Resources as tables and the live feed show them. What leaves here is written by the lean schemas, so a field that they do
// not name cannot leak.
import type * as wire from "@muster/contract";
import { type Cluster, type Host, hostAddresses, type InfraEnv, type Inventory, type Policy } from "@muster/core";
import type { Aggregate } from "../aggregates/aggregate.ts";
import { presentCluster } from "./cluster.ts";
import { defined } from "./defined.ts";
import { presentHost } from "./host.ts";
import { presentInfraEnv } from "./infra-env.ts";

export function leanHost(host: Host, cluster: Cluster | null, policy: Policy): wire.LeanHost {
  const whole = presentHost(host, cluster, { policy, inventory: false, connectivity: false });
  return { ...whole, ...(host.inventory && { hardware: hardwareOf(host.inventory) }) };
}

export const leanCluster = (cluster: Cluster, hostStatuses: readonly Host["status"][]): wire.LeanCluster =>
  presentCluster({ cluster, hosts: [], infraEnvs: [] }, { hosts: null, hostStatuses });

export const leanAggregate = ({ root, hosts }: Aggregate<Cluster>): wire.LeanCluster =>
  leanCluster(
    root,
    [...hosts.values()].map(({ status }) => status),
  );

export const leanInfraEnv = (infraEnv: InfraEnv): wire.LeanInfraEnv =>
  presentInfraEnv(infraEnv, { downloadUrl: "", sizeBytes: null, expiresAt: null, generator: "" });

// An inventory is replaced when it changes, and shown far more often than that.
const known = new WeakMap<Inventory, wire.HardwareSummary>();

function hardwareOf(inventory: Inventory): wire.HardwareSummary {
  const before = known.get(inventory);
  if (before) return before;
  const { cpu, memory, disks = [], systemVendor } = inventory;
  const usable = disks.filter(({ isInstallationMedia, removable }) => !isInstallationMedia && !removable);
  const summary = defined({
    architecture: cpu?.architecture,
    cpu_cores: cpu?.count ?? 0,
    memory_bytes: memory?.physicalBytes ?? 0,
    disks: usable.length,
    disk_bytes: usable.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0),
    vendor: systemVendor?.manufacturer,
    product: systemVendor?.productName,
    serial_number: systemVendor?.serialNumber,
    virtual: systemVendor?.virtual,
    addresses: hostAddresses(inventory)
      .toSorted((a, b) => Number(a.address.includes(":")) - Number(b.address.includes(":")))
      .map(({ address }) => address),
  });
  known.set(inventory, summary);
  return summary;
}
