import type { Actor } from "./actor.ts";
import type { Aggregate, Root } from "./aggregate.ts";

/** The aggregates of one kind that are in memory, the least recently used first. */
export class Actors<R extends Root> {
  readonly #byId = new Map<string, Actor<R>>();
  readonly #make: (id: string) => Actor<R>;

  constructor(make: (id: string) => Actor<R>) {
    this.#make = make;
  }

  get size(): number {
    return this.#byId.size;
  }

  ids(): Iterable<string> {
    return this.#byId.keys();
  }

  /** The one with this id; whether it exists is known when it is read. */
  get(id: string): Actor<R> {
    const actor = this.#byId.get(id) ?? this.#make(id);
    this.#byId.delete(id);
    this.#byId.set(id, actor);
    return actor;
  }

  /** The one with this id, if it is in memory. */
  peek(id: string): Actor<R> | undefined {
    return this.#byId.get(id);
  }

  /** What was last committed, if it is in memory. */
  state(id: string): Aggregate<R> | null {
    return this.#byId.get(id)?.state ?? null;
  }

  *loaded(): Generator<readonly [actor: Actor<R>, state: Aggregate<R>]> {
    for (const actor of this.#byId.values()) if (actor.state) yield [actor, actor.state];
  }

  /** Only itself: an id may be in use again, by an actor of its own. */
  forget(gone: Actor<R>): void {
    if (this.#byId.get(gone.id) === gone) this.#byId.delete(gone.id);
  }

  /** Lets go of the least recently used that nobody waits for, until the rest weighs no more than it may. */
  letGo(most: number): void {
    let weight = 0;
    for (const actor of this.#byId.values()) weight += weightOf(actor);
    for (const [id, actor] of this.#byId) {
      if (weight <= most) return;
      if (!actor.idle) continue;
      weight -= weightOf(actor);
      this.#byId.delete(id);
    }
  }
}

/** Its hosts, and itself. */
const weightOf = <R extends Root>({ state }: Actor<R>): number => 1 + (state?.hosts.size ?? 0);

/** Takes the turns of all actors, one after the other; always in the same order, so that two callers never wait for each other. */
export function inTurns<T>(
  [actor, ...rest]: readonly (() => Pick<Actor<Root>, "exclusive">)[],
  work: () => Promise<T>,
): Promise<T> {
  // Each is looked up when its turn is asked for: one that nobody waits for yet may be let go of.
  return actor ? actor().exclusive(() => inTurns(rest, work)) : work();
}
