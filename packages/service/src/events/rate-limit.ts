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

  /** Whether the event may be told now; if so, that is remembered. */
  admits(draft: EventDraft, now: Instant): boolean {
    const span = this.#limits[draft.name];
    if (span === undefined) return true;
    const key = eventRateLimitKey(draft);
    const last = this.#last.get(key);
    if (last !== undefined && now - last < span) return false;
    this.#last.delete(key);
    this.#last.set(key, now);
    if (this.#last.size > mostRemembered)
      for (const oldest of this.#last.keys()) {
        this.#last.delete(oldest);
        break;
      }
    return true;
  }
}
