import { type Cluster, effectiveRole, type Host } from "@muster/core";
import type { Aggregate } from "../aggregates/aggregate.ts";
import { resultOf, topologyOf } from "../own-api/stats.ts";
import type { Step } from "./commits.ts";
import type { Instruments } from "./instruments.ts";

/** Counts an installation that begins or ends. */
export function countInstall(instruments: Instruments, { before, after }: Step<Cluster>): void {
  if (before.root.status === after.root.status) return;
  const [was, is] = [resultOf(before.root.status), resultOf(after.root.status)];
  if (after.root.status === "preparing-for-installation") {
    instruments.count("service_assisted_installer_cluster_installation_started", {});
  }
  if (was !== "under_way" || is === null || is === "under_way") return;
  countEnd(instruments, after, is);
  const result = after.root.status;
  const seconds = secondsOf(after.root);
  if (seconds !== null) {
    instruments.observe("service_assisted_installer_cluster_installation_seconds", { result }, seconds);
  }
  for (const host of after.hosts.values()) countMachine(instruments, host, result);
}

function countEnd(instruments: Instruments, { root, hosts }: Aggregate<Cluster>, result: string): void {
  const workers = hosts
    .values()
    .filter(({ role }) => role === "worker")
    .toArray().length;
  const kind = {
    version: root.openshiftVersion,
    platform: root.platform.type,
    topology: topologyOf(root.controlPlaneCount, workers),
  };
  instruments.count("muster_installs_total", { ...kind, result });
  const seconds = secondsOf(root);
  if (result === "succeeded" && seconds !== null) instruments.observe("muster_install_seconds", kind, seconds);
}

/** What failed or was given up has no time of completion: it ended when its status changed. */
const secondsOf = ({ installStartedAt: started, installCompletedAt, statusUpdatedAt }: Cluster): number | null =>
  started === null ? null : ((installCompletedAt ?? statusUpdatedAt) - started) / 1_000;

function countMachine(instruments: Instruments, host: Host, result: string): void {
  const labels = { role: effectiveRole(host), result };
  instruments.count("service_assisted_installer_cluster_hosts", labels);
  const { inventory } = host;
  if (!inventory) return;
  instruments.observe("service_assisted_installer_cluster_host_cores", labels, inventory.cpu?.count ?? 0);
  const memory = (inventory.memory?.physicalBytes ?? 0) / 2 ** 30;
  instruments.observe("service_assisted_installer_cluster_host_ram_gb", labels, memory);
  for (const { driveType, sizeBytes } of inventory.disks ?? []) {
    const disk = { ...labels, diskType: driveType ?? "Unknown" };
    instruments.observe("service_assisted_installer_cluster_host_disk_gb", disk, (sizeBytes ?? 0) / 1e9);
  }
  for (const { speedMbps } of inventory.interfaces ?? []) {
    if (speedMbps === undefined || speedMbps <= 0) continue;
    instruments.observe("service_assisted_installer_cluster_host_nic_gb", labels, speedMbps / 1_000);
  }
}
