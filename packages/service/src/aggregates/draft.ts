// What the decisions of one turn add up to, until it is written.
import type { EventDraft, Host, Instant } from "@muster/core";
import type { Cause } from "../history/cause.ts";
import { changeOf } from "../history/change.ts";
import { eventRow } from "../store/rows.ts";
import type { HostWrite, Write } from "../store/writer.ts";
import { type Aggregate, apply, type Decision, type Kind, type Root } from "./aggregate.ts";

/** Whether an event may be told now with those alongside, or was told too recently. */
export type Admits = (event: EventDraft, now: Instant, alongside: Iterable<EventDraft>) => boolean;

export class Draft<R extends Root> {
  readonly before: Aggregate<R>;
  readonly now: Instant;
  readonly changedHosts = new Map<string, "written" | "deleted" | "left">();
  readonly causes: Cause[] = [];
  aggregate: Aggregate<R>;
  changed = false;
  readonly #removed = new Map<string, Host>();
  /** With the request that each came from. */
  readonly #events = new Map<EventDraft, string | null>();
  /** By name: two requests in one turn may both set one, and a statement may write a row only once. */
  readonly #secrets = new Map<string, string>();
  readonly #admits: Admits;

  constructor(before: Aggregate<R>, now: Instant, admits: Admits) {
    this.before = before;
    this.aggregate = before;
    this.now = now;
    this.#admits = admits;
  }

  get events(): EventDraft[] {
    return [...this.#events.keys()];
  }

  take(decision: Decision<R, unknown>, requestId: string | null): void {
    for (const [id, change] of decision.hosts ?? []) {
      if (change.kind === "patch" && Object.keys(change.fields).length === 0) continue;
      const host = this.aggregate.hosts.get(id);
      if (change.kind === "delete" && host) this.#removed.set(id, host);
      this.changedHosts.set(id, change.kind === "delete" ? "deleted" : change.kind === "leave" ? "left" : "written");
      this.changed = true;
    }
    for (const event of decision.events ?? []) {
      if (!this.#admits(event, this.now, this.#events.keys())) continue;
      this.#events.set(event, requestId);
      this.changed = true;
    }
    for (const [name, value] of Object.entries(decision.secrets ?? {})) this.#secrets.set(name, value);
    if (Object.keys(decision.root ?? {}).length > 0 || decision.delete || decision.secrets) this.changed = true;
    this.aggregate = apply(this.aggregate, decision, this.now);
  }

  /** The aggregate as it is once this is written. */
  get after(): Aggregate<R> {
    return this.changed ? { ...this.aggregate, version: this.before.version + 1 } : this.aggregate;
  }

  write(kind: Kind<R>): Write {
    const { before, after, now, changedHosts, causes } = this;
    const hosts = [...changedHosts].flatMap(([id, fate]): HostWrite[] => {
      if (fate === "left") return [];
      const host = fate === "deleted" ? this.#removed.get(id) : after.hosts.get(id);
      return host
        ? [{ host, before: before.hosts.get(id) ?? null, deletedAt: fate === "deleted" ? now : null, now }]
        : [];
    });
    const ownerKind = kind.name === "pool" ? "infra-env" : "cluster";
    return {
      ...kind.rows(after, now),
      hosts,
      events: [...this.#events].map(([event, requestId]) => eventRow(event, { now, requestId })),
      secrets: [...this.#secrets].map(([name, value]) => ({ ownerKind, ownerId: after.root.id, name, value })),
      changes: [changeOf({ kind: kind.name, before, after, changedHosts, causes, at: now })],
    };
  }
}
