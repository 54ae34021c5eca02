// Every cluster and pool that is in memory, and the way to read and change them.
import type { Cluster, ClusterSnapshot, EventDraft, Host, InfraEnv, Instant, Policy, PoolSnapshot } from "@muster/core";
import { refreshCluster, refreshPool } from "@muster/core";
import { EventRateLimiter } from "../events/rate-limit.ts";
import type { Measured } from "../metrics/operations.ts";
import { Deadlines } from "../refresh/deadlines.ts";
import { channel, type News, tellSightings, type WrittenRoot } from "../replicas/news.ts";
import { onlyReplica, type Replicas } from "../replicas/replicas.ts";
import { isDatabaseAway } from "../store/away.ts";
import type { Db } from "../store/database.ts";
import type { Gather } from "../store/gather.ts";
import { type HostPlace, storedPlaces, storedVersions } from "../store/host-places.ts";
import { readCluster, readInfraEnvs, readPool, readWakes } from "../store/reader.ts";
import { clusterRow, infraEnvRow } from "../store/rows.ts";
import { type Write, Writer } from "../store/writer.ts";
import { Actor, Missing, untilFresh } from "./actor.ts";
import { Actors, inTurns } from "./actors.ts";
import type { Aggregate, Decision, Root } from "./aggregate.ts";
import { Entrances } from "./entrances.ts";
import { KnownInfraEnvs } from "./known-infra-envs.ts";
import { hostIn, lookAgain } from "./look-again.ts";
import { Places } from "./places.ts";
import { Presence } from "./presence.ts";

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
  readonly #infraEnvs = new KnownInfraEnvs();
  readonly #places: Places;
  readonly #versions: Readonly<Record<"cluster" | "pool", Gather<number>>>;
  readonly #deadlines: Deadlines;
  readonly #listeners = new Set<(committed: Committed) => void>();
  readonly #snapshots = new WeakMap<Aggregate<Cluster>, ClusterSnapshot>();
  #tidying: NodeJS.Immediate | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#replicas = options.replicas ?? onlyReplica;
    this.#eventLimits = options.eventLimits ?? new EventRateLimiter();
    this.presence = new Presence(options.now());
    this.writer = new Writer(options.db, this.#replicas);
    this.#places = new Places(storedPlaces(options.db));
    this.#versions = {
      cluster: storedVersions(options.db, "clusters"),
      pool: storedVersions(options.db, "infra_envs"),
    };
    this.#deadlines = new Deadlines(options.now, (key) => this.#wake(key));
  }

  /** Takes up the deadlines that were pending when the service last stopped, or that other replicas leave to this one. */
  async start(): Promise<void> {
    const wakes = await readWakes(this.#options.db);
    this.#deadlines.clear();
    for (const { kind, id, at } of wakes) this.#wakeAt(kind, id, at);
  }

  async stop(): Promise<void> {
    this.#deadlines.stop();
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

  async cluster(id: string): Promise<Aggregate<Cluster>> {
    const actor = this.#clusters.get(id);
    await this.#makeSure("cluster", actor);
    return present(await actor.read());
  }

  /** The cluster as it was last committed, if it need not be read for that. */
  inMemory(id: string): Aggregate<Cluster> | null {
    return this.#clusters.state(id);
  }

  async pool(id: string): Promise<Aggregate<InfraEnv>> {
    const actor = this.#pools.get(id);
    await this.#makeSure("pool", actor);
    return present(await actor.read());
  }

  /** Whoever just wrote through another replica must read it here. */
  async #makeSure(kind: "cluster" | "pool", actor: Actor<Cluster> | Actor<InfraEnv>): Promise<void> {
    if (this.#replicas.hasPeers) await this.#compare(kind, actor);
  }

  /** Forgets what is in memory if something newer is stored. */
  async #compare(kind: "cluster" | "pool", actor: Actor<Cluster> | Actor<InfraEnv>): Promise<void> {
    if (!actor.state) return;
    const version = await this.#versions[kind].find(actor.id).catch((error) => {
      // While the database is away nobody can have written anything new.
      if (isDatabaseAway(error)) return actor.state?.version ?? null;
      throw error;
    });
    if (version === null) actor.drop();
    else actor.heard(version);
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

  /** One transaction over a cluster and the pools of some of its hosts: hosts that are bound, unbound or given back. */
  changeWithPools<Answer>(
    { clusterId, poolIds }: { clusterId: string; poolIds: readonly string[] },
    decide: (
      cluster: Aggregate<Cluster>,
      pools: ReadonlyMap<string, Aggregate<InfraEnv>>,
      now: Instant,
    ) => Readonly<{ cluster: Decision<Cluster, Answer>; pools: ReadonlyMap<string, Decision<InfraEnv, unknown>> }>,
    requestId: string | null = null,
  ): Promise<Answer> {
    const ids = [...new Set(poolIds)].sort();
    const attempt = async () => {
      const cluster = this.#clusters.get(clusterId);
      const pools = new Map(ids.map((id) => [id, this.#pools.get(id)]));
      const now = this.#options.now();
      const states = new Map<string, Aggregate<InfraEnv>>();
      for (const [id, pool] of pools) states.set(id, present(await pool.read()));
      const decision = decide(present(await cluster.read()), states, now);
      const prepared = [await cluster.prepare(() => decision.cluster, requestId)];
      for (const [id, own] of decision.pools) {
        const pool = pools.get(id);
        if (pool) prepared.push(await pool.prepare(() => own, requestId));
      }
      const writes = prepared.flatMap(({ write }) => write ?? []);
      if (writes.length > 0) {
        await this.#commit(together(writes)).catch((error) => {
          for (const actor of [cluster, ...pools.values()]) actor.drop();
          throw error;
        });
      }
      // Hosts leave before they arrive, or their old home would forget their new one.
      const leavesPool = decision.pools
        .values()
        .some(({ hosts }) => hosts?.values().some(({ kind }) => kind === "leave"));
      for (const { accept } of leavesPool ? prepared.toReversed() : prepared) accept();
      return decision.cluster.answer;
    };
    return inTurns([() => this.#clusters.get(clusterId), ...ids.map((id) => () => this.#pools.get(id))], () =>
      untilFresh(attempt),
    );
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

  host(infraEnvId: string, hostId: string): Promise<{ host: Host; snapshot: ClusterSnapshot | PoolSnapshot }> {
    const look = async () => {
      const place = await this.placeIn(infraEnvId, hostId);
      if (place.clusterId === null) {
        const pool = present(await this.#pools.get(infraEnvId).read());
        return { host: hostIn(pool, hostId), snapshot: poolSnapshot(pool) };
      }
      const cluster = present(await this.#clusters.get(place.clusterId).read());
      return { host: hostIn(cluster, hostId), snapshot: this.snapshot(cluster) };
    };
    return lookAgain(look, () => this.forgetHost(hostId));
  }

  snapshot(aggregate: Aggregate<Cluster>): ClusterSnapshot {
    const known = this.#snapshots.get(aggregate);
    if (known) return known;
    const hosts = [...aggregate.hosts.values()];
    const ids = this.#infraEnvIdsOf(aggregate);
    const infraEnvs = [...ids].flatMap((id) => this.#infraEnvs.get(id) ?? []);
    const snapshot = { cluster: aggregate.root, hosts, infraEnvs };
    this.#snapshots.set(aggregate, snapshot);
    return snapshot;
  }

  /** The infra-envs that its hosts booted from, and those whose hosts join it. */
  #infraEnvIdsOf({ root, hosts }: Aggregate<Cluster>): Set<string> {
    const ids = new Set(this.#infraEnvs.boundTo(root.id));
    for (const { infraEnvId } of hosts.values()) ids.add(infraEnvId);
    return ids;
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
    if ("seen" in news) this.presence.heard(news.seen);
    else if (news.changes === "many") void this.compareAll();
    else for (const change of news.changes) this.#heard(change);
  }

  /** Whatever is in memory may be out of date; where a host is, is asked again when it is not found there. */
  async compareAll(): Promise<void> {
    await Promise.all([
      ...[...this.#clusters.loaded()].map(([actor]) => this.#compare("cluster", actor)),
      ...[...this.#pools.loaded()].map(([actor]) => this.#compare("pool", actor)),
    ]).catch((error) => this.#options.refreshFailed("what other replicas wrote", error));
    for (const id of this.#infraEnvs.ids()) this.#learnAgain(id);
  }

  #heard({ kind, id, version, wakeAt }: WrittenRoot): void {
    this.#wakeAt(kind, id, wakeAt);
    const actor = kind === "cluster" ? this.#clusters.peek(id) : this.#pools.peek(id);
    actor?.heard(version);
    if (kind === "pool" && this.#infraEnvs.get(id)) this.#learnAgain(id);
  }

  /** Decisions about the clusters of its hosts must see the infra-env as it is now. */
  #learnAgain(id: string): void {
    const before = this.#infraEnvs.get(id);
    const learn = async () => {
      const pool = await this.#pools.get(id).read();
      if (!before || pool?.root.updatedAt === before.updatedAt) return;
      if (!pool) this.#infraEnvs.forget(before);
      for (const [, state] of this.#concernedBy(before)) this.#snapshots.delete(state);
    };
    learn().catch((error) => this.#options.refreshFailed(`pool ${id}`, error));
  }

  *#concernedBy({ id, clusterId }: InfraEnv): Generator<readonly [Actor<Cluster>, Aggregate<Cluster>]> {
    for (const [actor, state] of this.#clusters.loaded()) {
      if (clusterId === actor.id || state.hosts.values().some((host) => host.infraEnvId === id)) yield [actor, state];
    }
  }

  #wakeAt(kind: "cluster" | "pool", id: string, at: Instant | null): void {
    this.#deadlines.set(`${kind}:${id}`, this.#replicas.owns(id) ? at : null);
  }

  #wake(key: string): void {
    const [kind, id = ""] = key.split(":");
    if (kind === "cluster") this.refreshCluster(id, "time");
    else this.refreshPool(id, "time");
  }

  #makeCluster(id: string): Actor<Cluster> {
    return new Actor<Cluster>(id, {
      kind: {
        name: "cluster",
        load: async (clusterId) => {
          const loaded = await readCluster(this.#options.db, clusterId);
          if (loaded) await this.#learn(loaded);
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
          if (loaded) this.#infraEnvs.learn(loaded.root);
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
      wake: (id: string, at: Instant | null) => this.#wakeAt(kind, id, at),
      retry: (id: string, at: Instant) => this.#deadlines.set(`${kind}:${id}`, at),
      refreshed: (id: string, milliseconds: number) => this.#options.refreshed?.(kind, id, milliseconds),
      failed: (id: string, error: unknown) => this.#options.refreshFailed(`${kind} ${id}`, error),
      committed: (after: Aggregate<Root>, before: Aggregate<Root> | null, events: readonly EventDraft[]) => {
        this.#eventLimits.told(events, this.#options.now());
        this.#remember(kind, after, before);
        for (const listener of this.#listeners) listener({ kind, after, before, events });
      },
    };
  }

  async #learn(aggregate: Aggregate<Cluster>): Promise<void> {
    const ids = [...new Set([...aggregate.hosts.values()].map((host) => host.infraEnvId))];
    // Also those that are known now: they may be forgotten while the query is on its way.
    for (const infraEnv of await readInfraEnvs(this.#options.db, aggregate.root.id, ids)) {
      // What was committed meanwhile is newer than the answer.
      if (!this.#infraEnvs.get(infraEnv.id)) this.#infraEnvs.learn(infraEnv);
    }
  }

  #remember(kind: "cluster" | "pool", after: Aggregate<Root>, before: Aggregate<Root> | null): void {
    for (const id of before?.hosts.keys() ?? []) if (!after.hosts.has(id)) this.#places.left(id);
    for (const host of after.hosts.values()) this.#places.arrived(host.id, host);
    if (kind === "pool") this.#rememberInfraEnv(after as Aggregate<InfraEnv>, before);
    if (after.version === 1 || after.hosts.size > (before?.hosts.size ?? 0)) this.#tidySoon();
  }

  #rememberInfraEnv(aggregate: Aggregate<InfraEnv>, before: Aggregate<Root> | null): void {
    const infraEnv = aggregate.root;
    if (aggregate.deletedAt === null) this.#infraEnvs.learn(infraEnv);
    else this.#infraEnvs.forget(infraEnv);
    // Only a change of the infra-env itself concerns the clusters of its hosts.
    if (before?.root === infraEnv && aggregate.deletedAt === null) return;
    for (const [actor, state] of this.#concernedBy(infraEnv)) {
      this.#snapshots.delete(state);
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
      infraEnvs: this.#infraEnvs.size,
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
      this.#infraEnvs.sweep(() => {
        const needed = new Set(this.#pools.ids());
        for (const [, state] of this.#clusters.loaded()) for (const id of this.#infraEnvIdsOf(state)) needed.add(id);
        return needed;
      });
    });
  }
}

const poolSnapshot = (aggregate: Aggregate<InfraEnv>): PoolSnapshot => ({
  infraEnv: aggregate.root,
  hosts: [...aggregate.hosts.values()],
});

const together = (writes: readonly Write[]): Write => ({
  clusters: writes.flatMap(({ clusters }) => clusters),
  infraEnvs: writes.flatMap(({ infraEnvs }) => infraEnvs),
  hosts: writes.flatMap(({ hosts }) => hosts),
  events: writes.flatMap(({ events }) => events),
  secrets: writes.flatMap(({ secrets }) => secrets),
  changes: writes.flatMap(({ changes }) => changes),
});

function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Missing();
  return value;
}
