// Every cluster and pool that is in memory, and the way to read and change them.
import type { Cluster, ClusterSnapshot, EventDraft, Host, InfraEnv, Instant, Policy, PoolSnapshot } from "@muster/core";
import { refreshCluster, refreshPool } from "@muster/core";
import { EventRateLimiter } from "../events/rate-limit.ts";
import type { Measured } from "../metrics/operations.ts";
import { channel, type News, tellSightings } from "../replicas/news.ts";
import { onlyReplica, type Replicas } from "../replicas/replicas.ts";
import type { Db } from "../store/database.ts";
import { type HostPlace, storedPlaces } from "../store/host-places.ts";
import { readCluster, readInfraEnvs, readPool, readWakes } from "../store/reader.ts";
import { clusterRow, infraEnvRow } from "../store/rows.ts";
import { type Write, Writer } from "../store/writer.ts";
import { Actor, Missing } from "./actor.ts";
import { Actors } from "./actors.ts";
import type { Aggregate, Decision, Root } from "./aggregate.ts";
import { changeWithPools, type DecideTogether, present, type Together } from "./change-with-pools.ts";
import { Entrances } from "./entrances.ts";
import { hostIn, lookAgain } from "./look-again.ts";
import { Places } from "./places.ts";
import { Presence } from "./presence.ts";
import { concernedBy, ReplicaNews } from "./replica-news.ts";
import { Snapshots } from "./snapshots.ts";
import { Wakes } from "./wakes.ts";

export type Committed = Readonly<{
  kind: "cluster" | "pool";
  after: Aggregate<Root>;
  before: Aggregate<Root> | null;
  events: readonly EventDraft[];
}>;

type Options = Readonly<{
  db: Db;
  replicas?: Replicas;
  policy: Policy;
  now: () => Instant;
  /**
   * How many hosts of clusters, and how many of pools, may stay in memory beyond those in use. Each cluster and each pool
   * counts as one more.
   */
  cacheHosts: number;
  eventLimits?: EventRateLimiter;
  measured?: Measured;
  /** Told after each refresh, with what it cost. */
  refreshed?: (kind: "cluster" | "pool", id: string, milliseconds: number) => void;
  /** Told when a refresh fails that no request waits for. */
  refreshFailed: (subject: string, error: unknown) => void;
}>;

