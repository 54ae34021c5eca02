// Several services on one PostgreSQL. The embedded database serves one process only.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, followFeed } from "@muster/contract";
import { installCluster, pullSecret, readyCluster, until } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askUntilAnswered, type ChildService, freePort, startChild } from "./child-service.ts";
import { follow, positionsOf } from "./follower.ts";
import { createTestDatabase, type TestDatabase } from "./running-service.ts";
import { bringTo, hostOf, newCluster, newInfraEnv, newMachine } from "./scene.ts";

// So that a host that stops calling is missed within seconds.
const patience = { HOST_MAX_DISCONNECTION_TIME: "4s" };

describe.skipIf(!process.env.MUSTER_TEST_DATABASE_URL)("several replicas", () => {
  let directory = "";
  let database: TestDatabase;
  const running: ChildService[] = [];

  const start = async (): Promise<ChildService> => {
    const own = await mkdtemp(join(directory, "replica-"));
    const flags = { ...database.flags, ...patience, WORK_DIR: join(directory, "shared") };
    const replica = await startChild(own, await freePort(), flags);
    running.push(replica);
    return replica;
  };
  const stop = async (replica: ChildService, how: "kill" | "stop") => {
    running.splice(running.indexOf(replica), 1);
    await replica[how]();
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-test-"));
    database = await createTestDatabase(directory);
    await Promise.all([start(), start()]);
  }, 60_000);

  afterAll(async () => {
    await Promise.all(running.map((replica) => replica.stop()));
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  }, 60_000);

  /** Every request goes to the next replica, as behind a load balancer; one that got no answer, to the one after it. */
  const balanced = (): Client => {
    let turn = 0;
    const fetchAnywhere: typeof fetch = (input, init) => {
      const { pathname, search } = new URL(String(input));
      return askUntilAnswered(() => {
        const replica = running[turn++ % running.length];
        if (!replica) throw new Error("no replica runs");
        return `${replica.url}${pathname}${search}`;
      }, init);
    };
    return createClient({ baseUrl: "http://anywhere", fetch: fetchAnywhere });
  };

  test("whatever one has confirmed, the next request finds at another", async () => {
    const client = balanced();
    const { id } = await newCluster(client);
    const params = { cluster_id: id };
    for (let round = 0; round < 25; round += 1) {
      const name = `round-${round}`;
      await client.call("V2UpdateCluster", { params, body: { name } });
      expect((await client.call("v2GetCluster", { params })).name).toBe(name);
      const listed = await client.call("v2ListClusters", { query: { with_hosts: true } });
      expect(listed.find((cluster) => cluster.id === id)?.name).toBe(name);
    }
    await client.call("v2DeregisterCluster", { params });
    await expect(client.call("v2GetCluster", { params })).rejects.toMatchObject({ status: 404 });
  }, 30_000);

  test("so it is with hosts, of pools and of clusters", async () => {
    const client = balanced();
    const [{ id: clusterId }, { id: infraEnvId }] = [await newCluster(client), await newInfraEnv(client)];
    const machine = newMachine(client, infraEnvId);
    await bringTo(client, infraEnvId, machine, "known-unbound");
    const params = { infra_env_id: infraEnvId, host_id: machine.id };
    const rename = async (host_name: string) => {
      await client.call("v2UpdateHost", { params, body: { host_name } });
      expect((await hostOf(client, infraEnvId, machine.id)).requested_hostname).toBe(host_name);
    };
    for (let round = 0; round < 10; round += 1) await rename(`pooled-${round}`);
    await client.call("BindHost", { params, body: { cluster_id: clusterId } });
    expect((await hostOf(client, infraEnvId, machine.id)).cluster_id).toBe(clusterId);
    for (let round = 0; round < 10; round += 1) await rename(`bound-${round}`);
    await client.call("v2DeregisterHost", { params });
    await expect(hostOf(client, infraEnvId, machine.id)).rejects.toMatchObject({ status: 404 });
  }, 30_000);

  test("an installation goes through all of them, and each one's feed tells all of it", async () => {
    const client = balanced();
    const readers = await Promise.all(running.map(({ url }) => follow(createClient({ baseUrl: url }))));
    const { clusterId, fleet } = await installCluster(client, {
      name: "shared",
      topology: "compact",
      siteNumber: 61,
      speed: 1_000,
      withinSeconds: 40,
    });
    await fleet.stop();
    const cluster = await client.call("v2GetCluster", { params: { cluster_id: clusterId } });
    expect(cluster).toMatchObject({ status: "installed" });
    const events = await client.call("v2ListEvents", { query: { cluster_id: clusterId, limit: 5_000 } });
    const finished = events.filter(({ name }) => name === "cluster_installation_completed");
    expect(finished).toHaveLength(1);
    const { hosts } = await client.call("musterListHosts", { query: { cluster_id: clusterId } });
    expect(hosts).toHaveLength(3);
    const body = {
      cluster_id: clusterId,
      severity: "info",
      message: "the end",
      event_time: "2026-01-01T00:00:00Z",
    } as const;
    await client.call("v2TriggerEvent", { body });
    for (const reader of readers) {
      await reader.next((message) => message.type === "event" && message.event.message === body.message);
      const messages = await reader.stop();
      const told = positionsOf(messages);
      expect(told).toEqual(told.toSorted((a, b) => a - b));
      expect(new Set(told).size).toBe(told.length);
      const last = new Map(messages.flatMap((message) => (message.type === "host" ? [[message.id, message]] : [])));
      for (const { checked_in_at: _, updated_at: __, timestamp: ___, ...host } of hosts) {
        expect(last.get(host.id)).toMatchObject({ cluster_id: clusterId, infra_env_id: host.infra_env_id, host });
      }
    }
  }, 60_000);

  test("a host that calls one replica is not missed by another, and one that calls nobody is", async () => {
    const [first, second] = running;
    if (!first || !second) throw new Error("two replicas run");
    const [one, other] = [createClient({ baseUrl: first.url }), createClient({ baseUrl: second.url })];
    const infraEnv = await newInfraEnv(one);
    const [caller, silent] = [newMachine(one, infraEnv.id), newMachine(one, infraEnv.id)];
    for (const machine of [caller, silent]) {
      await machine.register();
      await machine.poll();
    }
    const seen = new Set<string>();
    // Whoever called last before both were silent for long enough would be missed soon after.
    for (let missedAt: number | null = null; Date.now() < (missedAt ?? Number.POSITIVE_INFINITY) + 5_000; ) {
      await caller.poll();
      seen.add((await hostOf(other, infraEnv.id, caller.id)).status);
      const { status } = await hostOf(other, infraEnv.id, silent.id);
      if (status === "disconnected-unbound") missedAt ??= Date.now();
    }
    expect(seen).not.toContain("disconnected-unbound");
    await until({
      what: "the host to be missed",
      look: () => hostOf(other, infraEnv.id, caller.id),
      holds: ({ status }) => status === "disconnected-unbound",
    });
  }, 40_000);

  test("the feed of one tells what the others do, in the order in which they did it", async () => {
    const [first, second] = running;
    if (!first || !second) throw new Error("two replicas run");
    const clients = [first, second].map(({ url }) => createClient({ baseUrl: url }));
    const [one, other] = clients;
    if (!one || !other) throw new Error("two replicas run");
    const ended = new AbortController();
    const { id } = await newCluster(one);
    const tags: string[] = [];
    let isOpen = false;
    const following = (async () => {
      for await (const message of followFeed(other, { cluster_id: id, signal: ended.signal })) {
        isOpen ||= message.type === "open";
        if (message.type === "cluster") tags.push(message.cluster.tags ?? "");
        if (tags.at(-1) === "last") return;
      }
    })();
    await until({ what: "the reader", look: async () => isOpen, holds: (open) => open });
    for (let round = 0; round < 10; round += 1) {
      for (const client of clients) {
        await client.call("V2UpdateCluster", { params: { cluster_id: id }, body: { tags: `round-${round}` } });
      }
    }
    await one.call("V2UpdateCluster", { params: { cluster_id: id }, body: { tags: "last" } });
    await following;
    ended.abort();
    // Of changes that follow fast, the newest is enough; none comes after a newer one.
    expect(tags).toEqual([...tags.slice(0, -1).toSorted(), "last"]);
  }, 30_000);

  test("a machine that registers everywhere at once is there once", async () => {
    const clients = running.map(({ url }) => createClient({ baseUrl: url }));
    const [first] = clients;
    if (!first) throw new Error("no replica runs");
    const infraEnvs = await Promise.all([newInfraEnv(first), newInfraEnv(first)]);
    for (let round = 0; round < 10; round += 1) {
      const host_id = crypto.randomUUID();
      await Promise.all(
        clients.flatMap((client) =>
          infraEnvs.map(({ id }) =>
            client
              .call("v2RegisterHost", { params: { infra_env_id: id }, body: { host_id } })
              // An agent asks again; here it is enough that some are let in.
              .catch(() => null),
          ),
        ),
      );
      const found = await Promise.all(
        infraEnvs.map(({ id }) => first.call("v2ListHosts", { params: { infra_env_id: id } })),
      );
      expect(found.flat().filter(({ id }) => id === host_id)).toHaveLength(1);
    }
  }, 30_000);

  test("what a killed one had to do, another does within five seconds", async () => {
    const doomed = await start();
    const client = balanced();
    const ready = await readyCluster(client, { name: "orphan", topology: "sno", siteNumber: 62, speed: 1_000 });
    await client.call("v2InstallCluster", { params: { cluster_id: ready.clusterId } });
    await stop(doomed, "kill");
    await until({
      what: "the cluster to be installed",
      look: () => client.call("v2GetCluster", { params: { cluster_id: ready.clusterId } }),
      holds: ({ status }) => status === "installed",
    });
    await ready.fleet.stop();
    // A machine that goes silent is missed, whoever owned its deadline.
    const infraEnv = await newInfraEnv(client);
    const second = await start();
    const machines = Array.from({ length: 6 }, () => newMachine(client, infraEnv.id));
    for (const machine of machines) {
      await machine.register();
      await machine.poll();
    }
    await stop(second, "kill");
    const killedAt = Date.now();
    await until({
      what: "all hosts to be missed",
      look: () => client.call("v2ListHosts", { params: { infra_env_id: infraEnv.id } }),
      holds: (hosts) => hosts.every(({ status }) => status === "disconnected-unbound"),
    });
    // Four seconds of patience, and five until somebody else takes over.
    expect(Date.now() - killedAt).toBeLessThan(9_500);
  }, 90_000);

  test("restarted one after the other, they lose no request, and miss every machine that went silent meanwhile", async () => {
    const client = balanced();
    const { id: infraEnvId } = await newInfraEnv(client);
    const { id } = await newCluster(client, { name: "rolling", pull_secret: pullSecret });
    const params = { cluster_id: id };
    let stopped = false;
    let asked = 0;
    const asking = Array.from({ length: 4 }, async (_, worker) => {
      while (!stopped) {
        asked += 1;
        await client.call("V2UpdateCluster", { params, body: { tags: `worker-${worker}` } });
        await client.call("v2GetCluster", { params });
      }
    });
    const silent = (async () => {
      while (!stopped) {
        const machine = newMachine(client, infraEnvId);
        await machine.register();
        await machine.poll();
      }
    })();
    for (const replica of [...running]) {
      await start();
      await stop(replica, "stop");
    }
    stopped = true;
    await Promise.all([...asking, silent]);
    expect(asked).toBeGreaterThan(20);
    const hosts = await until({
      what: "all machines to be missed",
      look: () => client.call("v2ListHosts", { params: { infra_env_id: infraEnvId } }),
      holds: (listed) => listed.every(({ status }) => status === "disconnected-unbound"),
    });
    expect(hosts.length).toBeGreaterThan(5);
  }, 90_000);
});
