// A document of somebody else's that changes rarely. What is known is used at once and looked for again behind, so that an
// issuer that is away costs nobody time; who comes before anything is known waits, all for the same answer.

const askAgainAfter = 30_000;
const firstAskedAgainAfter = 1_000;

type Options<Value> = Readonly<{
  fetch: () => Promise<Value>;
  now: () => number;
  /** From when on what is known is looked for again. */
  staleAfter: number;
}>;

export class Remembered<Value> {
  readonly #options: Options<Value>;
  #value: Value | null = null;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(options: Options<Value>) {
    this.#options = options;
  }

  async current(): Promise<Value> {
    const { now, staleAfter } = this.#options;
    if (this.#value === null) await this.#refresh();
    else if (now() - this.#fetchedAt > staleAfter) void this.#refresh();
    if (this.#value === null) throw this.#failure;
    return this.#value;
  }

  /** What is there now, looked for again unless that was a moment ago. */
  async renewed(): Promise<Value | null> {
    await this.#refresh();
    return this.#value;
  }

  async #refresh(): Promise<void> {
    const { now } = this.#options;
    const pauseMs = this.#value === null ? firstAskedAgainAfter : askAgainAfter;
    if (!this.#asking && now() - this.#askedAt >= pauseMs) {
      this.#askedAt = now();
      this.#asking = this.#ask().finally(() => {
        this.#asking = null;
      });
    }
    await this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      this.#value = await this.#options.fetch();
      this.#fetchedAt = this.#options.now();
    } catch (error) {
      this.#failure = error;
    }
  }
}
