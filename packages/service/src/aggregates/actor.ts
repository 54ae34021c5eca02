// One aggregate's turn-taking. Decisions that arrive while a commit is on its way wait, are then made together on the
// newest state, refreshed once, and committed once: order is kept, work is shared.
import { setTimeout as pause } from "node:timers/promises";
import { type EventDraft, type Host, type Instant, soonestAfter } from "@muster/core";
import { type Cause, currentCause } from "../history/cause.ts";
import { StaleVersion, type Writer } from "../store/writer.ts";
import { type Aggregate, type Decision, type Kind, patches, type Root } from "./aggregate.ts";
import { type Admits, Draft } from "./draft.ts";
import type { Presence } from "./presence.ts";

export type Surroundings<R extends Root> = Readonly<{
  kind: Kind<R>;
  writer: Pick<Writer, "commit">;
  presence: Pick<Presence, "refine" | "forget">;
  now: () => Instant;
  admits: Admits;
  /** Told after each commit, with what was before. */
  committed: (after: Aggregate<R>, before: Aggregate<R> | null, events: readonly EventDraft[]) => void;
  /** Asks to be refreshed then; null: only news can change anything. */
  wake: (id: string, at: Instant | null) => void;
  /** Asks for what did not succeed. */
  retry: (id: string, at: Instant) => void;
  /** There is no such aggregate, or no longer. */
  gone: (actor: Actor<R>) => void;
  refreshed: (id: string, milliseconds: number) => void;
  /** A refresh that nobody waits for failed; it is tried again. */
  failed: (id: string, error: unknown) => void;
}>;

type Job<R extends Root> = {
  decide: (aggregate: Aggregate<R>, now: Instant) => Decision<R, unknown>;
  requestId: string | null;
  cause: Cause;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};

/** There is no such cluster or infra-env (any more). */
export class Missing extends Error {}

const attempts = 12;
// Replicas that write the same thing step out of each other's way, further each time.
const stepAsideMs = 4;

/** Does the work again, on what is stored then, while somebody else writes first. */
export async function untilFresh<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StaleVersion) || attempt === attempts) throw error;
      if (attempt > 1) await pause(Math.random() * stepAsideMs * attempt);
    }
  }
}

// A refresh that takes long (hundreds of hosts) is spaced out so that it never takes more than this share of a core.
const refreshShare = 0.2;
const cheapRefreshMs = 25;
// Fewer are never expensive: if it took long, the machine was busy with something else.
const manyHosts = 50;
// What could not be refreshed because the database was away is tried again after this.
const retryAfterMs = 1_000;

export class Actor<R extends Root> {
  readonly id: string;
  readonly #around: Surroundings<R>;
  #state: Aggregate<R> | null = null;
  #loading: Promise<Aggregate<R> | null> | null = null;
  #commits = 0;
  #newestVersion = 0;
  #jobs: Job<R>[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #turns = 0;
  #refreshWanted: "refresh" | "time" | null = null;
  #refreshCostMs = 0;
  #refreshedAt = 0;

  constructor(id: string, around: Surroundings<R>) {
    this.id = id;
    this.#around = around;
  }

  /** The committed state if it is in memory. */
  get state(): Aggregate<R> | null {
    return this.#state;
  }

  /** Nobody waits for anything here: it may be forgotten, and loaded again when it is needed. */
  get idle(): boolean {
    return this.#turns === 0 && this.#loading === null;
  }

