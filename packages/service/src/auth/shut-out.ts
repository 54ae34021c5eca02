// Machines that nobody listens to any more. Few, and asked about with every poll: all of them are in memory, and looked for
// again from time to time, since another replica may have shut one out.
import type { Db } from "../store/database.ts";
import { eq } from "../store/drizzle.ts";
import { revokedHosts } from "../store/schema.ts";

export type Revocation = Readonly<{ revokedAt: number; revokedBy: string }>;

const lookEveryMs = 5_000;

export class ShutOut {
  readonly #db: Db;
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

  async look(): Promise<void> {
    const rows = await this.#db.select().from(revokedHosts);
    const found = new Set(rows.map(({ hostId }) => hostId));
    for (const hostId of this.#hosts.keys()) if (!found.has(hostId)) this.#hosts.delete(hostId);
    for (const { hostId, revokedAt, revokedBy } of rows) {
      this.#hosts.set(hostId, { revokedAt: revokedAt.getTime(), revokedBy });
    }
  }

  find(hostId: string): Revocation | null {
    return this.#hosts.get(hostId) ?? null;
  }

  readonly has = (hostId: string): boolean => this.#hosts.has(hostId);

  /** Shutting out twice changes nothing. */
  async add(hostId: string, { revokedAt, revokedBy }: Revocation): Promise<Revocation> {
    const known = this.#hosts.get(hostId);
    if (known) return known;
    await this.#db
      .insert(revokedHosts)
      .values({ hostId, revokedAt: new Date(revokedAt), revokedBy })
      .onConflictDoNothing();
    const revocation = { revokedAt, revokedBy };
    this.#hosts.set(hostId, revocation);
    return revocation;
  }

  async remove(hostId: string): Promise<void> {
    await this.#db.delete(revokedHosts).where(eq(revokedHosts.hostId, hostId));
    this.#hosts.delete(hostId);
  }
}
