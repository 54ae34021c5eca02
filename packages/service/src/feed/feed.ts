// The live feed: what was committed, to everyone who follows it, in the order of the commits.
import type { Policy } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import type { Aggregates } from "../aggregates/aggregates.ts";
import type { ChangedResource } from "../history/change.ts";
import type { Replicas } from "../replicas/replicas.ts";
import { placesPerCommit } from "../store/commit-statement.ts";
import type { Db } from "../store/database.ts";
import type { Stored } from "../store/writer.ts";
import { Audience, concerns, type Filter } from "./audience.ts";
import { Backlog, type Limits } from "./backlog.ts";
import { changedEntry, type ResourceEntry } from "./entry.ts";
import { eventMessage, frame, type Message, resourceMessage, resourceText } from "./message.ts";
import { loadBacklog, readAfter, storedPosition } from "./read-back.ts";
import type { Reader } from "./reader.ts";
import type { Visibility } from "./visibility.ts";

export type FeedOptions = Readonly<{
  db: Db;
  aggregates: Pick<Aggregates, "cluster" | "pool">;
  replicas: Pick<Replicas, "alone">;
  policy: Policy;
  limits?: Limits;
  heartbeatMs?: number;
  failed: (what: "a reader was sent away" | "what others committed was not read", error: unknown) => void;
}>;

export type Follow = Readonly<{ filter: Filter; visibility: Visibility; since: number | null }>;

const defaultLimits: Limits = { resources: 20_000, events: 2_000 };
// To write to thousands of sockets takes tens of milliseconds: what comes meanwhile goes out together.
const manyReaders = 100;
const gatherMs = 25;
const textsAtOnce = 100;

const commitOf = (position: number): number => Math.floor(position / placesPerCommit);

export class Feed {
  readonly #options: FeedOptions;
  readonly #audience = new Audience();
  #backlog: Backlog;
  #loading: Promise<void> | null = null;
  #position: number;
  /** By resource: of two changes that wait, the newer one is enough. */
  #waiting = new Map<string, Message>();
  #flush: NodeJS.Immediate | NodeJS.Timeout | null = null;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #readers = new Set<Reader>();
  #stopped = false;
  /** Something was committed that is known to the database alone. */
  #behind = false;
  /** That was so while nobody followed: there is no need to read it all. */
  #asleep = false;
  #reading: Promise<void> | null = null;

