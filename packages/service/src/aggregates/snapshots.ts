// What decisions about a cluster look at: the cluster, its hosts, and the infra-envs that these have to do with.
import type { Cluster, ClusterSnapshot, InfraEnv } from "@muster/core";
import type { Aggregate } from "./aggregate.ts";
import { KnownInfraEnvs } from "./known-infra-envs.ts";

export class Snapshots {
  readonly infraEnvs = new KnownInfraEnvs();
  readonly #made = new WeakMap<Aggregate<Cluster>, ClusterSnapshot>();

  of(aggregate: Aggregate<Cluster>): ClusterSnapshot {
    const known = this.#made.get(aggregate);
    if (known) return known;
    const hosts = [...aggregate.hosts.values()];
    const infraEnvs = [...this.infraEnvIdsOf(aggregate)].flatMap((id) => this.infraEnvs.get(id) ?? []);
    const snapshot = { cluster: aggregate.root, hosts, infraEnvs };
    this.#made.set(aggregate, snapshot);
    return snapshot;
  }

  /** The infra-envs that its hosts booted from, and those whose hosts join it. */
  infraEnvIdsOf({ root, hosts }: Aggregate<Cluster>): Set<string> {
    const ids = new Set(this.infraEnvs.boundTo(root.id));
    for (const { infraEnvId } of hosts.values()) ids.add(infraEnvId);
    return ids;
  }

  /** An infra-env that it shows has changed. */
  renew(aggregate: Aggregate<Cluster>): void {
    this.#made.delete(aggregate);
  }

  /** What was read for a cluster. What was committed meanwhile is newer than the answer. */
  learn(read: readonly InfraEnv[]): void {
    for (const infraEnv of read) if (!this.infraEnvs.get(infraEnv.id)) this.infraEnvs.learn(infraEnv);
  }
}
