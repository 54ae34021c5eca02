/** So many at a time; whoever comes later waits, and is let in in order. */
export class AtATime {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  async take<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((enter) => this.#waiting.push(enter));
    try {
      return await work();
    } finally {
      // Handed on: somebody who comes just now must not slip in before.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
