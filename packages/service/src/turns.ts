/** Work about the same key happens one after the other, in the order in which it was asked for. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => {});
    this.#last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
