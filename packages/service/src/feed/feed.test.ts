import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, type FeedMessage, type FollowOptions } from "@muster/contract";
import { defaultPolicy as policy } from "@muster/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addCluster, addHosts, addPool, changeHosts, moveHosts, renameCluster } from "../../test/aggregates-scene.ts";
import { type Follower, follow, isCluster, isHost, positionsOf } from "../../test/follower.ts";
import { openTestDatabase } from "../../test/open-database.ts";
import { Aggregates } from "../aggregates/aggregates.ts";
import { onlyReplica } from "../replicas/replicas.ts";
import { orderKey, placesPerCommit } from "../store/commit-statement.ts";
import type { Database } from "../store/database.ts";
import { onConnection } from "../store/transaction.ts";
import type { Stored } from "../store/writer.ts";
import { changedEntry } from "./entry.ts";
import { Feed } from "./feed.ts";
import { readAfter, storedPosition } from "./read-back.ts";
import { Reader } from "./reader.ts";
import { everything } from "./visibility.ts";

const kindsOf = (messages: readonly FeedMessage[]) => messages.map(({ type }) => type);

/** One service among several on a database: what it commits, and its feed. */
class Replica {
  readonly aggregates: Aggregates;
  readonly stored: Stored[] = [];
  readonly failures: unknown[] = [];
  readonly #server: Server = createServer();
  readonly #database: Database;
  #feed: Feed | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.aggregates = new Aggregates({
      db: database.db,
      replicas: { ...onlyReplica, id: randomUUID(), alone: false, hasPeers: true },
      policy,
      now: Date.now,
      cacheHosts: 1_000,
      refreshFailed: (_, error) => this.failures.push(error),
    });
  }

  get feed(): Feed {
    if (!this.#feed) throw new Error("it is started first");
    return this.#feed;
  }

  async start(): Promise<void> {
    const { db } = this.#database;
    const failed = (_: string, error: unknown) => void this.failures.push(error);
    const feed = await Feed.open({ db, aggregates: this.aggregates, replicas: { alone: false }, policy, failed });
    this.#feed = feed;
    this.aggregates.writer.onStored((stored) => {
      this.stored.push(...stored);
      feed.publish(stored);
    });
    this.#server.on("request", ({ url = "", headers }, response) => {
      response.writeHead(200);
      const { searchParams } = new URL(url, "http://localhost");
      const [clusterId, infraEnvId] = [searchParams.get("cluster_id"), searchParams.get("infra_env_id")];
      const filter = { ...(clusterId && { clusterId }), ...(infraEnvId && { infraEnvId }) };
      const since = headers["last-event-id"] === undefined ? null : Number(headers["last-event-id"]);
      void feed.follow(new Reader(response, 1_000_000, () => {}), { filter, visibility: everything, since });
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  follow(options: FollowOptions = {}): Promise<Follower> {
    const { port } = this.#server.address() as AddressInfo;
    return follow(createClient({ baseUrl: `http://127.0.0.1:${port}` }), options);
  }

  async stop(): Promise<void> {
    this.#feed?.stop();
    this.#server.closeAllConnections();
    this.#server.close();
    await this.aggregates.stop();
  }
}

describe("the feed of several replicas", () => {
  let database: Database;
  let one: Replica;
  let other: Replica;
  beforeEach(async () => {
    database = await openTestDatabase();
    one = new Replica(database);
    other = new Replica(database);
    await one.start();
    await other.start();
  }, 60_000);
  afterEach(async () => {
    await one.stop();
    await other.stop();
    await database.close();
    expect([...one.failures, ...other.failures]).toEqual([]);
  }, 60_000);

  test("what is read back from history is what its commits told, each with its own position", async () => {
    const [cluster, pool] = [await addCluster(one.aggregates), await addPool(one.aggregates)];
    const joining = await addPool(one.aggregates, cluster);
    const hostIds = await addHosts(one.aggregates, pool, 5);
    await moveHosts(one.aggregates, {
      hostIds: hostIds.slice(0, 4),
      poolId: pool.id,
      clusterId: cluster.id,
      to: "cluster",
    });
    await changeHosts(one.aggregates, cluster.id, (host) => ({
      progress: { ...host.progress, stage: "Writing image to disk" },
    }));
    // Some get on within the stage, which history does not keep, while others do something that it does.
    await changeHosts(one.aggregates, cluster.id, (host) => ({
      progress: { ...host.progress, info: "41%" },
      ...(hostIds.indexOf(host.id) % 2 === 0 && { discoveryAgentVersion: "agent:7" }),
    }));
    await changeHosts(one.aggregates, cluster.id, (host) => ({ progress: { ...host.progress, info: "42%" } }));
    await one.aggregates.changePool(joining.id, () => ({ answer: undefined, root: { sshAuthorizedKey: "changed" } }));
    await moveHosts(one.aggregates, {
      hostIds: hostIds.slice(0, 2),
      poolId: pool.id,
      clusterId: cluster.id,
      to: "pool",
    });
    const [, , third = "", fourth = ""] = hostIds;
    await one.aggregates.changeCluster(cluster.id, () => ({
      answer: undefined,
      hosts: new Map([[fourth, { kind: "delete" } as const]]),
    }));
    await moveHosts(one.aggregates, { hostIds: [third], poolId: pool.id, clusterId: cluster.id, to: "pool" });
    await one.aggregates.changeCluster(cluster.id, () => ({ answer: undefined, delete: true }));

    const told = one.stored.flatMap(({ write, position }) =>
      write.changes
        .flatMap((change) => change.resources.map((resource) => ({ change, resource })))
        .map(({ change, resource }, index) => changedEntry(resource, change, position + index)),
    );
    const { entries } = await readAfter(database.db, 0);
    const readBack = entries.flatMap((entry) => ("text" in entry ? [] : [entry]));
    expect(new Set(told.map(({ position }) => position)).size).toBe(told.length);
    expect(new Set(told.map(({ fate }) => fate))).toEqual(new Set(["changed", "deleted", "left"]));
    const now = new Map(told.map((entry) => [entry.key, entry]));
    // Where a host has gone meanwhile is known, and not the infra-env that it had then: it is told again later.
    for (const [index, entry] of readBack.entries()) {
      const { infraEnvId, ...rest } = entry;
      const { infraEnvId: was, ...expected } = told[index] ?? entry;
      expect(rest).toEqual(expected);
      if (now.get(entry.key) === told[index]) expect(infraEnvId).toBe(was);
    }
    expect(readBack).toHaveLength(told.length);
  }, 30_000);

  test("a commit of another that nobody heard of is told before one's own that came later", async () => {
    const reader = await one.follow();
    const { id: unheard } = await addCluster(other.aggregates);
    const { id } = await addPool(one.aggregates);
    await reader.next((message) => message.type === "infra_env" && message.id === id);
    const messages = await reader.stop();
    expect(messages.flatMap((message) => ("id" in message ? [message.id] : []))).toEqual([unheard, id]);
  });

  test("while nobody follows nothing is read; who comes then is told what comes, and what it missed", async () => {
    const { id } = await addCluster(one.aggregates);
    const before = await one.feed.now();
    await renameCluster(other.aggregates, id, "unread");
    one.feed.readOn();
    await renameCluster(one.aggregates, id, "unread, too");
    expect(one.feed.position).toBe(before);
    const fresh = await one.follow();
    await renameCluster(other.aggregates, id, "seen");
    one.feed.readOn();
    await fresh.next(isCluster("seen"));
    const back = await one.follow({ since: before });
    await back.next(isCluster("seen"));
    for (const reader of [fresh, back]) expect(kindsOf(await reader.stop())).toEqual(["open", "cluster"]);
  });

  test("who comes from another replica that is ahead is not sent to fetch everything", async () => {
    const { id } = await addCluster(one.aggregates);
    const still = await one.follow();
    await renameCluster(other.aggregates, id, "ahead");
    const reader = await one.follow({ since: await other.feed.now() });
    await renameCluster(other.aggregates, id, "further");
    one.feed.readOn();
    await reader.next(isCluster("further"));
    expect(kindsOf(await reader.stop())).toEqual(["open", "cluster"]);
    await still.next(isCluster("further"));
    const future = await one.follow({ since: (await storedPosition(database.db)) + 1 });
    await future.next(({ type }) => type === "reset");
    await Promise.all([still.stop(), future.stop()]);
  });

  test("filters by cluster and infra-env hold for what others commit: changes, progress, departures", async () => {
    const [cluster, pool] = [await addCluster(one.aggregates), await addPool(one.aggregates)];
    const [hostId = ""] = await addHosts(one.aggregates, pool, 1);
    await moveHosts(one.aggregates, { hostIds: [hostId], poolId: pool.id, clusterId: cluster.id, to: "cluster" });
    await changeHosts(other.aggregates, cluster.id, (host) => ({
      progress: { ...host.progress, stage: "Writing image to disk" },
    }));
    const [all, byCluster, byInfraEnv] = [
      await one.follow(),
      await one.follow({ cluster_id: cluster.id }),
      await one.follow({ infra_env_id: pool.id }),
    ];
    await changeHosts(other.aggregates, cluster.id, (host) => ({ progress: { ...host.progress, info: "40%" } }));
    one.feed.readOn();
    let told = 0;
    for (const reader of [all, byCluster, byInfraEnv]) {
      const message = await reader.next(
        (each) => isHost(hostId)(each) && Object(each).host.progress.progress_info === "40%",
      );
      expect(message).toMatchObject({ infra_env_id: pool.id, cluster_id: cluster.id });
      told = Object(message).position;
    }
    await moveHosts(other.aggregates, { hostIds: [hostId], poolId: pool.id, clusterId: cluster.id, to: "pool" });
    one.feed.readOn();
    const isGone = (message: FeedMessage) => message.type === "deleted" && message.id === hostId;
    const isFree = (message: FeedMessage) => isHost(hostId)(message) && Object(message).cluster_id === undefined;
    const back = await one.follow({ cluster_id: cluster.id, since: told });
    await Promise.all([byCluster.next(isGone), back.next(isGone), byInfraEnv.next(isFree), all.next(isFree)]);
    await Promise.all([byCluster.stop(), back.stop()]);
    expect([...(await all.stop()), ...(await byInfraEnv.stop())].filter(isGone)).toEqual([]);
  });

  test("a reader cut between two resources of one commit is told the second when it comes back", async () => {
    const pool = await addPool(one.aggregates);
    const reader = await one.follow();
    const hostIds = await addHosts(other.aggregates, pool, 3);
    one.feed.readOn();
    for (const id of hostIds) await reader.next(isHost(id));
    const told = (await reader.stop()).filter(({ type }) => type === "host");
    const [first, ...rest] = told.map((message) => ({ position: Object(message).position, id: Object(message).id }));
    const back = await other.follow({ since: first?.position });
    for (const { id } of rest) await back.next(isHost(id));
    expect(positionsOf(await back.stop())).toEqual(rest.map(({ position }) => position));
  });

  test("events that come without a change are told with their owner", async () => {
    const { id } = await addCluster(one.aggregates);
    await one.aggregates.writer.commit({
      clusters: [],
      infraEnvs: [],
      hosts: [],
      secrets: [],
      changes: [],
      events: [{ name: "", severity: "info", category: "user", message: "hello", clusterId: id, time: new Date() }],
    });
    const { entries } = await readAfter(database.db, 0);
    expect(entries.findLast((entry) => "text" in entry)).toMatchObject({ owner: { userName: "ada", orgId: "7" } });
  });

  test.skipIf(!process.env.MUSTER_TEST_DATABASE_URL)(
    "who takes a number and commits late is waited for, not counted as told",
    async () => {
      await onConnection(database.db, async (client) => {
        await client.query("begin");
        await client.query("select pg_advisory_xact_lock($1)", [orderKey]);
        const { rows } = await client.query("select nextval('commit_numbers') as number");
        let known: number | null = null;
        const asked = storedPosition(database.db).then((position) => {
          known = position;
        });
        await client.query("select pg_sleep(0.1)");
        expect(known).toBeNull();
        await client.query("commit");
        await asked;
        expect(known).toBe((Number(rows[0]?.number) + 1) * placesPerCommit - 1);
      });
    },
  );
});
