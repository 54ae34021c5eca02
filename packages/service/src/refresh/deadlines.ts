// The moments at which time alone may change something, nearest first, behind a single timer.
import type { Instant } from "@muster/core";

type Entry = { at: Instant; key: string };

// setTimeout counts in 32 bits: longer waits are taken in steps.
const longestTimer = 2 ** 31 - 1;

const spare = 1_000;

export class Deadlines {
  readonly #now: () => Instant;
  readonly #due: (key: string) => void;
  readonly #wanted = new Map<string, Instant>();
  readonly #heap: Entry[] = [];
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(now: () => Instant, due: (key: string) => void) {
    this.#now = now;
    this.#due = due;
  }

  get size(): number {
    return this.#wanted.size;
  }

  /** How many entries are in memory, with those that count no longer. */
  get entries(): number {
    return this.#heap.length;
  }

  /** Replaces the key's deadline; null removes it. Old heap entries are skipped when they surface. */
  set(key: string, at: Instant | null): void {
    if (this.#stopped) return;
    if (this.#wanted.get(key) === (at ?? undefined)) return;
    if (at === null) {
      this.#wanted.delete(key);
      return;
    }
    this.#wanted.set(key, at);
    // A deadline that moves often leaves many entries behind that surface late.
    if (this.#heap.length > 2 * this.#wanted.size + spare) this.#rebuild();
    else this.#push({ at, key });
    if (this.#heap[0]?.key === key) this.#arm();
  }

  /** Unless it has one that is due before. */
  sooner(key: string, at: Instant): void {
    if (at < (this.#wanted.get(key) ?? Number.POSITIVE_INFINITY)) this.set(key, at);
  }

  /** Removes those of all other keys. */
  retain(isKept: (key: string) => boolean): void {
    for (const key of this.#wanted.keys()) if (!isKept(key)) this.#wanted.delete(key);
  }

  /** For good: what still ends while everything closes would only set deadlines that nobody can meet. */
  stop(): void {
    this.#stopped = true;
    this.#wanted.clear();
    this.#heap.length = 0;
    this.#arm();
  }

  #arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const next = this.#heap[0];
    if (!next) return;
    const wait = Math.min(Math.max(next.at - this.#now(), 0), longestTimer);
    this.#timer = setTimeout(() => this.#fire(), wait);
    this.#timer.unref();
  }

  #fire(): void {
    const now = this.#now();
    for (let next = this.#heap[0]; next && next.at <= now; next = this.#heap[0]) {
      this.#pop();
      if (this.#wanted.get(next.key) !== next.at) continue;
      this.#wanted.delete(next.key);
      this.#due(next.key);
    }
    this.#arm();
  }

  #rebuild(): void {
    this.#heap.length = 0;
    for (const [key, at] of this.#wanted) this.#push({ at, key });
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (!above || above.at <= entry.at) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [a, b] = [heap[left], heap[left + 1]];
      if (!a) break;
      const child = b && b.at < a.at ? left + 1 : left;
      const smaller = child === left ? a : b;
      if (!smaller || smaller.at >= last.at) break;
      heap[index] = smaller;
      index = child;
    }
    heap[index] = last;
  }
}
