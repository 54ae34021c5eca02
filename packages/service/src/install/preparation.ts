// Makes the files that an installation needs, once a cluster asks for them. What a restart interrupted begins again:
// the cluster still says that nothing was prepared.
import { type Cluster, type ClusterSnapshot, finishPreparation, type PreparationResult } from "@muster/core";
import { decided } from "../aggregates/aggregate.ts";
import type { Committed } from "../aggregates/aggregates.ts";
import type { Service } from "../service.ts";
import { and, eq, isNull } from "../store/drizzle.ts";
import { readSecret } from "../store/reader.ts";
import { clusters } from "../store/schema.ts";

export class Preparation {
  readonly #service: Service;
  readonly #running = new Set<string>();

  constructor(service: Service) {
    this.#service = service;
    service.aggregates.onCommitted((committed) => this.#notice(committed));
  }

  /** Takes up what was under way when the service stopped. */
  async resume(): Promise<void> {
    const waiting = await this.#service.db
      .select({ document: clusters.document })
      .from(clusters)
      .where(and(eq(clusters.status, "preparing-for-installation"), isNull(clusters.deletedAt)));
    for (const { document } of waiting) if (isWaiting(document)) this.#start(document.id);
  }

  #notice({ kind, after }: Committed): void {
    if (kind !== "cluster") return;
    const cluster = after.root as Cluster;
    if (isWaiting(cluster)) this.#start(cluster.id);
  }

  #start(clusterId: string): void {
    if (this.#running.has(clusterId)) return;
    this.#running.add(clusterId);
    this.#prepare(clusterId)
      .catch((error) => this.#service.log.error({ err: error, clusterId }, "preparing an installation failed"))
      .finally(() => this.#running.delete(clusterId));
  }

  /** An installation may be given up and begun anew meanwhile: what was made for the old one does not fit the new one. */
  async #prepare(clusterId: string): Promise<void> {
    while ((await this.#prepareOnce(clusterId)) === "begun anew");
  }

  async #prepareOnce(clusterId: string): Promise<"ended" | "begun anew"> {
    const { aggregates, log } = this.#service;
    const snapshot = aggregates.snapshot(await aggregates.cluster(clusterId));
    const result = await this.#make(snapshot);
    return aggregates.changeCluster(clusterId, ({ root }) => {
      if (isWaiting(root) && root.installStartedAt !== snapshot.cluster.installStartedAt)
        return { answer: "begun anew" };
      const outcome = finishPreparation(root, result);
      if (outcome.kind === "done") return decided(outcome.value, "ended");
      log.info({ clusterId, reason: outcome.refusal.found }, "nobody waits for this preparation any more");
      return { answer: "ended" };
    });
  }

  async #make(snapshot: ClusterSnapshot): Promise<PreparationResult> {
    const { payload, objects, db, log } = this.#service;
    const clusterId = snapshot.cluster.id;
    try {
      const pullSecret = (await readSecret(db, clusterId, "pull-secret")) ?? "";
      const { openshiftClusterId, files } = await payload.prepare(snapshot, { pullSecret });
      for (const [name, content] of files) await objects.put(`${clusterId}/${name}`, content);
      return { kind: "success", openshiftClusterId };
    } catch (error) {
      log.warn({ err: error, clusterId }, "the files of an installation could not be made");
      return { kind: "failure", reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

const isWaiting = ({ status, lastInstallationPreparation }: Cluster): boolean =>
  status === "preparing-for-installation" && lastInstallationPreparation.status === "not_started";
