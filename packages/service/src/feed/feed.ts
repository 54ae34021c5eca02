// The live feed: what was committed, to everyone who follows it, in the order of the commits.
import type { Policy } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import type { Aggregates } from "../aggregates/aggregates.ts";
import type { ChangedResource } from "../history/change.ts";
import type { Replicas } from "../replicas/replicas.ts";
import { placesPerCommit } from "../store/commit-statement.ts";
import type { Db } from "../store/database.ts";
import { sql } from "../store/drizzle.ts";
import type { Stored } from "../store/writer.ts";
import { Audience, concerns, type Filter } from "./audience.ts";
import { Backlog, type Limits, type ResourceEntry } from "./backlog.ts";
import { loadBacklog, readOn } from "./load-backlog.ts";
import {
  deletedText,
  eventMessage,
  frame,
  isGone,
  keyOf,
  type Message,
  resourceMessage,
  subjectOf,
} from "./message.ts";
import type { Reader } from "./reader.ts";
import type { Visibility } from "./visibility.ts";

export type FeedOptions = Readonly<{
  db: Db;
  aggregates: Pick<Aggregates, "cluster" | "pool">;
  /** Whether others write, too: then the order of all commits is in the database alone. */
  replicas: Pick<Replicas, "hasPeers">;
  policy: Policy;
  limits?: Limits;
  heartbeatMs?: number;
  failed: (error: unknown) => void;
}>;

export type Follow = Readonly<{ filter: Filter; visibility: Visibility; since: number | null }>;

const defaultLimits: Limits = { resources: 20_000, events: 2_000 };
// To write to thousands of sockets takes tens of milliseconds: what comes meanwhile goes out together.
const manyReaders = 100;
const gatherMs = 25;

export class Feed {
  readonly #options: FeedOptions;
  readonly #audience = new Audience();
  readonly #backlog: Backlog;
  readonly #startedAt: number;
  #loading: Promise<void> | null = null;
  #position: number;
  /** By resource: of two changes that wait, the newer one is enough. */
  #waiting = new Map<string, Message>();
  #flush: NodeJS.Immediate | NodeJS.Timeout | null = null;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #readers = new Set<Reader>();
  #stopped = false;
  #reading: Promise<void> | null = null;
  #readAgain = false;

