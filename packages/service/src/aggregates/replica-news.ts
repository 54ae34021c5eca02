// What other replicas write: what is in memory of it is forgotten, and read again when it is needed.
import type { Cluster, InfraEnv } from "@muster/core";
import type { News, WrittenRoot } from "../replicas/news.ts";
import { isDatabaseAway } from "../store/away.ts";
import type { Db } from "../store/database.ts";
import type { Gather } from "../store/gather.ts";
import { storedVersions } from "../store/host-places.ts";
import type { Actor } from "./actor.ts";
import type { Actors } from "./actors.ts";
import type { Aggregate } from "./aggregate.ts";
import type { Presence } from "./presence.ts";
import type { Snapshots } from "./snapshots.ts";
import type { Wakes } from "./wakes.ts";

type AnyActor = Actor<Cluster> | Actor<InfraEnv>;

type Memory = Readonly<{
  db: Db;
  clusters: Actors<Cluster>;
  pools: Actors<InfraEnv>;
  snapshots: Snapshots;
  presence: Presence;
  wakes: Wakes;
  failed: (subject: string, error: unknown) => void;
}>;

const compareAgainAfterMs = 1_000;

export class ReplicaNews {
  readonly #memory: Memory;
  readonly #versions: Readonly<Record<"cluster" | "pool", Gather<number>>>;
  #comparing: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#versions = {
      cluster: storedVersions(memory.db, "clusters"),
      pool: storedVersions(memory.db, "infra_envs"),
    };
  }

  heard(news: News): void {
    if ("seen" in news) this.#memory.presence.heard(news.seen);
    else if (news.changes === "many") void this.compareAll();
    else for (const change of news.changes) this.#heard(change);
  }

  #heard({ kind, id, version, wakeAt }: WrittenRoot): void {
    const { clusters, pools, snapshots, wakes } = this.#memory;
    wakes.set(kind, id, wakeAt);
    const actor = kind === "cluster" ? clusters.peek(id) : pools.peek(id);
    actor?.heard(version);
    if (kind === "pool" && snapshots.infraEnvs.get(id)) this.#learnAgain(id);
  }

  /** Forgets what is in memory if something newer is stored. While the database is away nobody can say so. */
  async compare(kind: "cluster" | "pool", actor: AnyActor): Promise<void> {
    await this.#compareNow(kind, actor).catch((error) => {
      if (!isDatabaseAway(error)) throw error;
    });
  }

  async #compareNow(kind: "cluster" | "pool", actor: AnyActor): Promise<void> {
    if (!actor.state) return;
    const version = await this.#versions[kind].find(actor.id);
    if (version === null) actor.drop();
    else actor.heard(version);
  }

  /**
   * Whatever is in memory may be out of date; where a host is, is asked again when it is not found there. Tried until it
   * succeeds: nobody else would ask for it.
   */
  async compareAll(): Promise<void> {
    const { clusters, pools, snapshots, failed } = this.#memory;
    if (this.#comparing) clearTimeout(this.#comparing);
    this.#comparing = null;
    try {
      await Promise.all([
        ...[...clusters.loaded()].map(([actor]) => this.#compareNow("cluster", actor)),
        ...[...pools.loaded()].map(([actor]) => this.#compareNow("pool", actor)),
      ]);
    } catch (error) {
      failed("what other replicas wrote", error);
      if (!this.#stopped) this.#comparing = setTimeout(() => void this.compareAll(), compareAgainAfterMs).unref();
      return;
    }
    for (const id of snapshots.infraEnvs.ids()) this.#learnAgain(id);
  }

  /** Decisions about the clusters of its hosts must see the infra-env as it is now. */
  #learnAgain(id: string): void {
    const { pools, snapshots, failed } = this.#memory;
    const before = snapshots.infraEnvs.get(id);
    const learn = async () => {
      const pool = await pools.get(id).read();
      if (!before || pool?.root.updatedAt === before.updatedAt) return;
      if (!pool) snapshots.infraEnvs.forget(before);
      for (const [, state] of concernedBy(before, this.#memory.clusters)) snapshots.renew(state);
    };
    learn().catch((error) => failed(`pool ${id}`, error));
  }

  stop(): void {
    this.#stopped = true;
    if (this.#comparing) clearTimeout(this.#comparing);
  }
}

/** The clusters in memory that an infra-env's hosts are in, or join. */
export function* concernedBy(
  { id, clusterId }: InfraEnv,
  clusters: Actors<Cluster>,
): Generator<readonly [Actor<Cluster>, Aggregate<Cluster>]> {
  for (const [actor, state] of clusters.loaded()) {
    if (clusterId === actor.id || state.hosts.values().some((host) => host.infraEnvId === id)) yield [actor, state];
  }
}