export class Aggregates {
  readonly presence: Presence;
  readonly writer: Writer;
  /** Where machines come in, by infra-env. */
  readonly entrances = new Entrances();
  readonly #options: Options;
  readonly #replicas: Replicas;
  readonly #eventLimits: EventRateLimiter;
  readonly #clusters = new Actors<Cluster>((id) => this.#makeCluster(id));
  readonly #pools = new Actors<InfraEnv>((id) => this.#makePool(id));
  readonly #snapshots = new Snapshots();
  readonly #places: Places;
  readonly #wakes: Wakes;
  readonly #news: ReplicaNews;
  readonly #listeners = new Set<(committed: Committed) => void>();
  #tidying: NodeJS.Immediate | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#replicas = options.replicas ?? onlyReplica;
    this.#eventLimits = options.eventLimits ?? new EventRateLimiter();
    this.presence = new Presence(options.now());
    this.writer = new Writer(options.db, this.#replicas);
    this.#places = new Places(storedPlaces(options.db));
    this.#wakes = new Wakes({
      now: options.now,
      replicas: this.#replicas,
      stored: () => readWakes(options.db),
      due: (kind, id) => (kind === "cluster" ? this.refreshCluster(id, "time") : this.refreshPool(id, "time")),
    });
    this.#news = new ReplicaNews({
      db: options.db,
      clusters: this.#clusters,
      pools: this.#pools,
      snapshots: this.#snapshots,
      presence: this.presence,
      wakes: this.#wakes,
      failed: options.refreshFailed,
    });
  }

  /** Takes up the deadlines that were pending when the service last stopped, or that other replicas leave to this one. */
  start(): Promise<void> {
    return this.#wakes.takeUp();
  }

  async stop(): Promise<void> {
    this.#wakes.stop();
    this.#news.stop();
    await this.flushPresence();
  }

  /** Writes when hosts last called. Whoever is in memory need not be asked again; of the others the database knows now. */
  async flushPresence(): Promise<void> {
    const { db } = this.#options;
    const seen = await this.presence.flush(db);
    if (!this.#replicas.alone && seen.length > 0) {
      const notices = tellSightings(this.#replicas.id, seen);
      await db.$client.query("select pg_notify($1, notice) from unnest($2::text[]) as notice", [channel, notices]);
    }
    const held = new Set<string>();
    for (const { hosts } of this.#states()) for (const id of hosts.keys()) held.add(id);
    this.presence.release(held);
  }

  onCommitted(listener: (committed: Committed) => void): void {
    this.#listeners.add(listener);
  }

  /** Whoever just wrote through another replica must read it here. */
  async cluster(id: string, isSure = this.#replicas.hasPeers): Promise<Aggregate<Cluster>> {
    const actor = this.#clusters.get(id);
    if (isSure) await this.#news.compare("cluster", actor);
    return present(await actor.read());
  }

  /** The cluster as it was last committed, if it need not be read for that. */
  inMemory(id: string): Aggregate<Cluster> | null {
    return this.#clusters.state(id);
  }

  async pool(id: string, isSure = this.#replicas.hasPeers): Promise<Aggregate<InfraEnv>> {
    const actor = this.#pools.get(id);
    if (isSure) await this.#news.compare("pool", actor);
    return present(await actor.read());
  }

  changeCluster<Answer>(
    id: string,
    decide: (aggregate: Aggregate<Cluster>, now: Instant) => Decision<Cluster, Answer>,
    requestId: string | null = null,
  ): Promise<Answer> {
    return this.#clusters.get(id).change(decide, requestId);
  }

  changePool<Answer>(
    id: string,
    decide: (aggregate: Aggregate<InfraEnv>, now: Instant) => Decision<InfraEnv, Answer>,
    requestId: string | null = null,
  ): Promise<Answer> {
    return this.#pools.get(id).change(decide, requestId);
  }

  /** One transaction over a cluster and the pools of some of its hosts. */
  changeWithPools<Answer>(
    what: Together,
    decide: DecideTogether<Answer>,
    requestId: string | null = null,
  ): Promise<Answer> {
    const commit = (write: Write) => this.#commit(write);
    const around = { clusters: this.#clusters, pools: this.#pools, now: this.#options.now, commit };
    return changeWithPools(around, what, decide, requestId);
  }

  /** Adds a cluster or infra-env that did not exist. */
  async createCluster(
    cluster: Cluster,
    decision: Omit<Decision<Cluster, unknown>, "answer">,
    requestId: string | null,
  ) {
    const actor = this.#clusters.get(cluster.id);
    actor.adopt({ root: cluster, hosts: new Map(), version: 0, deletedAt: null, wakeAt: null });
    await actor.change(() => ({ ...decision, root: cluster, answer: undefined }), requestId);
    return this.cluster(cluster.id);
  }

  async createPool(
    infraEnv: InfraEnv,
    decision: Omit<Decision<InfraEnv, unknown>, "answer">,
    requestId: string | null,
  ) {
    const actor = this.#pools.get(infraEnv.id);
    actor.adopt({ root: infraEnv, hosts: new Map(), version: 0, deletedAt: null, wakeAt: null });
    await actor.change(() => ({ ...decision, root: infraEnv, answer: undefined }), requestId);
    return this.pool(infraEnv.id);
  }

  place(hostId: string): Promise<HostPlace | null> {
    return this.#places.find(hostId);
  }

  /** Where a host of the infra-env is. */
  async placeIn(infraEnvId: string, hostId: string): Promise<HostPlace> {
    let place = await this.#places.find(hostId);
    if (place && place.infraEnvId !== infraEnvId && !this.#replicas.alone) {
      this.#places.left(hostId);
      place = await this.#places.find(hostId);
    }
    if (!place || place.infraEnvId !== infraEnvId) throw new Missing();
    return place;
  }

  /** It is not where it was said to be: another replica may have moved it. */
  forgetHost(hostId: string): void {
    const place = this.#places.left(hostId);
    if (!place || this.#replicas.alone) return;
    if (place.clusterId === null) this.#pools.get(place.infraEnvId).drop();
    else this.#clusters.get(place.clusterId).drop();
  }

  host(
    infraEnvId: string,
    hostId: string,
    isSure = this.#replicas.hasPeers,
  ): Promise<{ host: Host; snapshot: ClusterSnapshot | PoolSnapshot }> {
    const look = async () => {
      const place = await this.placeIn(infraEnvId, hostId);
      if (place.clusterId === null) {
        const pool = await this.pool(infraEnvId, isSure);
        return { host: hostIn(pool, hostId), snapshot: poolSnapshot(pool) };
      }
      const cluster = await this.cluster(place.clusterId, isSure);
      return { host: hostIn(cluster, hostId), snapshot: this.snapshot(cluster) };
    };
    return lookAgain(look, () => this.forgetHost(hostId));
  }

  snapshot(aggregate: Aggregate<Cluster>): ClusterSnapshot {
    return this.#snapshots.of(aggregate);
  }

  refreshCluster(id: string, because?: "time"): void {
    this.#clusters.get(id).refreshSoon(because);
  }

  refreshPool(id: string, because?: "time"): void {
    this.#pools.get(id).refreshSoon(because);
  }

  refreshHost({ clusterId, infraEnvId }: Host): void {
    if (clusterId === null) this.refreshPool(infraEnvId);
    else this.refreshCluster(clusterId);
  }

  /** What another replica tells. */
  heard(news: News): void {
    this.#news.heard(news);
  }

  /** News of other replicas may have been missed. */
  compareAll(): Promise<void> {
    return this.#news.compareAll();
  }

  #makeCluster(id: string): Actor<Cluster> {
    return new Actor<Cluster>(id, {
      kind: {
        name: "cluster",
        load: async (clusterId) => {
          const loaded = await readCluster(this.#options.db, clusterId);
          // Also those that are known now: they may be forgotten while the query is on its way.
          if (loaded) this.#snapshots.learn(await readInfraEnvs(this.#options.db, clusterId, infraEnvIds(loaded)));
          this.#tidySoon();
          return loaded;
        },
        rows: (aggregate, now) => ({ clusters: [clusterRow(aggregate.root, { ...aggregate, now })], infraEnvs: [] }),
        refresh: (aggregate, now) => {
          const { cluster, ...rest } = refreshCluster(this.snapshot(aggregate), this.#options.policy, now);
          return { root: cluster, ...rest };
        },
      },
      ...this.#surroundings("cluster"),
      gone: (gone) => this.#clusters.forget(gone),
    });
  }

  #makePool(id: string): Actor<InfraEnv> {
    return new Actor<InfraEnv>(id, {
      kind: {
        name: "pool",
        load: async (poolId) => {
          const loaded = await readPool(this.#options.db, poolId);
          if (loaded) this.#snapshots.infraEnvs.learn(loaded.root);
          this.#tidySoon();
          return loaded;
        },
        rows: (aggregate, now) => ({ clusters: [], infraEnvs: [infraEnvRow(aggregate.root, { ...aggregate, now })] }),
        refresh: (aggregate, now) => {
          const { hosts, events, wakeAt } = refreshPool(poolSnapshot(aggregate), this.#options.policy, now);
          return { root: {}, hosts, events, wakeAt };
        },
      },
      ...this.#surroundings("pool"),
      gone: (gone) => this.#pools.forget(gone),
    });
  }

  #commit(write: Write): Promise<void> {
    const { measured } = this.#options;
    return measured ? measured("commit", () => this.writer.commit(write)) : this.writer.commit(write);
  }

  #surroundings(kind: "cluster" | "pool") {
    return {
      writer: { commit: (write: Write) => this.#commit(write) },
      presence: this.presence,
      now: this.#options.now,
      admits: (event: EventDraft, now: Instant, alongside: Iterable<EventDraft>) =>
        this.#eventLimits.admits(event, now, alongside),
      wake: (id: string, at: Instant | null) => this.#wakes.set(kind, id, at),
      retry: (id: string, at: Instant) => this.#wakes.retry(kind, id, at),
      refreshed: (id: string, milliseconds: number) => this.#options.refreshed?.(kind, id, milliseconds),
      failed: (id: string, error: unknown) => this.#options.refreshFailed(`${kind} ${id}`, error),
      committed: (after: Aggregate<Root>, before: Aggregate<Root> | null, events: readonly EventDraft[]) => {
        this.#eventLimits.told(events, this.#options.now());
        this.#remember(kind, after, before);
        for (const listener of this.#listeners) listener({ kind, after, before, events });
      },
    };
  }

  #remember(kind: "cluster" | "pool", after: Aggregate<Root>, before: Aggregate<Root> | null): void {
    for (const id of before?.hosts.keys() ?? []) if (!after.hosts.has(id)) this.#places.left(id);
    for (const host of after.hosts.values()) this.#places.arrived(host.id, host);
    if (kind === "pool") this.#rememberInfraEnv(after as Aggregate<InfraEnv>, before);
    if (after.version === 1 || after.hosts.size > (before?.hosts.size ?? 0)) this.#tidySoon();
  }

  #rememberInfraEnv(aggregate: Aggregate<InfraEnv>, before: Aggregate<Root> | null): void {
    const infraEnv = aggregate.root;
    if (aggregate.deletedAt === null) this.#snapshots.infraEnvs.learn(infraEnv);
    else this.#snapshots.infraEnvs.forget(infraEnv);
    // Only a change of the infra-env itself concerns the clusters of its hosts.
    if (before?.root === infraEnv && aggregate.deletedAt === null) return;
    for (const [actor, state] of concernedBy(infraEnv, this.#clusters)) {
      this.#snapshots.renew(state);
      actor.refreshSoon();
    }
    // The cluster that its hosts join may not be in memory.
    if (infraEnv.clusterId !== null) this.refreshCluster(infraEnv.clusterId);
  }

  /** How much is in memory. */
  get held(): Readonly<Record<"aggregates" | "hosts" | "infraEnvs" | "places" | "seen", number>> {
    let hosts = 0;
    for (const state of this.#states()) hosts += state.hosts.size;
    return {
      aggregates: this.#clusters.size + this.#pools.size,
      hosts,
      infraEnvs: this.#snapshots.infraEnvs.size,
      places: this.#places.size,
      seen: this.presence.size,
    };
  }

  *#states(): Generator<Aggregate<Root>> {
    for (const [, state] of this.#clusters.loaded()) yield state;
    for (const [, state] of this.#pools.loaded()) yield state;
  }

  /** Not at once: what was just read is in nobody's hands until those who wait for it have run. */
  #tidySoon(): void {
    this.#tidying ??= setImmediate(() => {
      this.#tidying = null;
      this.#clusters.letGo(this.#options.cacheHosts);
      this.#pools.letGo(this.#options.cacheHosts);
      this.#snapshots.infraEnvs.sweep(() => {
        const needed = new Set(this.#pools.ids());
        for (const [, state] of this.#clusters.loaded()) {
          for (const id of this.#snapshots.infraEnvIdsOf(state)) needed.add(id);
        }
        return needed;
      });
    });
  }
}

const poolSnapshot = (aggregate: Aggregate<InfraEnv>): PoolSnapshot => ({
  infraEnv: aggregate.root,
  hosts: [...aggregate.hosts.values()],
});

const infraEnvIds = ({ hosts }: Aggregate<Cluster>): string[] => [
  ...new Set([...hosts.values()].map(({ infraEnvId }) => infraEnvId)),
];
