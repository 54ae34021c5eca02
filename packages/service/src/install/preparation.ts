// Makes the files that an installation needs, once a cluster asks for them. What a restart interrupted begins again:
// the cluster still says that nothing was prepared.
import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, type ClusterSnapshot, finishPreparation, type PreparationResult } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import { decided } from "../aggregates/aggregate.ts";
import type { Committed } from "../aggregates/aggregates.ts";
import { AtATime } from "../at-a-time.ts";
import { ObjectStoreAway } from "../objects/s3-client.ts";
import type { Service } from "../service.ts";
import { isDatabaseAway } from "../store/away.ts";
import { and, eq, isNull } from "../store/drizzle.ts";
import { readSecret } from "../store/reader.ts";
import { clusters } from "../store/schema.ts";

const retryAfterMs = 1_000;
/** Of hundreds that are asked for at once, the first are ready soon, and requests find room beside them. */
const mostAtATime = 4;

export class Preparation {
  readonly #service: Service;
  readonly #running = new Set<string>();
  readonly #places = new AtATime(mostAtATime);
  readonly #stopped = new AbortController();

  constructor(service: Service) {
    this.#service = service;
    service.aggregates.onCommitted((committed) => this.#notice(committed));
  }

  /** Takes up what was under way when the service stopped, or what a replica left that is gone. */
  async resume(): Promise<void> {
    const { db, replicas } = this.#service;
    const waiting = await db
      .select({ document: clusters.document })
      .from(clusters)
      .where(and(eq(clusters.status, "preparing-for-installation"), isNull(clusters.deletedAt)));
    for (const { document } of waiting) {
      if (isWaiting(document) && replicas.owns(document.id)) this.#start(document.id);
    }
  }

  stop(): void {
    this.#stopped.abort();
  }

  #notice({ kind, after }: Committed): void {
    if (kind !== "cluster") return;
    const cluster = after.root as Cluster;
    if (isWaiting(cluster)) this.#start(cluster.id);
  }

  #start(clusterId: string): void {
    if (this.#running.has(clusterId)) return;
    this.#running.add(clusterId);
    void this.#prepare(clusterId).finally(() => this.#running.delete(clusterId));
  }

  /** As long as somebody waits: an installation may be given up and begun anew meanwhile, and the database may be away. */
  async #prepare(clusterId: string): Promise<void> {
    const { aggregates, log } = this.#service;
    const wait = () => pause(retryAfterMs, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => {});
    while (!this.#stopped.signal.aborted) {
      try {
        const snapshot = aggregates.snapshot(await aggregates.cluster(clusterId));
        if (!isWaiting(snapshot.cluster)) return;
        if (!(await this.#places.take(() => this.#prepareAlone(snapshot)))) await wait();
      } catch (error) {
        if (error instanceof Missing) return;
        log.warn({ err: error, clusterId }, "an installation could not be prepared, and is tried again");
        await wait();
      }
    }
  }

  /** Whether it was done. The replica that was asked for the installation may be at it, or have done it meanwhile. */
  async #prepareAlone(snapshot: ClusterSnapshot): Promise<boolean> {
    const { replicas, measured } = this.#service;
    let isDone = false;
    await replicas.exclusively(snapshot.cluster.id, async (lost) => {
      if (!(await this.#stillWaits(snapshot.cluster))) return;
      await measured("prepare-installation", () => this.#prepareOnce(snapshot, lost));
      isDone = true;
    });
    return isDone;
  }

  /** Asked of the database: memory may be behind what another replica wrote, whose files hosts may have fetched by now. */
  async #stillWaits({ id, installStartedAt }: Cluster): Promise<boolean> {
    const [stored] = await this.#service.db
      .select({ document: clusters.document })
      .from(clusters)
      .where(and(eq(clusters.id, id), isNull(clusters.deletedAt)));
    return stored !== undefined && isWaiting(stored.document) && stored.document.installStartedAt === installStartedAt;
  }

  async #prepareOnce(snapshot: ClusterSnapshot, lost: AbortSignal): Promise<void> {
    const { aggregates, log } = this.#service;
    const { id: clusterId, installStartedAt } = snapshot.cluster;
    const result = await this.#make(snapshot, lost);
    lost.throwIfAborted();
    await aggregates.changeCluster(clusterId, ({ root }) => {
      // What was made for an attempt that was given up does not fit the next one.
      if (isWaiting(root) && root.installStartedAt !== installStartedAt) return { answer: undefined };
      const outcome = finishPreparation(root, result);
      if (outcome.kind === "done") return decided(outcome.value, undefined);
      log.info({ clusterId, reason: outcome.refusal.found }, "nobody waits for this preparation any more");
      return { answer: undefined };
    });
  }

  async #make(snapshot: ClusterSnapshot, lost: AbortSignal): Promise<PreparationResult> {
    const { payload, objects, db, log } = this.#service;
    const clusterId = snapshot.cluster.id;
    try {
      const pullSecret = (await readSecret(db, { kind: "cluster", id: clusterId }, "pull-secret")) ?? "";
      const { openshiftClusterId, files } = await payload.prepare(snapshot, { pullSecret });
      for (const [name, content] of files) {
        lost.throwIfAborted();
        await objects.put(`${clusterId}/${name}`, content);
      }
      return { kind: "success", openshiftClusterId };
    } catch (error) {
      if (lost.aborted || isDatabaseAway(error) || error instanceof ObjectStoreAway) throw error;
      log.warn({ err: error, clusterId }, "the files of an installation could not be made");
      return { kind: "failure", reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

const isWaiting = ({ status, lastInstallationPreparation }: Cluster): boolean =>
  status === "preparing-for-installation" && lastInstallationPreparation.status === "not_started";
