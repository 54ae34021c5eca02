// What a fleet's operator wants to see at a glance: how many of what, how installations go, and what waits.
import type { Cluster } from "@muster/core";
import { Counter, Gauge, Histogram } from "prom-client";
import type { Aggregate } from "./aggregates/aggregate.ts";
import { clustersByStatus, hostsByStatus, resultOf, topologyOf } from "./own-api/stats.ts";
import type { Service } from "./service.ts";

export function watchFleet({ aggregates, db, feed, metrics }: Service): void {
  const registers = [metrics.registry];
  byStatus("muster_clusters", "Clusters by status.", () => clustersByStatus(db), registers);
  byStatus("muster_hosts", "Hosts by status.", () => hostsByStatus(db), registers);
  measured("muster_feed_readers", "Readers of the live feed.", () => feed.readers, registers);
  measured(
    "muster_writes_waiting",
    "Writes that wait for the one under way.",
    () => aggregates.writer.waiting,
    registers,
  );
  measured(
    "muster_write_seconds",
    "How long the write under way has taken.",
    () => aggregates.writer.stoodStillFor / 1_000,
    registers,
  );
  measured(
    "muster_hosts_in_memory",
    "Hosts that need not be read from the database.",
    () => aggregates.held.hosts,
    registers,
  );
  const labelNames = ["version", "platform", "topology"] as const;
  const ended = new Counter({
    name: "muster_installs_total",
    help: "Installations that ended, by result; the success rate is succeeded over succeeded and failed.",
    labelNames: [...labelNames, "result"],
    registers,
  });
  const durations = new Histogram({
    name: "muster_install_seconds",
    help: "How long installations took that succeeded.",
    labelNames,
    buckets: [300, 600, 1_200, 1_800, 2_400, 3_600, 5_400, 7_200, 14_400],
    registers,
  });
  aggregates.onCommitted(({ kind, before, after }) => {
    if (kind !== "cluster" || before === null) return;
    const end = endOf(before as Aggregate<Cluster>, after as Aggregate<Cluster>);
    if (end === null) return;
    const { version, platform, topology, result, seconds } = end;
    ended.labels(version, platform, topology, result).inc();
    if (result === "succeeded" && seconds !== null) durations.labels(version, platform, topology).observe(seconds);
  });
}

function endOf({ root: before }: Aggregate<Cluster>, { root, hosts }: Aggregate<Cluster>) {
  const [was, result] = [resultOf(before.status), resultOf(root.status)];
  if (was !== "under_way" || result === null || result === "under_way") return null;
  const workers = hosts
    .values()
    .filter(({ role }) => role === "worker")
    .toArray().length;
  const { installStartedAt: started, installCompletedAt: completed } = root;
  return {
    version: root.openshiftVersion,
    platform: root.platform.type,
    topology: topologyOf(root.controlPlaneCount, workers),
    result,
    seconds: started === null || completed === null ? null : (completed - started) / 1_000,
  };
}

type Registers = ConstructorParameters<typeof Gauge>[0]["registers"];

function measured(name: string, help: string, value: () => number, registers: Registers): void {
  new Gauge({
    name,
    help,
    ...(registers && { registers }),
    collect() {
      this.set(value());
    },
  });
}

function byStatus(
  name: string,
  help: string,
  counts: () => Promise<Readonly<Record<string, number>>>,
  registers: Registers,
): void {
  new Gauge({
    name,
    help,
    labelNames: ["status"],
    ...(registers && { registers }),
    async collect() {
      // While the database is away, what is not known is left out; the rest is still told.
      const found = await counts().catch(() => ({}));
      this.reset();
      for (const [status, count] of Object.entries(found)) this.labels(status).set(count);
    },
  });
}
