import { HttpProblem } from "../http/problem.ts";

type Waiter = { begin: () => void };

/**
 * How many images are sent at a time. Those who come later wait; a free place goes to the client with the fewest streams, so
 * that a rack of machines behind one address does not keep a single one out.
 */
export class Streams {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #patience: number;
  readonly #watch: (() => () => void) | undefined;
  readonly #active = new Map<string, number>();
  readonly #waiting = new Map<string, Waiter[]>();
  readonly #cuts = new Set<() => void>();
  #activeCount = 0;
  #waitingCount = 0;
  #isClosed = false;

  constructor({
    most,
    mostWaiting,
    patience,
    watch,
  }: {
    most: number;
    mostWaiting: number;
    patience: number;
    /** Told when a stream begins; what it returns, when it ends. */
    watch?: () => () => void;
  }) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
    this.#patience = patience;
    this.#watch = watch;
  }

  get active(): number {
    return this.#activeCount;
  }

  get waiting(): number {
    return this.#waitingCount;
  }

  /** Ends what is being sent: whoever wants the rest asks for it later. Nobody is let in from now on. */
  close(): void {
    this.#isClosed = true;
    for (const cut of this.#cuts) cut();
  }

  /**
   * A place, to be given back by calling the result. `cut` ends the stream from this side. Null when the client went away
   * meanwhile.
   */
  async enter(client: string, gone: AbortSignal, cut: () => void): Promise<(() => void) | null> {
    const giveBack = await this.#place(client, gone);
    if (!giveBack) return null;
    this.#cuts.add(cut);
    const ended = this.#watch?.();
    return () => {
      ended?.();
      this.#cuts.delete(cut);
      giveBack();
    };
  }

  async #place(client: string, gone: AbortSignal): Promise<(() => void) | null> {
    if (gone.aborted) return null;
    if (this.#isClosed) throw new HttpProblem(503, "The service stops: try again shortly.", { "retry-after": 5 });
    if (this.#activeCount < this.#most) return this.#begin(client);
    if (this.#waitingCount >= this.#mostWaiting) throw this.#busy();
    const { promise, resolve } = Promise.withResolvers<"begin" | "gone" | "late">();
    const waiter: Waiter = { begin: () => resolve("begin") };
    const stop = () => resolve("late");
    this.#cuts.add(stop);
    this.#queueOf(client).push(waiter);
    this.#waitingCount++;
    const timer = setTimeout(() => resolve("late"), this.#patience);
    const leave = () => resolve("gone");
    gone.addEventListener("abort", leave, { once: true });
    const outcome = await promise;
    clearTimeout(timer);
    this.#cuts.delete(stop);
    gone.removeEventListener("abort", leave);
    // Whoever is let in has been counted already: two could not be given the same place.
    if (outcome === "begin") return this.#leaving(client);
    if (!this.#withdraw(client, waiter)) this.#end(client);
    if (outcome === "late") throw this.#busy();
    return null;
  }

  #begin(client: string): () => void {
    this.#count(client, 1);
    return this.#leaving(client);
  }

  #leaving(client: string): () => void {
    let inside = true;
    return () => {
      if (inside) this.#end(client);
      inside = false;
    };
  }

  #end(client: string): void {
    this.#count(client, -1);
    const next = this.#next();
    if (next === undefined) return;
    const waiter = this.#queueOf(next).shift();
    this.#tidy(next);
    this.#waitingCount--;
    this.#count(next, 1);
    waiter?.begin();
  }

  /** Of those with the fewest streams, the one that waits longest. */
  #next(): string | undefined {
    let best: string | undefined;
    for (const client of this.#waiting.keys()) {
      if (best === undefined || this.#streamsOf(client) < this.#streamsOf(best)) best = client;
    }
    return best;
  }

  #withdraw(client: string, waiter: Waiter): boolean {
    const queue = this.#queueOf(client);
    const at = queue.indexOf(waiter);
    if (at >= 0) {
      queue.splice(at, 1);
      this.#waitingCount--;
    }
    this.#tidy(client);
    return at >= 0;
  }

  #queueOf(client: string): Waiter[] {
    const queue = this.#waiting.get(client) ?? [];
    this.#waiting.set(client, queue);
    return queue;
  }

  /** Who still waits goes to the end of the line. */
  #tidy(client: string): void {
    const queue = this.#queueOf(client);
    this.#waiting.delete(client);
    if (queue.length > 0) this.#waiting.set(client, queue);
  }

  #streamsOf = (client: string): number => this.#active.get(client) ?? 0;

  #count(client: string, change: 1 | -1): void {
    this.#activeCount += change;
    const count = this.#streamsOf(client) + change;
    if (count === 0) this.#active.delete(client);
    else this.#active.set(client, count);
  }

  #busy(): HttpProblem {
    return new HttpProblem(
      503,
      `${this.#activeCount} images are being sent and ${this.#waitingCount} requests wait: try again in ${retryAfter} seconds. MAX_CONCURRENT_REQUESTS sets how many at a time.`,
      { "retry-after": retryAfter },
    );
  }
}

const retryAfter = 10;