  constructor(options: FeedOptions, position: number) {
    this.#options = options;
    this.#position = position;
    this.#backlog = new Backlog(position, options.limits ?? defaultLimits);
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeatMs ?? 15_000);
    this.#heartbeat.unref();
  }

  static async open(options: FeedOptions): Promise<Feed> {
    return new Feed(options, await storedPosition(options.db));
  }

  /** Everything up to here has been told. */
  get position(): number {
    return this.#position;
  }

  get readers(): number {
    return this.#readers.size;
  }

  /** The position to follow from what is read afterwards. */
  async now(): Promise<number> {
    if (this.#asleep) await this.#catchUp();
    return this.#position;
  }

  /** What this replica has committed: told as it is if it comes next and says whose it is, else as the database has it. */
  publish(stored: readonly Stored[]): void {
    const [first] = stored;
    if (!first) return;
    const isNext = this.#options.replicas.alone || commitOf(first.position) === commitOf(this.#position) + 1;
    const isOwned = stored.every(({ write }) => write.changes.length > 0);
    if (isNext && isOwned && !this.#behind && !this.#reading) this.#tellAsCommitted(stored);
    else this.readOn();
  }

  #tellAsCommitted(stored: readonly Stored[]): void {
    for (const { write, position: start } of stored) {
      let position = start;
      for (const change of write.changes) {
        for (const resource of change.resources) {
          const entry = changedEntry(resource, change, position);
          this.#backlog.addResource(entry);
          if (this.#audience.size > 0) this.#tell(resourceMessage(entry, resource, this.#options.policy));
          position += 1;
        }
      }
      for (const event of write.events) {
        const root = write.changes.find(({ root: { id } }) => id === event.clusterId || id === event.infraEnvId);
        const message = eventMessage(event, position, (root ?? write.changes[0])?.owner ?? null);
        this.#backlog.addEvent(message);
        if (this.#audience.size > 0) this.#tell(message);
        position += 1;
      }
      this.#position = Math.max(this.#position, position - 1);
    }
    if (this.#waiting.size > 0) this.#flush ??= this.#soon();
  }

  /** Another replica has committed something. */
  readOn(): void {
    this.#behind = true;
    if (this.#readers.size === 0) this.#asleep = true;
    else this.#catchUp().catch((error) => this.#options.failed("what others committed was not read", error));
  }

  #catchUp(): Promise<void> {
    this.#reading ??= Promise.resolve().then(() => this.#readAll());
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const { db, limits = defaultLimits } = this.#options;
    try {
      if (this.#asleep) {
        this.#behind = false;
        this.#position = await storedPosition(db);
        this.#backlog = new Backlog(this.#position, limits);
        this.#loading = null;
        this.#asleep = false;
      }
      while (this.#behind && this.#readers.size > 0 && !this.#stopped) {
        this.#behind = false;
        const { entries, isAll } = await readAfter(db, this.#position);
        const texts = new Map<ResourceEntry | Message, string>();
        for (;;) {
          // Again until nothing is missing: who joins meanwhile may be the first whom an entry concerns.
          const wanted = entries.filter((entry) => !texts.has(entry) && this.#audience.follows(entry));
          if (wanted.length === 0) break;
          await Promise.all(wanted.map(async (entry) => texts.set(entry, await this.#textOf(entry))));
        }
        for (const entry of entries) this.#take(entry, texts.get(entry) ?? "");
        if (!isAll) this.#behind = true;
        if (this.#waiting.size > 0) this.#flush ??= this.#soon();
      }
    } catch (error) {
      this.#behind = true;
      throw error;
    } finally {
      // At once: who finds it there relies on it to read what was committed until now.
      this.#reading = null;
    }
  }

  #take(entry: ResourceEntry | Message, text: string): void {
    if ("text" in entry) this.#backlog.addEvent(entry);
    else this.#backlog.addResource(entry);
    if (text !== "") this.#tell({ ...entry, text: () => text });
    this.#position = entry.position;
  }

  #tell(message: Message): void {
    this.#waiting.delete(message.key);
    this.#waiting.set(message.key, message);
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
      if (this.#asleep) await this.#catchUp();
      else if (this.#behind) this.readOn();
      await this.#tellMissed(reader, follow, () => {
        // What waits to be sent is among what it has been told.
        this.#sendNow();
        reader.catchingUp = false;
        leave = this.#audience.join(reader, follow.filter, follow.visibility);
      });
    } catch (error) {
      this.#options.failed("a reader was sent away", error);
      reader.end();
    }
  }

  async #tellMissed(reader: Reader, { filter, visibility, since }: Follow, join: () => void): Promise<void> {
    let cursor = since ?? this.#position;
    await reader.sendPatiently(`retry: 1000\nid: ${cursor}\n\n`);
    if (since !== null) await this.#lookBack(since);
    while (!reader.gone) {
      if (cursor > this.#position || !this.#backlog.reaches(cursor)) {
        cursor = this.#position;
        const reason = "What happened since then is no longer known: fetch everything again.";
        await reader.sendPatiently(frame(cursor, "reset", { kind: "reset", reason }));
      }
      const missed = this.#backlog.after(cursor);
      // Nothing waits between this look and the reader's joining: no change can fall between the two.
      if (missed.length === 0) return join();
      cursor = missed.at(-1)?.position ?? cursor;
      const theirs = missed.filter((entry) => concerns(entry, filter, visibility));
      for (let start = 0; start < theirs.length && !reader.gone; start += textsAtOnce) {
        const texts = theirs.slice(start, start + textsAtOnce).map((entry) => this.#textOf(entry));
        await reader.sendPatiently((await Promise.all(texts)).join(""));
      }
    }
  }

  /** Sees to it that what came after the position is known, if anybody knows it. */
  async #lookBack(since: number): Promise<void> {
    if (since > this.#position && !this.#options.replicas.alone) {
      // Another replica may have told it already.
      const stored = await storedPosition(this.#options.db);
      this.#behind = true;
      await this.#catchUp();
      if (!this.#behind) this.#position = Math.max(this.#position, stored);
    }
    if (since >= this.#backlog.start) return;
    this.#loading ??= this.#load(this.#backlog);
    await this.#loading;
  }

  async #load(backlog: Backlog): Promise<void> {
    const { db, limits = defaultLimits } = this.#options;
    try {
      const { floor, resources, events } = await loadBacklog(db, backlog.start, limits);
      backlog.prepend(floor, resources, events);
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }

  /** The state of now, not of then: it is what the reader wants, and what comes later repeats it at worst. */
  async #textOf(entry: ResourceEntry | Message): Promise<string> {
    if ("text" in entry) return entry.text();
    const resource = await this.#resourceOf(entry).catch((error) => {
      if (error instanceof Missing) return null;
      throw error;
    });
    return resourceText(entry, resource, this.#options.policy);
  }

  async #resourceOf(entry: ResourceEntry): Promise<ChangedResource | null> {
    const { kind, id, fate, clusterId, infraEnvId } = entry;
    if (fate !== "changed") return null;
    const { aggregates, replicas } = this.#options;
    // What was told is stored; what is in memory may be older.
    const isSure = !replicas.alone;
    if (kind === "infra_env") return { kind, fate, infraEnv: (await aggregates.pool(id, isSure)).root };
    if (kind === "cluster") return { kind, fate, aggregate: await aggregates.cluster(id, isSure) };
    const home = clusterId
      ? await aggregates.cluster(clusterId, isSure)
      : await aggregates.pool(infraEnvId ?? "", isSure);
    const host = home.hosts.get(id);
    return host ? { kind, fate, host, cluster: "controlPlaneCount" in home.root ? home.root : null } : null;
  }

  #beat(): void {
    this.#sendNow();
    const bytes = Buffer.from(`: heartbeat\nid: ${this.#position}\n\n`);
    for (const reader of this.#audience.readers()) reader.send(bytes);
    // What could not be read then may be read now.
    if (this.#behind) this.readOn();
  }

  /** For good: who comes back while everything closes is sent away. */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#heartbeat);
    this.#sendNow();
    for (const reader of this.#readers) reader.end();
  }
}
