// Machines that nobody listens to any more. Few, and asked about with every poll: all of them are in memory, and looked for
// again from time to time, since another replica may have shut one out.
import type { Db } from "../store/database.ts";
import { eq } from "../store/drizzle.ts";
import { revokedHosts } from "../store/schema.ts";
import { Turns } from "../turns.ts";

export type Revocation = Readonly<{ revokedAt: number; revokedBy: string }>;

const lookEveryMs = 5_000;

export class ShutOut {
  readonly #db: Db;
  readonly #turns = new Turns();
  #timer: NodeJS.Timeout | null = null;
  readonly #hosts = new Map<string, Revocation>();

  constructor(db: Db) {
    this.#db = db;
  }

  async start(): Promise<void> {
    await this.look();
    // While the database is away, those that are known stay shut out.
    this.#timer = setInterval(() => void this.look().catch(() => {}), lookEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** In turn with changes: what was read before one must not undo it afterwards. */
  look(): Promise<void> {
    return this.#turns.take("list", async () => {
      const rows = await this.#db.select().from(revokedHosts);
      const found = new Set(rows.map(({ hostId }) => hostId));
      for (const hostId of this.#hosts.keys()) if (!found.has(hostId)) this.#hosts.delete(hostId);
      for (const { hostId, revokedAt, revokedBy } of rows) {
        this.#hosts.set(hostId, { revokedAt: revokedAt.getTime(), revokedBy });
      }
    });
  }

  find(hostId: string): Revocation | null {
    return this.#hosts.get(hostId) ?? null;
  }

  readonly has = (hostId: string): boolean => this.#hosts.has(hostId);

  /** Shutting out twice changes nothing. It is written even where it is known: another replica may just have let it in. */
  add(hostId: string, { revokedAt, revokedBy }: Revocation): Promise<void> {
    return this.#turns.take("list", async () => {
      await this.#db
        .insert(revokedHosts)
        .values({ hostId, revokedAt: new Date(revokedAt), revokedBy })
        .onConflictDoNothing();
      if (!this.#hosts.has(hostId)) this.#hosts.set(hostId, { revokedAt, revokedBy });
    });
  }

  remove(hostId: string): Promise<void> {
    return this.#turns.take("list", async () => {
      await this.#db.delete(revokedHosts).where(eq(revokedHosts.hostId, hostId));
      this.#hosts.delete(hostId);
    });
  }
}
