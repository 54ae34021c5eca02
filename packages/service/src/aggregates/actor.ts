// One aggregate's turn-taking. Decisions that arrive while a commit is on its way wait, are then made together on the
// newest state, refreshed once, and committed once: order is kept, work is shared.
import type { EventDraft, Host, Instant } from "@muster/core";
import { eventRow } from "../store/rows.ts";
import { type HostWrite, StaleVersion, type Write, type Writer } from "../store/writer.ts";
import { type Aggregate, apply, type Decision, type Kind, patches, type Root } from "./aggregate.ts";
import type { Presence } from "./presence.ts";

export type Surroundings<R extends Root> = Readonly<{
  kind: Kind<R>;
  writer: Writer;
  presence: Presence;
  now: () => Instant;
  /** Whether an event may be told now, or was told too recently. */
  admits: (event: EventDraft, now: Instant) => boolean;
  /** Told after each commit, with what was before. */
  committed: (after: Aggregate<R>, before: Aggregate<R> | null, events: readonly EventDraft[]) => void;
  wake: (id: string, at: Instant | null) => void;
}>;

type Job<R extends Root> = {
  decide: (aggregate: Aggregate<R>, now: Instant) => Decision<R, unknown>;
  requestId: string | null;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};

/** There is no such cluster or infra-env (any more). */
export class Missing extends Error {}

type Draft<R extends Root> = {
  aggregate: Aggregate<R>;
  changedHosts: Map<string, "written" | "deleted" | "left">;
  removed: Map<string, Host>;
  events: { draft: EventDraft; requestId: string | null }[];
  secrets: Write["secrets"][number][];
  changed: boolean;
};

const attempts = 3;
// A refresh that takes long (hundreds of hosts) is spaced out so that it never takes more than this share of a core.
const refreshShare = 0.2;
const cheapRefreshMs = 25;

export class Actor<R extends Root> {
  readonly id: string;
  readonly #around: Surroundings<R>;
  #state: Aggregate<R> | null = null;
  #jobs: Job<R>[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #refreshWanted = false;
  #refreshCostMs = 0;
  #refreshedAt = 0;
  #refreshTimer: NodeJS.Timeout | null = null;

  constructor(id: string, around: Surroundings<R>) {
    this.id = id;
    this.#around = around;
  }

  /** The committed state if it is in memory. */
  get state(): Aggregate<R> | null {
    return this.#state;
  }

  get idle(): boolean {
    return this.#jobs.length === 0 && !this.#refreshWanted && this.#refreshTimer === null;
  }

