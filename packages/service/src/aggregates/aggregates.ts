// Every cluster and pool that is in memory, and the way to read and change them.
import type { Cluster, ClusterSnapshot, EventDraft, Host, InfraEnv, Instant, Policy, PoolSnapshot } from "@muster/core";
import { refreshCluster, refreshPool } from "@muster/core";
import { EventRateLimiter } from "../events/rate-limit.ts";
import { Deadlines } from "../refresh/deadlines.ts";
import type { Db } from "../store/database.ts";
import { type HostPlace, HostPlaces } from "../store/host-places.ts";
import { readCluster, readInfraEnvs, readPool, readWakes } from "../store/reader.ts";
import { clusterRow, infraEnvRow } from "../store/rows.ts";
import { type Write, Writer } from "../store/writer.ts";
import { Actor, Missing, untilFresh } from "./actor.ts";
import type { Aggregate, Decision, Root } from "./aggregate.ts";
import { hostIn, lookAgain } from "./look-again.ts";
import { Presence } from "./presence.ts";

export type Committed = Readonly<{
  kind: "cluster" | "pool";
  after: Aggregate<Root>;
  before: Aggregate<Root> | null;
  events: readonly EventDraft[];
}>;

type Options = Readonly<{
  db: Db;
  policy: Policy;
  now: () => Instant;
  /** How many hosts may stay in memory beyond those in use. */
  cacheHosts: number;
  eventLimits?: EventRateLimiter;
  /** Told after each refresh, with what it cost. */
  refreshed?: (kind: "cluster" | "pool", id: string, milliseconds: number) => void;
  /** Told when a refresh fails that no request waits for. */
  refreshFailed: (subject: string, error: unknown) => void;
}>;

export class Aggregates {
  readonly presence: Presence;
  readonly writer: Writer;
  readonly #options: Options;
  readonly #eventLimits: EventRateLimiter;
  readonly #clusters = new Map<string, Actor<Cluster>>();
  readonly #pools = new Map<string, Actor<InfraEnv>>();
  /** Infra-envs by id: small, and every decision about a cluster may look at those of its hosts. */
  readonly #infraEnvs = new Map<string, InfraEnv>();
  /** Infra-envs by the cluster that their hosts join. */
  readonly #bound = new Map<string, Set<string>>();
  readonly #places = new Map<string, HostPlace>();
  readonly #storedPlaces: HostPlaces;
  #departures = 0;
  readonly #deadlines: Deadlines;
  readonly #listeners = new Set<(committed: Committed) => void>();
  readonly #snapshots = new WeakMap<Aggregate<Cluster>, ClusterSnapshot>();

  constructor(options: Options) {
    this.#options = options;
    this.#eventLimits = options.eventLimits ?? new EventRateLimiter();
    this.presence = new Presence(options.now());
    this.writer = new Writer(options.db);
    this.#storedPlaces = new HostPlaces(options.db);
    this.#deadlines = new Deadlines(options.now, (key) => this.#wake(key));
  }

