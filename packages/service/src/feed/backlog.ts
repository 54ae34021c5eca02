// What readers who come back have missed: of each resource the newest change, of events the last few thousand. A change that
// a later one replaced is of no use to anyone, so the log stays as small as the fleet.
import type { ResourceEntry } from "./entry.ts";
import type { Message } from "./message.ts";

export type Limits = Readonly<{ resources: number; events: number }>;

export class Backlog {
  /** Where it began; what was before is in the database. */
  readonly start: number;
  readonly #limits: Limits;
  readonly #resources = new Map<string, ResourceEntry>();
  readonly #events: Message[] = [];
  /** What happened up to here is no longer known. */
  #floor: number;

  constructor(start: number, limits: Limits) {
    this.start = start;
    this.#floor = start;
    this.#limits = limits;
  }

  reaches(since: number): boolean {
    return since >= this.#floor;
  }

  addResource(entry: ResourceEntry): void {
    // Deleted first: a map keeps the order of insertion, and this one is to be in the order of positions.
    this.#resources.delete(entry.key);
    this.#resources.set(entry.key, entry);
    if (this.#resources.size <= this.#limits.resources) return;
    for (const [oldest, { position }] of this.#resources) {
      this.#resources.delete(oldest);
      this.#floor = Math.max(this.#floor, position);
      return;
    }
  }

  addEvent(message: Message): void {
    this.#events.push(message);
    // In one go now and then: to shift an array of thousands at each event costs more.
    if (this.#events.length < 2 * this.#limits.events) return;
    const gone = this.#events.splice(0, this.#events.length - this.#limits.events);
    this.#floor = Math.max(this.#floor, gone.at(-1)?.position ?? 0);
  }

  /** Everything after the position, in order. */
  after(since: number): (ResourceEntry | Message)[] {
    const missed: (ResourceEntry | Message)[] = [];
    for (const entry of this.#resources.values()) if (entry.position > since) missed.push(entry);
    for (const event of this.#events) if (event.position > since) missed.push(event);
    return missed.sort((a, b) => a.position - b.position);
  }

  /**
   * Puts what was before the start in front, as read from the database; what is known already is newer. Where something
   * since the start is gone already, that would only hide the gap.
   */
  prepend(floor: number, resources: readonly ResourceEntry[], events: readonly Message[]): void {
    if (this.#floor > this.start) return;
    this.#floor = floor;
    const newer = [...this.#resources.values()];
    this.#resources.clear();
    for (const entry of [...resources, ...newer]) this.addResource(entry);
    this.#events.unshift(...events);
  }
}
