import type { InfraEnv } from "@muster/core";

const fewest = 1_000;

/** The infra-envs that decisions about the clusters in memory look at: small, so each is kept whole. */
export class KnownInfraEnvs {
  readonly #byId = new Map<string, InfraEnv>();
  readonly #byCluster = new Map<string, Set<string>>();
  #sweepAt = fewest;

  get size(): number {
    return this.#byId.size;
  }

  ids(): Iterable<string> {
    return [...this.#byId.keys()];
  }

  get(id: string): InfraEnv | undefined {
    return this.#byId.get(id);
  }

  /** Those whose hosts join the cluster. */
  boundTo(clusterId: string): Iterable<string> {
    return this.#byCluster.get(clusterId) ?? [];
  }

  learn(infraEnv: InfraEnv): void {
    const before = this.#byId.get(infraEnv.id);
    if (before) this.forget(before);
    this.#byId.set(infraEnv.id, infraEnv);
    if (infraEnv.clusterId === null) return;
    const bound = this.#byCluster.get(infraEnv.clusterId);
    if (bound) bound.add(infraEnv.id);
    else this.#byCluster.set(infraEnv.clusterId, new Set([infraEnv.id]));
  }

  forget({ id, clusterId }: InfraEnv): void {
    this.#byId.delete(id);
    if (clusterId === null) return;
    const bound = this.#byCluster.get(clusterId);
    bound?.delete(id);
    if (bound?.size === 0) this.#byCluster.delete(clusterId);
  }

  /** Forgets those that nothing in memory needs, whenever there are twice as many as after the last time. */
  sweep(needed: () => ReadonlySet<string>): void {
    if (this.#byId.size < this.#sweepAt) return;
    const kept = needed();
    for (const infraEnv of [...this.#byId.values()]) if (!kept.has(infraEnv.id)) this.forget(infraEnv);
    this.#sweepAt = Math.max(fewest, 2 * this.#byId.size);
  }
}