  /** Takes up the deadlines that were pending when the service last stopped. */
  async start(): Promise<void> {
    for (const { kind, id, at } of await readWakes(this.#options.db)) this.#deadlines.set(`${kind}:${id}`, at);
  }

  async stop(): Promise<void> {
    this.#deadlines.stop();
    await this.presence.flush(this.#options.db);
  }

  onCommitted(listener: (committed: Committed) => void): void {
    this.#listeners.add(listener);
  }

  async cluster(id: string): Promise<Aggregate<Cluster>> {
    return present(await this.#cluster(id).read());
  }

  /** The cluster as it was last committed, if it need not be read for that. */
  inMemory(id: string): Aggregate<Cluster> | null {
    return this.#clusters.get(id)?.state ?? null;
  }

  async pool(id: string): Promise<Aggregate<InfraEnv>> {
    return present(await this.#pool(id).read());
  }

  changeCluster<Answer>(
    id: string,
    decide: (aggregate: Aggregate<Cluster>, now: Instant) => Decision<Cluster, Answer>,
    requestId: string | null = null,
  ): Promise<Answer> {
    return this.#cluster(id).change(decide, requestId);
  }

  changePool<Answer>(
    id: string,
    decide: (aggregate: Aggregate<InfraEnv>, now: Instant) => Decision<InfraEnv, Answer>,
    requestId: string | null = null,
  ): Promise<Answer> {
    return this.#pool(id).change(decide, requestId);
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
    const cluster = this.#cluster(clusterId);
    const pools = new Map([...new Set(poolIds)].sort().map((id) => [id, this.#pool(id)]));
    const actors = [cluster, ...pools.values()];
    const attempt = async () => {
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
        await this.writer.commit(together(writes)).catch((error) => {
          for (const actor of actors) actor.drop();
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
    return inTurns(actors, () => untilFresh(attempt));
  }

  /** Adds a cluster or infra-env that did not exist. */
  async createCluster(
    cluster: Cluster,
    decision: Omit<Decision<Cluster, unknown>, "answer">,
    requestId: string | null,
  ) {
    const actor = this.#cluster(cluster.id);
    actor.adopt({ root: cluster, hosts: new Map(), version: 0, deletedAt: null, wakeAt: null });
    await actor.change(() => ({ ...decision, root: cluster, answer: undefined }), requestId);
    return this.cluster(cluster.id);
  }

  async createPool(
    infraEnv: InfraEnv,
    decision: Omit<Decision<InfraEnv, unknown>, "answer">,
    requestId: string | null,
  ) {
    const actor = this.#pool(infraEnv.id);
    actor.adopt({ root: infraEnv, hosts: new Map(), version: 0, deletedAt: null, wakeAt: null });
    await actor.change(() => ({ ...decision, root: infraEnv, answer: undefined }), requestId);
    return this.pool(infraEnv.id);
  }

  async place(hostId: string): Promise<HostPlace | null> {
    const known = this.#places.get(hostId);
    if (known) return known;
    const since = this.#departures;
    const place = await this.#storedPlaces.find(hostId);
    // It may have moved, or gone, while the query was on its way.
    const moved = this.#places.get(hostId);
    if (place && !moved && this.#departures === since) this.#places.set(hostId, place);
    return moved ?? place;
  }

  host(infraEnvId: string, hostId: string): Promise<{ host: Host; snapshot: ClusterSnapshot | PoolSnapshot }> {
    return lookAgain(async () => {
      const place = await this.place(hostId);
      if (!place || place.infraEnvId !== infraEnvId) throw new Missing();
      if (place.clusterId === null) {
        const pool = await this.pool(infraEnvId);
        return { host: hostIn(pool, hostId), snapshot: poolSnapshot(pool) };
      }
      const cluster = await this.cluster(place.clusterId);
      return { host: hostIn(cluster, hostId), snapshot: this.snapshot(cluster) };
    });
  }

  snapshot(aggregate: Aggregate<Cluster>): ClusterSnapshot {
    const known = this.#snapshots.get(aggregate);
    if (known) return known;
    const hosts = [...aggregate.hosts.values()];
    const ids = new Set([...hosts.map((host) => host.infraEnvId), ...(this.#bound.get(aggregate.root.id) ?? [])]);
    const infraEnvs = [...ids].flatMap((id) => this.#infraEnvs.get(id) ?? []);
    const snapshot = { cluster: aggregate.root, hosts, infraEnvs };
    this.#snapshots.set(aggregate, snapshot);
    return snapshot;
  }

  refreshCluster(id: string): void {
    this.#cluster(id).refreshSoon();
  }

  refreshPool(id: string): void {
    this.#pool(id).refreshSoon();
  }

  refreshHost({ clusterId, infraEnvId }: Host): void {
    if (clusterId === null) this.refreshPool(infraEnvId);
    else this.refreshCluster(clusterId);
  }

  #wake(key: string): void {
    const [kind, id = ""] = key.split(":");
    if (kind === "cluster") this.refreshCluster(id);
    else this.refreshPool(id);
  }

  #cluster(id: string): Actor<Cluster> {
    return touch(this.#clusters, id, () => {
      const actor = new Actor<Cluster>(id, {
        kind: {
          name: "cluster",
          load: async (clusterId) => {
            const loaded = await readCluster(this.#options.db, clusterId);
            if (loaded) await this.#learn(loaded);
            return loaded;
          },
          rows: (aggregate, now) => ({ clusters: [clusterRow(aggregate.root, { ...aggregate, now })], infraEnvs: [] }),
          refresh: (aggregate, now) => {
            const { cluster, ...rest } = refreshCluster(this.snapshot(aggregate), this.#options.policy, now);
            return { root: cluster, ...rest };
          },
        },
        ...this.#surroundings("cluster"),
        gone: (gone) => forget(this.#clusters, gone),
      });
      return actor;
    });
  }

  #pool(id: string): Actor<InfraEnv> {
    return touch(this.#pools, id, () => {
      const actor = new Actor<InfraEnv>(id, {
        kind: {
          name: "pool",
          load: async (poolId) => {
            const loaded = await readPool(this.#options.db, poolId);
            if (loaded) this.#know(loaded.root);
            return loaded;
          },
          rows: (aggregate, now) => ({ clusters: [], infraEnvs: [infraEnvRow(aggregate.root, { ...aggregate, now })] }),
          refresh: (aggregate, now) => {
            const { hosts, events, wakeAt } = refreshPool(poolSnapshot(aggregate), this.#options.policy, now);
            return { root: {}, hosts, events, wakeAt };
          },
        },
        ...this.#surroundings("pool"),
        gone: (gone) => forget(this.#pools, gone),
      });
      return actor;
    });
  }

  #surroundings(kind: "cluster" | "pool") {
    return {
      writer: this.writer,
      presence: this.presence,
      now: this.#options.now,
      admits: (event: EventDraft, now: Instant, alongside: Iterable<EventDraft>) =>
        this.#eventLimits.admits(event, now, alongside),
      wake: (id: string, at: Instant | null) => this.#deadlines.set(`${kind}:${id}`, at),
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
    const unknown = ids.filter((id) => !this.#infraEnvs.has(id));
    for (const infraEnv of await readInfraEnvs(this.#options.db, aggregate.root.id, unknown)) {
      // What was committed while the query was on its way is newer than its answer.
      if (!this.#infraEnvs.has(infraEnv.id)) this.#know(infraEnv);
    }
  }

  #know(infraEnv: InfraEnv): void {
    const before = this.#infraEnvs.get(infraEnv.id);
    if (before?.clusterId) this.#bound.get(before.clusterId)?.delete(infraEnv.id);
    this.#infraEnvs.set(infraEnv.id, infraEnv);
    if (infraEnv.clusterId === null) return;
    const bound = this.#bound.get(infraEnv.clusterId);
    if (bound) bound.add(infraEnv.id);
    else this.#bound.set(infraEnv.clusterId, new Set([infraEnv.id]));
  }

  #unknow(infraEnv: InfraEnv): void {
    this.#infraEnvs.delete(infraEnv.id);
    if (infraEnv.clusterId) this.#bound.get(infraEnv.clusterId)?.delete(infraEnv.id);
  }

  #remember(kind: "cluster" | "pool", after: Aggregate<Root>, before: Aggregate<Root> | null): void {
    for (const host of before?.hosts.values() ?? []) {
      if (after.hosts.has(host.id)) continue;
      this.#places.delete(host.id);
      this.#departures += 1;
    }
    for (const host of after.hosts.values()) {
      const known = this.#places.get(host.id);
      if (known?.infraEnvId === host.infraEnvId && known.clusterId === host.clusterId) continue;
      this.#places.set(host.id, { infraEnvId: host.infraEnvId, clusterId: host.clusterId });
    }
    if (kind === "pool") this.#rememberInfraEnv(after as Aggregate<InfraEnv>, before);
    this.#evict();
  }

  #rememberInfraEnv(aggregate: Aggregate<InfraEnv>, before: Aggregate<Root> | null): void {
    const infraEnv = aggregate.root;
    if (aggregate.deletedAt === null) this.#know(infraEnv);
    else this.#unknow(infraEnv);
    // Only a change of the infra-env itself concerns the clusters of its hosts.
    if (before?.root === infraEnv && aggregate.deletedAt === null) return;
    for (const [id, actor] of this.#clusters) {
      const state = actor.state;
      if (!state) continue;
      const concerned =
        infraEnv.clusterId === id || state.hosts.values().some((host) => host.infraEnvId === infraEnv.id);
      if (!concerned) continue;
      this.#snapshots.delete(state);
      actor.refreshSoon();
    }
    // The cluster that its hosts join may not be in memory.
    if (infraEnv.clusterId !== null) this.refreshCluster(infraEnv.clusterId);
  }

  /** How much is in memory. */
  get held(): Readonly<{ aggregates: number; hosts: number }> {
    let hosts = 0;
    for (const actor of this.#clusters.values()) hosts += actor.state?.hosts.size ?? 0;
    return { aggregates: this.#clusters.size + this.#pools.size, hosts };
  }

  /** Lets go of the least recently used aggregates that nobody waits for. */
  #evict(): void {
    let held = this.held.hosts;
    for (const [id, actor] of this.#clusters) {
      if (held <= this.#options.cacheHosts) return;
      if (!actor.idle || !actor.state) continue;
      held -= actor.state.hosts.size;
      this.#clusters.delete(id);
    }
  }
}

const poolSnapshot = (aggregate: Aggregate<InfraEnv>): PoolSnapshot => ({
  infraEnv: aggregate.root,
  hosts: [...aggregate.hosts.values()],
});

/** Takes the turns of all actors, one after the other; always in the same order, so that two callers never wait for each other. */
function inTurns<T>([actor, ...rest]: readonly Pick<Actor<Root>, "exclusive">[], work: () => Promise<T>): Promise<T> {
  return actor ? actor.exclusive(() => inTurns(rest, work)) : work();
}

const together = (writes: readonly Write[]): Write => ({
  clusters: writes.flatMap(({ clusters }) => clusters),
  infraEnvs: writes.flatMap(({ infraEnvs }) => infraEnvs),
  hosts: writes.flatMap(({ hosts }) => hosts),
  events: writes.flatMap(({ events }) => events),
  secrets: writes.flatMap(({ secrets }) => secrets),
});

function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Missing();
  return value;
}

/** Only itself: an id may be in use again, by an actor of its own. */
function forget<R extends Root>(actors: Map<string, Actor<R>>, gone: Actor<R>): void {
  if (actors.get(gone.id) === gone) actors.delete(gone.id);
}

/** Gets or makes an entry, and moves it to the young end of the map. */
function touch<T>(map: Map<string, T>, key: string, make: () => T): T {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  return value;
}