  async read(): Promise<Aggregate<R> | null> {
    if (!this.#state) this.#state = await this.#around.kind.load(this.id);
    return this.#state;
  }

  change<Answer>(
    decide: (aggregate: Aggregate<R>, now: Instant) => Decision<R, Answer>,
    requestId: string | null = null,
  ): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#jobs.push({ decide, requestId, resolve: resolve as (answer: unknown) => void, reject });
      if (this.#jobs.length === 1) void this.exclusive(() => this.#drain());
    });
  }

  /** Something this aggregate depends on changed outside of it. */
  refreshSoon(): void {
    if (this.#refreshWanted) return;
    this.#refreshWanted = true;
    if (this.#jobs.length === 0) void this.exclusive(() => this.#drain());
  }

  /** Runs alone: no decision is made meanwhile. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  /** Makes one decision inside an exclusive turn, for changes that span two aggregates: the caller commits. */
  async prepare(decide: (aggregate: Aggregate<R>, now: Instant) => Decision<R, unknown>, requestId: string | null) {
    const before = await this.read();
    if (!before) throw new Missing();
    const now = this.#around.now();
    const draft = newDraft(before);
    const decision = decide(draft.aggregate, now);
    take(draft, this.#admitted(decision, now), requestId, now);
    this.#refresh(draft, now);
    return {
      answer: decision.answer,
      write: this.#write(draft, before, now),
      accept: () => this.#accept(draft, before),
    };
  }

  /** A new aggregate starts from a value instead of a stored row. */
  adopt(aggregate: Aggregate<R>): void {
    this.#state = aggregate;
  }

  /** Forgets the cached state; the next reader loads it again. */
  drop(): void {
    this.#state = null;
  }

  stop(): void {
    if (this.#refreshTimer) clearTimeout(this.#refreshTimer);
    this.#refreshTimer = null;
  }

  async #drain(): Promise<void> {
    const jobs = this.#jobs;
    this.#jobs = [];
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          await this.#decideAndCommit(jobs);
          return;
        } catch (error) {
          this.drop();
          if (!(error instanceof StaleVersion) || attempt === attempts) throw error;
        }
      }
    } catch (error) {
      for (const job of jobs) job.reject(error);
    }
  }

  async #decideAndCommit(jobs: readonly Job<R>[]): Promise<void> {
    const before = await this.read();
    if (!before) {
      this.#refreshWanted = false;
      for (const job of jobs) job.reject(new Missing());
      return;
    }
    const now = this.#around.now();
    const draft = newDraft(before);
    const answers: (() => void)[] = [];
    for (const job of jobs) {
      try {
        const decision = job.decide(draft.aggregate, now);
        take(draft, this.#admitted(decision, now), job.requestId, now);
        answers.push(() => job.resolve(decision.answer));
      } catch (error) {
        answers.push(() => job.reject(error));
      }
    }
    const wanted = this.#refreshWanted || draft.changed;
    this.#refreshWanted = false;
    if (wanted && !this.#postponed(now)) this.#refresh(draft, now);
    if (draft.changed) await this.#around.writer.commit(this.#write(draft, before, now));
    this.#accept(draft, before);
    for (const answer of answers) answer();
  }

  #admitted<Answer>(decision: Decision<R, Answer>, now: Instant): Decision<R, Answer> {
    const { events } = decision;
    if (!events || events.length === 0) return decision;
    return { ...decision, events: events.filter((event) => this.#around.admits(event, now)) };
  }

  #refresh(draft: Draft<R>, now: Instant): void {
    if (draft.aggregate.deletedAt !== null) return;
    const started = performance.now();
    const hosts = new Map<string, Host>();
    for (const [id, host] of draft.aggregate.hosts) hosts.set(id, this.#around.presence.refine(host));
    draft.aggregate = { ...draft.aggregate, hosts };
    const { root, hosts: patched, events, wakeAt } = this.#around.kind.refresh(draft.aggregate, now);
    take(draft, this.#admitted({ answer: undefined, root, hosts: patches(patched), events }, now), null, now);
    draft.aggregate = { ...draft.aggregate, wakeAt };
    this.#refreshCostMs = performance.now() - started;
    this.#refreshedAt = now;
  }

  /** True when the refresh was put off to keep an expensive aggregate from starving its neighbours. */
  #postponed(now: Instant): boolean {
    if (this.#refreshCostMs < cheapRefreshMs) return false;
    const notBefore = this.#refreshedAt + this.#refreshCostMs / refreshShare;
    if (now >= notBefore) return false;
    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = null;
      this.refreshSoon();
    }, notBefore - now);
    return true;
  }

  #write(draft: Draft<R>, before: Aggregate<R>, now: Instant): Write {
    const { aggregate } = draft;
    const hostWrites = [...draft.changedHosts].flatMap(([id, fate]): HostWrite[] => {
      if (fate === "left") return [];
      const host = fate === "deleted" ? draft.removed.get(id) : aggregate.hosts.get(id);
      return host
        ? [{ host, before: before.hosts.get(id) ?? null, deletedAt: fate === "deleted" ? now : null, now }]
        : [];
    });
    const next = { ...aggregate, version: before.version + 1 };
    return {
      ...this.#around.kind.rows(next, now),
      hosts: hostWrites,
      events: draft.events.map(({ draft: event, requestId }) => eventRow(event, { now, requestId })),
      secrets: draft.secrets,
    };
  }

  #accept(draft: Draft<R>, before: Aggregate<R>): void {
    const after = draft.changed ? { ...draft.aggregate, version: before.version + 1 } : draft.aggregate;
    this.#state = after.deletedAt === null ? after : null;
    this.#around.wake(this.id, after.deletedAt === null ? after.wakeAt : null);
    if (draft.changed)
      this.#around.committed(
        after,
        before,
        draft.events.map(({ draft: event }) => event),
      );
  }
}

const newDraft = <R extends Root>(aggregate: Aggregate<R>): Draft<R> => ({
  aggregate,
  changedHosts: new Map(),
  removed: new Map(),
  events: [],
  secrets: [],
  changed: false,
});

function take<R extends Root>(draft: Draft<R>, decision: Decision<R, unknown>, requestId: string | null, now: Instant) {
  for (const [id, change] of decision.hosts ?? []) {
    if (change.kind === "patch" && Object.keys(change.fields).length === 0) continue;
    const host = draft.aggregate.hosts.get(id);
    if (change.kind === "delete" && host) draft.removed.set(id, host);
    draft.changedHosts.set(id, change.kind === "delete" ? "deleted" : change.kind === "leave" ? "left" : "written");
    draft.changed = true;
  }
  for (const event of decision.events ?? []) draft.events.push({ draft: event, requestId });
  for (const [name, value] of Object.entries(decision.secrets ?? {})) {
    draft.secrets.push({ ownerId: draft.aggregate.root.id, name, value });
  }
  if (Object.keys(decision.root ?? {}).length > 0 || decision.delete || decision.events?.length || decision.secrets) {
    draft.changed = true;
  }
  draft.aggregate = apply(draft.aggregate, decision, now);
}
