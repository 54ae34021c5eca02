// Several services on one PostgreSQL. Each says once a second that it is there; who was not heard of for three seconds is
// gone. What must be done once (a refresh that time asks for, the files of an installation, garbage) is done by the owner
// of its key among those present. What one writes, the others hear, and read again when they need it; a decision on
// something old is refused by its version and made again, so hearing late costs time, never truth.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Db } from "../store/database.ts";
import { Listener } from "./listener.ts";
import { Locks } from "./locks.ts";
import { channel, hearNews, type News, tellChanges, tellPresence } from "./news.ts";
import { ownerOf } from "./ownership.ts";

const beatEveryMs = 1_000;
const goneAfterMs = 3_000;

export type Audience = Readonly<{
  heard(news: News): void;
  /** News may have been missed. */
  missed(): void;
  /** A replica came or went: what this one owns is different now. */
  moved(): void;
}>;

export type Replicas = Readonly<{
  id: string;
  /** No other replica can ever write: nobody need be told anything. */
  alone: boolean;
  /** Others are there now: what is in memory may be older than what they have confirmed. */
  hasPeers: boolean;
  owns(key: string): boolean;
  /** Does the work unless another replica is at it; whether it was done. The signal says that another may begin with it. */
  exclusively(key: string, work: (lost: AbortSignal) => Promise<void>): Promise<boolean>;
  start(audience: Audience): Promise<void>;
  stop(): Promise<void>;
}>;

const neverLost = new AbortController().signal;

/** The embedded database serves one process. */
export const onlyReplica: Replicas = {
  id: "only",
  alone: true,
  hasPeers: false,
  owns: () => true,
  exclusively: async (_, work) => {
    await work(neverLost);
    return true;
  },
  start: async () => {},
  stop: async () => {},
};

export class PostgresReplicas implements Replicas {
  readonly id = randomUUID();
  readonly alone = false;
  readonly #db: Db;
  readonly #log: Logger;
  readonly #locks: Locks;
  #present: readonly string[] = [this.id];
  #audience: Audience | null = null;
  readonly #listener: Listener;
  #beating: NodeJS.Timeout | null = null;

  constructor({ db, connectionString, log }: { db: Db; connectionString: string; log: Logger }) {
    this.#db = db;
    this.#log = log;
    this.#locks = new Locks(connectionString);
    this.#listener = new Listener({
      connectionString,
      echo: tellPresence(this.id),
      heard: (payload) => this.#heard(payload),
      missed: () => this.#audience?.missed(),
    });
  }

  get hasPeers(): boolean {
    return this.#present.length > 1;
  }

  owns(key: string): boolean {
    return ownerOf(key, this.#present) === this.id;
  }

  exclusively(key: string, work: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
    return this.#locks.hold(key, work);
  }

  /** Listens first: from its first beat on others may leave things to this replica. */
  async start(audience: Audience): Promise<void> {
    this.#audience = audience;
    await this.#listener.open();
    await this.#beat();
    // So that the others know of it before anybody asks it for anything.
    await this.#db.$client.query("select pg_notify($1, $2)", [channel, tellChanges(this.id, [])]);
    this.#beating = setInterval(() => this.#beatOrWarn(), beatEveryMs);
    this.#beating.unref();
  }

  /** Says goodbye, so that the others need not wait to find out. */
  async stop(): Promise<void> {
    if (this.#beating) clearInterval(this.#beating);
    await this.#db.$client.query("delete from replicas where id = $1", [this.id]).catch(() => {});
    await this.#locks.close();
    this.#listener.close();
  }

  #heard(payload: string): void {
    const news = hearNews(payload);
    if (!news || news.from === this.id) return;
    if (!this.#present.includes(news.from)) this.#beatOrWarn();
    this.#audience?.heard(news);
  }

  #beatOrWarn(): void {
    this.#beat().catch((error) => this.#log.warn({ err: error }, "this replica could not say that it is there"));
  }

  async #beat(): Promise<void> {
    const { rows } = await this.#db.$client.query<{ id: string }>({
      name: "beat",
      text: `with mine as (
          insert into replicas (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = now()
        ), gone as (
          delete from replicas where seen_at < now() - interval '1 minute'
        )
        select id::text from replicas where id <> $1 and seen_at > now() - $2 * interval '1 millisecond'
        union all select pg_notify($3, $4)::text`,
      values: [this.id, goneAfterMs, channel, tellPresence(this.id)],
    });
    this.#listener.said();
    const present = [this.id, ...rows.flatMap(({ id }) => id || [])].sort();
    if (present.join() === this.#present.join()) return;
    this.#present = present;
    this.#log.info({ replicas: present.length }, "replicas came or went");
    this.#audience?.moved();
  }
}
