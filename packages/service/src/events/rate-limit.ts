// Some events can be caused by a machine at every poll; of those, one per subject and time span is told.
import { defaultEventRateLimits, type EventDraft, eventRateLimitKey, type Instant } from "@muster/core";

type Limits = Readonly<Record<string, Instant>>;

const mostRemembered = 10_000;

export class EventRateLimiter {
  readonly #limits: Limits;
  readonly #last = new Map<string, Instant>();

  constructor(limits: Limits = {}) {
    this.#limits = { ...defaultEventRateLimits, ...limits };
  }

  /** Whether the event may be told now, together with some others that are about to be. */
  admits(draft: EventDraft, now: Instant, alongside: Iterable<EventDraft>): boolean {
    const span = this.#limits[draft.name];
    if (span === undefined) return true;
    const key = eventRateLimitKey(draft);
    const last = this.#last.get(key);
    if (last !== undefined && now - last < span) return false;
    for (const other of alongside) if (eventRateLimitKey(other) === key) return false;
    return true;
  }

  /** They were told: only what is stored counts, since a change that fails is decided again. */
  told(drafts: readonly EventDraft[], now: Instant): void {
    for (const draft of drafts) {
      if (this.#limits[draft.name] === undefined) continue;
      const key = eventRateLimitKey(draft);
      this.#last.delete(key);
      this.#last.set(key, now);
      const [oldest] = this.#last.keys();
      if (oldest !== undefined && this.#last.size > mostRemembered) this.#last.delete(oldest);
    }
  }
}