  async read(): Promise<Aggregate<R> | null> {
    if (this.#state) return this.#state;
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<Aggregate<R> | null> {
    const since = this.#commits;
    let loaded: Aggregate<R> | null;
    try {
      loaded = await this.#around.kind.load(this.id);
    } finally {
      this.#loading = null;
    }
    // Whoever committed meanwhile knows better than a query that began before.
    if (this.#commits !== since) return this.read();
    this.#state = loaded;
    if (!loaded) this.#around.gone(this);
    return loaded;
  }

  change<Answer>(
    decide: (aggregate: Aggregate<R>, now: Instant) => Decision<R, Answer>,
    requestId: string | null = null,
  ): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#jobs.push({
        decide,
        requestId,
        cause: currentCause(),
        resolve: resolve as (answer: unknown) => void,
        reject,
      });
      if (this.#jobs.length === 1) void this.exclusive(() => this.#drain());
    });
  }

  /** Something this aggregate depends on changed outside of it, or its time has come. */
  refreshSoon(because: "refresh" | "time" = "refresh"): void {
    if (this.#refreshWanted) return;
    this.#refreshWanted = because;
    if (this.#jobs.length === 0) void this.exclusive(() => this.#drain());
  }

  /** Runs alone: no decision is made meanwhile. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#turns += 1;
    const result = this.#turn.then(work).finally(() => {
      this.#turns -= 1;
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  /**
   * Takes a decision that was made on a state inside an exclusive turn, for changes that span two aggregates: the caller
   * commits. If another replica has written meanwhile, the database refuses what was decided on something old.
   */
  prepare(before: Aggregate<R>, decision: Decision<R, unknown>, requestId: string | null) {
    const draft = new Draft(before, this.#around.now(), this.#around.admits);
    draft.take(decision, requestId);
    draft.causes.push(currentCause());
    this.#refresh(draft);
    return { write: draft.changed ? draft.write(this.#around.kind) : null, accept: () => this.#accept(draft) };
  }

  /** A new aggregate starts from a value instead of a stored row. */
  adopt(aggregate: Aggregate<R>): void {
    this.#replace(aggregate);
  }

  /** Forgets the cached state; the next reader loads it again. */
  drop(): void {
    this.#replace(null);
  }

  /** Another replica wrote this version. */
  heard(version: number): void {
    this.#newestVersion = Math.max(this.#newestVersion, version);
    if ((this.#state?.version ?? -1) < version) this.drop();
  }

  #replace(state: Aggregate<R> | null): void {
    this.#state = state;
    this.#commits += 1;
  }

  async #drain(): Promise<void> {
    const jobs = this.#jobs;
    this.#jobs = [];
    const refreshWanted = this.#refreshWanted;
    this.#refreshWanted = null;
    try {
      await untilFresh(() => this.#decideAndCommit(jobs, refreshWanted));
    } catch (error) {
      for (const job of jobs) job.reject(error);
      // Nobody else would ask for it again: the deadline that did is used up.
      if (!refreshWanted) return;
      this.#around.failed(this.id, error);
      this.#around.retry(this.id, this.#around.now() + retryAfterMs);
    }
  }

  async #decideAndCommit(jobs: readonly Job<R>[], refreshWanted: "refresh" | "time" | null): Promise<void> {
    const before = await this.read();
    if (!before) {
      for (const job of jobs) job.reject(new Missing());
      return;
    }
    const now = this.#around.now();
    const draft = new Draft(before, now, this.#around.admits);
    const answers: (() => void)[] = [];
    for (const job of jobs) {
      if (draft.aggregate.deletedAt !== null) {
        // Somebody before it in this turn removed everything it could be about.
        answers.push(() => job.reject(new Missing()));
        continue;
      }
      try {
        const decision = job.decide(draft.aggregate, now);
        draft.take(decision, job.requestId);
        draft.causes.push(job.cause);
        answers.push(() => job.resolve(decision.answer));
      } catch (error) {
        answers.push(() => job.reject(error));
      }
    }
    if (refreshWanted) draft.causes.push({ kind: refreshWanted });
    if (refreshWanted || draft.changed) {
      const notBefore = draft.aggregate.hosts.size < manyHosts ? 0 : this.#mayRefreshAt();
      if (now >= notBefore) this.#refresh(draft);
      // Stored with the rest, so that a restart does not forget it either.
      else draft.aggregate = { ...draft.aggregate, wakeAt: soonestAfter(now, [draft.aggregate.wakeAt, notBefore]) };
    }
    if (draft.changed) {
      await this.#around.writer.commit(draft.write(this.#around.kind)).catch((error) => {
        this.drop();
        throw error;
      });
    }
    this.#accept(draft);
    for (const answer of answers) answer();
  }

  #refresh(draft: Draft<R>): void {
    if (draft.aggregate.deletedAt !== null) return;
    const started = performance.now();
    const hosts = new Map<string, Host>();
    for (const [id, host] of draft.aggregate.hosts) hosts.set(id, this.#around.presence.refine(host));
    draft.aggregate = { ...draft.aggregate, hosts };
    const { root, hosts: patched, events, wakeAt } = this.#around.kind.refresh(draft.aggregate, draft.now);
    draft.take({ answer: undefined, root, hosts: patches(patched), events }, null);
    draft.aggregate = { ...draft.aggregate, wakeAt };
    this.#refreshCostMs = performance.now() - started;
    this.#refreshedAt = draft.now;
    this.#around.refreshed(this.id, this.#refreshCostMs);
  }

  /** An expensive refresh is put off, to keep one large aggregate from starving its neighbours. */
  #mayRefreshAt(): Instant {
    return this.#refreshCostMs < cheapRefreshMs ? 0 : Math.ceil(this.#refreshedAt + this.#refreshCostMs / refreshShare);
  }

  #accept(draft: Draft<R>): void {
    const { before, after } = draft;
    const isGone = after.deletedAt !== null;
    // While this commit was on its way, another replica may have written the next.
    this.#replace(isGone || after.version < this.#newestVersion ? null : after);
    this.#around.wake(this.id, isGone ? null : after.wakeAt);
    for (const [id, fate] of draft.changedHosts) if (fate === "deleted") this.#around.presence.forget(id);
    if (draft.changed) this.#around.committed(after, before, draft.events);
    if (isGone) this.#around.gone(this);
  }
}
