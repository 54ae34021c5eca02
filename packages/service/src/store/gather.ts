/** Looks things up by id. While one question is on its way the next ones gather, and are asked together. */
export class Gather<Value> {
  readonly #ask: (ids: string[]) => Promise<ReadonlyMap<string, Value>>;
  #next: { ids: Set<string>; answer: Promise<ReadonlyMap<string, Value>> } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ask: (ids: string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#ask = ask;
  }

  async find(id: string): Promise<Value | null> {
    if (!this.#next) {
      const ids = new Set<string>();
      const answer = this.#last.then(() => {
        this.#next = null;
        return this.#ask([...ids]);
      });
      this.#next = { ids, answer };
      this.#last = answer.catch(() => {});
    }
    const { ids, answer } = this.#next;
    ids.add(id);
    return (await answer).get(id) ?? null;
  }
}
