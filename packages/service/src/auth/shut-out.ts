// Machines that nobody listens to any more. Few, and asked about with every poll: all of them are in memory.
import type { Db } from "../store/database.ts";
import { eq } from "../store/drizzle.ts";
import { revokedHosts } from "../store/schema.ts";

export type Revocation = Readonly<{ revokedAt: number; revokedBy: string }>;

export class ShutOut {
  readonly #db: Db;
  readonly #hosts = new Map<string, Revocation>();

  constructor(db: Db) {
    this.#db = db;
  }

  async load(): Promise<void> {
    for (const { hostId, revokedAt, revokedBy } of await this.#db.select().from(revokedHosts)) {
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