  constructor(options: FeedOptions, position: number) {
    this.#options = options;
    this.#position = position;
    this.#startedAt = position;
    this.#backlog = new Backlog(position, options.limits ?? defaultLimits);
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeatMs ?? 15_000);
    this.#heartbeat.unref();
  }

  static async open(options: FeedOptions): Promise<Feed> {
    const { rows } = await options.db.execute<{ number: string }>(
      sql`select case when is_called then last_value else 0 end as number from commit_numbers`,
    );
    return new Feed(options, (Number(rows[0]?.number ?? 0) + 1) * placesPerCommit - 1);
  }

  /** Everything up to here has been told. */
  get position(): number {
    return this.#position;
  }

  get readers(): number {
    return this.#readers.size;
  }

  /** What this replica has committed. */
  publish(stored: readonly Stored[]): void {
    if (this.#options.replicas.hasPeers || this.#reading) {
      this.readOn();
      return;
    }
    for (const { write, position: first } of stored) {
      let position = first;
      for (const { resources, owner, at } of write.changes) {
        for (const resource of resources) {
          if (this.#audience.size > 0) {
            this.#tell(resourceMessage(resource, { position, owner, at, policy: this.#options.policy }));
          }
          this.#backlog.addResource(entryOf(resource, position, owner, at));
          position += 1;
        }
      }
      for (const event of write.events) {
        const root = write.changes.find(({ root: { id } }) => id === event.clusterId || id === event.infraEnvId);
        const message = eventMessage(event, position, (root ?? write.changes[0])?.owner ?? null);
        if (this.#audience.size > 0) this.#tell(message);
        this.#backlog.addEvent(message);
        position += 1;
      }
      this.#position = Math.max(this.#position, position - 1);
    }
    if (this.#waiting.size > 0) this.#flush ??= this.#soon();
  }

  /** Tells what any replica has committed since. */
  readOn(): void {
    this.#readAgain = true;
    this.#reading ??= this.#readAll()
      .catch(this.#options.failed)
      .finally(() => {
        this.#reading = null;
      });
  }

  async #readAll(): Promise<void> {
    while (this.#readAgain && !this.#stopped) {
      this.#readAgain = false;
      const entries = await readOn(this.#options.db, this.#position);
      for (const entry of entries) {
        if ("text" in entry) {
          this.#backlog.addEvent(entry);
          this.#tell(entry);
        } else {
          this.#backlog.addResource(entry);
          const text = this.#audience.size > 0 ? await this.#textOf(entry) : "";
          if (text !== "") this.#tell({ ...entry, key: keyOf(entry), text: () => text });
        }
        this.#position = entry.position;
      }
      if (entries.length > 0) this.#readAgain = true;
      if (this.#waiting.size > 0) this.#flush ??= this.#soon();
    }
  }

  #tell(message: Message): void {
    const key = message.key ?? `event:${message.position}`;
    this.#waiting.delete(key);
    this.#waiting.set(key, message);
  }

  #soon(): NodeJS.Immediate | NodeJS.Timeout {
    const send = () => this.#sendNow();
    return this.#audience.size < manyReaders ? setImmediate(send) : setTimeout(send, gatherMs);
  }

  #sendNow(): void {
    this.#flush = null;
    const messages = this.#waiting;
    this.#waiting = new Map();
    this.#audience.send(messages.values());
  }

  /** Tells the reader what it missed, and then what comes, until it leaves. */
  async follow(reader: Reader, follow: Follow): Promise<void> {
    if (this.#stopped) return reader.end();
    this.#readers.add(reader);
    let leave = () => {};
    reader.onGone(() => {
      leave();
      this.#readers.delete(reader);
    });
    try {
      await this.#catchUp(reader, follow, () => {
        leave = this.#audience.join(reader, follow.filter, follow.visibility);
      });
    } catch (error) {
      this.#options.failed(error);
      reader.end();
    }
  }

  async #catchUp(reader: Reader, { filter, visibility, since }: Follow, join: () => void): Promise<void> {
    let cursor = since ?? this.#position;
    await reader.sendPatiently(`retry: 1000\nid: ${cursor}\n\n`);
    if (since !== null && !(await this.#reachesBack(since))) {
      cursor = this.#position;
      const reason = "What happened since then is no longer known: fetch everything again.";
      await reader.sendPatiently(frame(cursor, "reset", { kind: "reset", reason }));
    }
    for (;;) {
      const missed = this.#backlog.after(cursor);
      // Nothing waits between this look and the reader's joining: no change can fall between the two.
      if (missed.length === 0 || reader.gone) break;
      for (const entry of missed) {
        if (reader.gone) break;
        cursor = entry.position;
        if (concerns(entry, filter, visibility)) await reader.sendPatiently(await this.#textOf(entry));
      }
    }
    if (reader.gone) return;
    // What waits to be sent is among what it has been told.
    this.#sendNow();
    reader.catchingUp = false;
    join();
  }

  async #reachesBack(since: number): Promise<boolean> {
    if (since > this.#position) return false;
    if (since < this.#startedAt) {
      this.#loading ??= this.#load();
      await this.#loading;
    }
    return this.#backlog.reaches(since);
  }

  async #load(): Promise<void> {
    const limits = this.#options.limits ?? defaultLimits;
    try {
      const { floor, resources, events } = await loadBacklog(this.#options.db, this.#startedAt, limits);
      this.#backlog.prepend(floor, resources, events);
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }

  /** The state of now, not of then: it is what the reader wants, and what comes later repeats it at worst. */
  async #textOf(entry: ResourceEntry | Message): Promise<string> {
    if ("text" in entry) return entry.text();
    const { position, owner, at } = entry;
    if (entry.deleted) return deletedText(entry, position, at);
    const resource = await this.#resourceOf(entry).catch((error) => {
      if (error instanceof Missing) return null;
      throw error;
    });
    // Gone meanwhile: that is told with its own position.
    return resource ? resourceMessage(resource, { position, owner, at, policy: this.#options.policy }).text() : "";
  }

  async #resourceOf({ kind, id, clusterId, infraEnvId }: ResourceEntry): Promise<ChangedResource | null> {
    const { aggregates } = this.#options;
    if (kind === "infra_env") return { kind, fate: "changed", infraEnv: (await aggregates.pool(id)).root };
    if (kind === "cluster") return { kind, fate: "changed", aggregate: await aggregates.cluster(id) };
    const home = clusterId ? await aggregates.cluster(clusterId) : await aggregates.pool(infraEnvId ?? "");
    const host = home.hosts.get(id);
    return host ? { kind, fate: "changed", host, cluster: "controlPlaneCount" in home.root ? home.root : null } : null;
  }

  #beat(): void {
    this.#sendNow();
    const bytes = Buffer.from(`: heartbeat\nid: ${this.#position}\n\n`);
    for (const reader of this.#audience.readers()) reader.send(bytes);
  }

  /** For good: who comes back while everything closes is sent away. */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#heartbeat);
    this.#sendNow();
    for (const reader of this.#readers) reader.end();
  }
}

function entryOf(
  resource: ChangedResource,
  position: number,
  owner: ResourceEntry["owner"],
  at: number,
): ResourceEntry {
  return { ...subjectOf(resource), position, owner, at, deleted: isGone(resource.fate) };
}
