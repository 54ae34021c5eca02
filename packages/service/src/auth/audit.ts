// Who changed what, and who fetched what opens a cluster. Written before the answer goes out, those that come together at once,
// and told to the log; never with bodies or queries, which may hold secrets.
import type { AuditEntry, Role } from "@muster/contract";
import type { Logger } from "pino";
import { defined } from "../present/defined.ts";
import { wireTime } from "../present/wire-text.ts";
import type { Db } from "../store/database.ts";
import { and, desc, eq, lt, type SQL } from "../store/drizzle.ts";
import { audit } from "../store/schema.ts";

export type Deed = Readonly<{
  time: number;
  userName: string;
  orgId: string;
  role: Role;
  operation: string;
  status: number;
  clusterId: string | null;
  infraEnvId: string | null;
  hostId: string | null;
  requestId: string;
  address: string;
}>;

export type AuditQuery = Readonly<{
  limit: number;
  before?: number | undefined;
  userName?: string | undefined;
  clusterId?: string | undefined;
  infraEnvId?: string | undefined;
  hostId?: string | undefined;
}>;

/** While the database is away this many wait. */
const mostWaiting = 10_000;
/** A statement takes 65,535 values, and a deed has eleven. */
const mostAtOnce = 1_000;
const cleanEveryMs = 3_600_000;

export class Audit {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #keepMs: number;
  #waiting: Deed[] = [];
  #writing: Promise<void> = Promise.resolve();
  #cleanedAt = 0;

  constructor(db: Db, log: Logger, keepMs: number) {
    this.#db = db;
    this.#log = log;
    this.#keepMs = keepMs;
  }

  /** Resolves when it is written, or waits because the database is away: that keeps nobody from an answer. */
  record(deed: Deed): Promise<void> {
    this.#log.info({ audit: deed }, "a person asked for a change");
    if (this.#waiting.length < mostWaiting) this.#waiting.push(deed);
    return this.flush();
  }

  /** Whatever waits is written when this resolves, or is still waiting because the database is away. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const deeds = this.#waiting;
    if (deeds.length === 0) return;
    this.#waiting = [];
    let written = 0;
    try {
      while (written < deeds.length) {
        const some = deeds.slice(written, written + mostAtOnce);
        await this.#db.insert(audit).values(some.map((deed) => ({ ...deed, time: new Date(deed.time) })));
        written += some.length;
      }
      await this.#clean(deeds.at(-1)?.time ?? 0);
    } catch (error) {
      this.#waiting = [...deeds.slice(written), ...this.#waiting].slice(0, mostWaiting);
      this.#log.warn({ err: error }, "the audit log was not written; it is tried again with the next change");
    }
  }

  async #clean(now: number): Promise<void> {
    if (now - this.#cleanedAt < cleanEveryMs) return;
    this.#cleanedAt = now;
    await this.#db.delete(audit).where(lt(audit.time, new Date(now - this.#keepMs)));
  }

  async list(query: AuditQuery): Promise<AuditEntry[]> {
    await this.flush();
    const wanted: (SQL | undefined)[] = [
      query.before === undefined ? undefined : lt(audit.number, query.before),
      query.userName === undefined ? undefined : eq(audit.userName, query.userName),
      query.clusterId === undefined ? undefined : eq(audit.clusterId, query.clusterId),
      query.infraEnvId === undefined ? undefined : eq(audit.infraEnvId, query.infraEnvId),
      query.hostId === undefined ? undefined : eq(audit.hostId, query.hostId),
    ];
    const rows = await this.#db
      .select()
      .from(audit)
      .where(and(...wanted))
      .orderBy(desc(audit.number))
      .limit(query.limit);
    return rows.map((row) =>
      defined({
        number: row.number,
        time: wireTime(row.time.getTime()),
        user_name: row.userName,
        org_id: row.orgId || undefined,
        role: row.role,
        operation: row.operation,
        status: row.status,
        cluster_id: row.clusterId ?? undefined,
        infra_env_id: row.infraEnvId ?? undefined,
        host_id: row.hostId ?? undefined,
        request_id: row.requestId,
        address: row.address,
      }),
    );
  }
}
