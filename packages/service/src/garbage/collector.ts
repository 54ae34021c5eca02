// Forgets what nobody uses: inactive clusters are deregistered, deregistered ones deleted for good after a time in which
// they could still be looked at, infra-envs without hosts removed (reference service 3.9).
import { aboutCluster, type Cluster, type ClusterSnapshot } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import { deregister } from "../clusters/deregister.ts";
import { forgetHistory } from "../history/read.ts";
import { HttpProblem } from "../http/problem.ts";
import { deregisterInfraEnv } from "../infra-envs/deregister.ts";
import type { Service } from "../service.ts";
import { and, eq, exists, inArray, isNotNull, isNull, lt, notExists, notInArray, sql } from "../store/drizzle.ts";
import { clusters, events, history, hosts, infraEnvs, type SecretOwner, secrets } from "../store/schema.ts";
import { inTransaction } from "../store/transaction.ts";

/** Somebody waits for these. */
const busy: Cluster["status"][] = [
  "preparing-for-installation",
  "installing",
  "installing-pending-user-action",
  "finalizing",
];

export class Collector {
  readonly #service: Service;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(service: Service) {
    this.#service = service;
  }

  start(): void {
    const { settings } = this.#service;
    if (settings.ENABLE_DEREGISTER_INACTIVE_GC && !settings.ENABLE_KUBE_API) {
      this.#every(settings.DEREGISTER_WORKER_INTERVAL, () => this.deregisterInactive());
    }
    if (settings.ENABLE_DELETE_UNREGISTER_GC) {
      this.#every(settings.DELETION_WORKER_INTERVAL, () => this.deleteForGood());
    }
    this.#every(settings.DELETION_WORKER_INTERVAL, () => this.forgetOldHistory());
    this.#every(settings.INFRAENV_DELETION_WORKER_INTERVAL, () => this.removeUnusedInfraEnvs());
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Clusters that were not changed for long and whose hosts have been silent for as long. */
  async deregisterInactive(): Promise<number> {
    const { db, settings } = this.#service;
    const before = this.#ago(settings.DELETED_INACTIVE_AFTER);
    const seenSince = db
      .select({ one: sql`1` })
      .from(hosts)
      .where(and(eq(hosts.clusterId, clusters.id), isNull(hosts.deletedAt), sql`${hosts.checkedInAt} >= ${before}`));
    const idle = await db
      .select({ id: clusters.id })
      .from(clusters)
      .where(
        and(
          isNull(clusters.deletedAt),
          lt(clusters.updatedAt, before),
          notInArray(clusters.status, busy),
          notExists(seenSince),
        ),
      )
      .limit(settings.MAX_GC_CLUSTERS_PER_INTERVAL);
    for (const { id } of idle) {
      const told = ({ cluster }: ClusterSnapshot) => aboutCluster("after_inactivity_cluster_deregistered", cluster, {});
      await ignoringRefusals(deregister(this.#service, { clusterId: id, requestId: null, told }));
    }
    return idle.length;
  }

  /** Rows, events, secrets and files of what was deregistered long enough ago. */
  async deleteForGood(): Promise<number> {
    const { db, objects, settings } = this.#service;
    const before = this.#ago(settings.DELETED_UNREGISTERED_AFTER);
    const doomed = await db
      .select({ id: clusters.id })
      .from(clusters)
      .where(and(isNotNull(clusters.deletedAt), lt(clusters.deletedAt, before)))
      .limit(settings.MAX_GC_CLUSTERS_PER_INTERVAL);
    const gone = await db
      .select({ id: infraEnvs.id })
      .from(infraEnvs)
      .where(and(isNotNull(infraEnvs.deletedAt), lt(infraEnvs.deletedAt, before)))
      .limit(settings.MAX_GC_INFRAENVS_PER_INTERVAL);
    const clusterIds = doomed.map(({ id }) => id);
    const infraEnvIds = gone.map(({ id }) => id);
    // An infra-env has no files of its own; one of 2021 has its cluster's id.
    for (const id of clusterIds) await objects.deleteAll(id);
    await inTransaction(db, async (tx) => {
      if (clusterIds.length > 0) {
        await tx.delete(events).where(inArray(events.clusterId, clusterIds));
        await tx.delete(clusters).where(inArray(clusters.id, clusterIds));
        await tx.delete(secrets).where(ownedBy("cluster", clusterIds));
        await tx.delete(history).where(and(eq(history.rootKind, "cluster"), inArray(history.rootId, clusterIds)));
      }
      if (infraEnvIds.length > 0) {
        // What a cluster's hosts did is the cluster's story, and stays as long as the cluster.
        await tx.delete(events).where(and(inArray(events.infraEnvId, infraEnvIds), isNull(events.clusterId)));
        await tx.delete(infraEnvs).where(inArray(infraEnvs.id, infraEnvIds));
        await tx.delete(secrets).where(ownedBy("infra-env", infraEnvIds));
        await tx.delete(history).where(and(eq(history.rootKind, "infra_env"), inArray(history.rootId, infraEnvIds)));
      }
      await tx.delete(hosts).where(and(isNotNull(hosts.deletedAt), lt(hosts.deletedAt, before)));
      const alive = tx
        .select({ one: sql`1` })
        .from(hosts)
        .where(and(eq(hosts.id, secrets.ownerId), isNull(hosts.deletedAt)));
      await tx.delete(secrets).where(and(eq(secrets.ownerKind, "host"), notExists(alive)));
    });
    return clusterIds.length + infraEnvIds.length;
  }

  async forgetOldHistory(): Promise<number> {
    const { db, now, settings } = this.#service;
    return forgetHistory(db, now() - settings.MUSTER_HISTORY_RETENTION);
  }

  /** Infra-envs that nobody changed for long, that have no hosts, and whose cluster, if any, is gone. */
  async removeUnusedInfraEnvs(): Promise<number> {
    const { db, settings } = this.#service;
    const before = this.#ago(settings.INFRAENV_DELETED_INACTIVE_AFTER);
    const member = db
      .select({ one: sql`1` })
      .from(hosts)
      .where(and(eq(hosts.infraEnvId, infraEnvs.id), isNull(hosts.deletedAt)));
    const livingCluster = db
      .select({ one: sql`1` })
      .from(clusters)
      .where(and(eq(clusters.id, infraEnvs.clusterId), isNull(clusters.deletedAt)));
    const unused = await db
      .select({ id: infraEnvs.id })
      .from(infraEnvs)
      .where(
        and(
          isNull(infraEnvs.deletedAt),
          lt(infraEnvs.updatedAt, before),
          notExists(member),
          sql`not ${exists(livingCluster)}`,
        ),
      )
      .limit(settings.MAX_GC_INFRAENVS_PER_INTERVAL);
    for (const { id } of unused) {
      await ignoringRefusals(deregisterInfraEnv(this.#service, id, null));
    }
    return unused.length;
  }

  #ago(duration: number): Date {
    return new Date(this.#service.now() - duration);
  }

  #every(interval: number, work: () => Promise<number>): void {
    const timer = setInterval(() => {
      if (!this.#service.replicas.owns("garbage")) return;
      this.#service
        .measured("collect-garbage", work)
        .catch((error) => this.#service.log.warn({ err: error }, "a round of garbage collection failed"));
    }, interval);
    timer.unref();
    this.#timers.push(timer);
  }
}

const ownedBy = (kind: SecretOwner["kind"], ids: string[]) =>
  and(eq(secrets.ownerKind, kind), inArray(secrets.ownerId, ids));

/** What somebody removed meanwhile, or uses again, is no garbage. */
async function ignoringRefusals(work: Promise<unknown>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof Missing || error instanceof HttpProblem)) throw error;
  });
}
