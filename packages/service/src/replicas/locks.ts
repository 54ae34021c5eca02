// What only one replica may be at. All locks of a replica live on one connection of their own: taken from the pool, the many
// who hold one would leave no connection for what they do meanwhile. A lock ends with its connection: after a crash it is
// free as soon as PostgreSQL notices.
import pg from "pg";
import { Turns } from "../turns.ts";

type Session = Readonly<{ client: pg.Client; held: Set<AbortController> }>;

// The server's own is two hours, for which a machine without power would keep its locks.
const soonNoticed = "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3";

export class Locks {
  readonly #connectionString: string;
  readonly #taken = new Set<string>();
  readonly #turns = new Turns();
  #session: Session | null = null;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  /** Does the work unless somebody else is at it; whether it was done. The signal says that the lock was lost meanwhile. */
  async hold(key: string, work: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
    // To PostgreSQL all work of this replica is one session, which may take a lock twice.
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    try {
      const lost = new AbortController();
      if (!(await this.#turns.take("lock", () => this.#take(key, lost)))) return false;
      try {
        await work(lost.signal);
      } finally {
        await this.#turns.take("lock", () => this.#giveBack(key, lost));
      }
      return true;
    } finally {
      this.#taken.delete(key);
    }
  }

  close(): Promise<void> {
    return this.#turns.take("lock", async () => this.#end());
  }

  async #take(key: string, lost: AbortController): Promise<boolean> {
    const { client, held } = this.#session ?? (await this.#connect());
    try {
      const { rows } = await client.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as free", [key]);
      if (!rows[0]?.free) return false;
      held.add(lost);
      return true;
    } catch (error) {
      // The lock may have been given though nobody heard so: only the end of the connection makes sure that it is free.
      this.#end();
      throw error;
    }
  }

  async #giveBack(key: string, lost: AbortController): Promise<void> {
    if (!this.#session?.held.delete(lost)) return;
    await this.#session.client
      .query("select pg_advisory_unlock(hashtextextended($1, 0))", [key])
      .catch(() => this.#end());
  }

  async #connect(): Promise<Session> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    });
    client.on("error", () => {});
    client.on("end", () => {
      if (this.#session?.client === client) this.#end();
    });
    try {
      await client.connect();
      await client.query(soonNoticed);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.#session = { client, held: new Set() };
    return this.#session;
  }

  #end(): void {
    const session = this.#session;
    this.#session = null;
    for (const lost of session?.held ?? [])
      lost.abort(new Error("the connection that held the lock of this work is gone"));
    void session?.client.end().catch(() => {});
  }
}
