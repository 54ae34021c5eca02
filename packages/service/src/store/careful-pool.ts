// A server that takes connections and says nothing costs everybody who asks the whole time-out. Once one has waited in vain,
// nobody else does: they are refused at once, while a connection apart finds out when the server answers again.
import pg from "pg";

const askEveryMs = 500;
const answerWithinMs = 2_000;

export class DatabaseSilent extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("the database did not answer others, and is not asked for now");
  }
}

type Take = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

export class CarefulPool extends pg.Pool {
  /** Whether the server answers at all, while somebody finds out; null when nobody doubts it. */
  #verdict: Promise<boolean> | null = null;
  #isSilent = false;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on("release", (error: unknown) => this.#notice(error));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(take: Take): void;
  override connect(take?: Take): Promise<pg.PoolClient> | undefined {
    if (!take) return this.#connect();
    this.#connect().then(
      (client) => take(undefined, client, (error) => client.release(error instanceof Error || error === true)),
      (error: Error) => take(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#isSilent || (await this.#verdict) === false) throw new DatabaseSilent();
    try {
      return await super.connect();
    } catch (error) {
      this.#notice(error);
      throw error;
    }
  }

  /** It may be one connection that broke without a word: others wait until that is known, which is soon. */
  #notice(error: unknown): void {
    if (this.#verdict || !(error instanceof Error) || !timedOut.test(error.message)) return;
    this.#verdict = this.#answers();
    void this.#verdict.then((answers) => this.#settle(answers));
  }

  #settle(answers: boolean): void {
    this.#isSilent = !answers;
    if (answers || this.ending) {
      this.#verdict = null;
      return;
    }
    setTimeout(() => void this.#answers().then((now) => this.#settle(now)), askEveryMs).unref();
  }

  async #answers(): Promise<boolean> {
    const limits = { connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs };
    const client = new pg.Client({ connectionString: this.options.connectionString, ...limits });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("select 1");
      return true;
    } catch {
      return false;
    } finally {
      // A server that does not answer says no goodbye either.
      void client.end().catch(() => {});
    }
  }
}

/** How `pg` says that nothing came, neither a connection nor an answer. */
const timedOut = /timeout exceeded when trying to connect|due to connection timeout|Query read timeout/;
