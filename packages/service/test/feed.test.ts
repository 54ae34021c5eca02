import { createClient, type FeedMessage, type FollowOptions } from "@muster/contract";
import { installCluster } from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { follow as followAnywhere, isCluster, positionsOf } from "./follower.ts";
import { runningService } from "./running-service.ts";
import { bringTo, newCluster, newInfraEnv, newMachine, nobody, refusal } from "./scene.ts";

const service = runningService();

const follow = (options: FollowOptions = {}) => followAnywhere(createClient({ baseUrl: service.url }), options);

const isStatus = (status: string) => (message: FeedMessage) =>
  message.type === "host" && message.host.status === status;

describe("following the feed", () => {
  test("tells what was created, changed and deleted, in order, each with a greater position", async () => {
    const follower = await follow();
    const { id } = await newCluster(service.client, { name: "told" });
    const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: id });
    await bringTo(service.client, infraEnvId, newMachine(service.client, infraEnvId), "pending-for-input");
    await service.client.call("V2UpdateCluster", { params: { cluster_id: id }, body: { name: "renamed" } });
    await follower.next(isCluster("renamed"));
    await service.client.call("v2DeregisterCluster", { params: { cluster_id: id } });
    await follower.next((message) => message.type === "deleted" && message.kind === "cluster" && message.id === id);
    const messages = await follower.stop();
    const told = positionsOf(messages);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(new Set(told).size).toBe(told.length);
    const kinds = messages.map((message) => message.type);
    for (const kind of ["cluster", "infra_env", "host", "event", "deleted"]) expect(kinds).toContain(kind);
    expect(kinds.indexOf("cluster")).toBeLessThan(kinds.indexOf("host"));
  });

  test("hosts are lean: what a table shows, without reports", async () => {
    const follower = await follow();
    const { id: infraEnvId } = await newInfraEnv(service.client);
    const machine = newMachine(service.client, infraEnvId);
    await bringTo(service.client, infraEnvId, machine, "known-unbound");
    const message = await follower.next(isStatus("known-unbound"));
    await follower.stop();
    if (message.type !== "host") throw new Error("it is a host");
    expect(message.host).toMatchObject({
      id: machine.id,
      requested_hostname: machine.machine.hostname,
      validations_info: expect.stringContaining("has-inventory"),
      hardware: { cpu_cores: expect.any(Number), addresses: [expect.any(String)] },
    });
    for (const field of ["inventory", "connectivity", "free_addresses", "domain_name_resolutions"]) {
      expect(message.host).not.toHaveProperty(field);
    }
  });

  test("a filter by cluster, infra-env or host keeps everything else away", async () => {
    const cluster = await newCluster(service.client);
    const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
    const [one, other] = [newMachine(service.client, infraEnvId), newMachine(service.client, infraEnvId)];
    await one.register();
    await other.register();
    const followers = await Promise.all([
      follow({ cluster_id: cluster.id }),
      follow({ infra_env_id: infraEnvId }),
      follow({ host_id: one.id }),
    ]);
    const elsewhere = await newInfraEnv(service.client);
    await bringTo(service.client, elsewhere.id, newMachine(service.client, elsewhere.id), "known-unbound");
    await bringTo(service.client, infraEnvId, other, "pending-for-input");
    await bringTo(service.client, infraEnvId, one, "pending-for-input");
    for (const follower of followers) {
      await follower.next(
        (message) => message.type === "host" && message.id === one.id && message.host.status === "pending-for-input",
      );
    }
    const [byCluster = [], byInfraEnv = [], byHost = []] = await Promise.all(followers.map((each) => each.stop()));
    const subjects = (messages: readonly FeedMessage[], field: "cluster_id" | "infra_env_id" | "host_id") =>
      new Set(messages.flatMap((message) => (field in message ? [Object(message)[field]] : [])));
    expect(subjects(byCluster, "cluster_id")).toEqual(new Set([cluster.id]));
    expect(subjects(byInfraEnv, "infra_env_id")).toEqual(new Set([infraEnvId]));
    expect(subjects(byHost, "host_id")).toEqual(new Set([one.id]));
  });

  test("who follows a cluster hears that a host left it; to everybody else the host is still there", async () => {
    const cluster = await newCluster(service.client);
    const { id: infraEnvId } = await newInfraEnv(service.client);
    const machine = newMachine(service.client, infraEnvId);
    await bringTo(service.client, infraEnvId, machine, "known-unbound");
    const params = { infra_env_id: infraEnvId, host_id: machine.id };
    await service.client.call("BindHost", { params, body: { cluster_id: cluster.id } });
    await bringTo(service.client, infraEnvId, machine, "pending-for-input");
    const { position } = await service.client.call("musterListHosts");
    const byCluster = await follow({ cluster_id: cluster.id });
    const others = await Promise.all([follow(), follow({ infra_env_id: infraEnvId }), follow({ host_id: machine.id })]);
    await service.client.call("UnbindHost", { params });
    const hasLeft = (message: FeedMessage) => message.type === "deleted" && message.id === machine.id;
    expect(await byCluster.next(hasLeft)).toMatchObject({ kind: "host", cluster_id: cluster.id });
    await byCluster.stop();
    for (const other of others) {
      await other.next((each) => each.type === "host" && each.id === machine.id && each.host.cluster_id === undefined);
      expect((await other.stop()).filter(({ type }) => type === "deleted")).toEqual([]);
    }
    const hearsLater = async () => {
      const later = await follow({ cluster_id: cluster.id, since: position });
      await later.next(hasLeft);
      await later.stop();
    };
    await hearsLater();
    await service.restart();
    await hearsLater();
  });

  test("who comes back is told the newest state of all that changed meanwhile, and every event", async () => {
    const before = await follow();
    const cluster = await newCluster(service.client, { name: "resumed" });
    const created = await before.next(isCluster("resumed"));
    await before.stop();
    if (!("position" in created)) throw new Error("it has a position");
    for (const name of ["resumed-2", "resumed-3"]) {
      await service.client.call("V2UpdateCluster", { params: { cluster_id: cluster.id }, body: { name } });
    }
    await service.client.call("v2TriggerEvent", {
      body: { cluster_id: cluster.id, severity: "info", message: "missed", event_time: new Date().toISOString() },
    });
    const after = await follow({ since: created.position });
    await after.next((message) => message.type === "event" && message.event.message === "missed");
    const messages = await after.stop();
    const names = messages.flatMap((message) => (message.type === "cluster" ? [message.cluster.name] : []));
    expect(names).toEqual(["resumed-3"]);
    expect(positionsOf(messages).every((position) => position > created.position)).toBe(true);
  });

  test("a restart keeps positions: who comes back then has missed nothing", async () => {
    const before = await follow();
    const cluster = await newCluster(service.client, { name: "kept" });
    const created = await before.next(isCluster("kept"));
    await before.stop();
    if (!("position" in created)) throw new Error("it has a position");
    const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
    const machine = newMachine(service.client, infraEnvId);
    await bringTo(service.client, infraEnvId, machine, "pending-for-input");
    await service.restart();
    const after = await follow({ since: created.position });
    await after.next((message) => message.type === "host" && message.id === machine.id);
    await after.next((message) => message.type === "event" && message.event.name === "host_registration_succeeded");
    const later = await newCluster(service.client, { name: "later" });
    const news = await after.next((message) => message.type === "cluster" && message.id === later.id);
    const messages = await after.stop();
    const told = positionsOf(messages);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect("position" in news && news.position).toBe(
      told.findLast((position) => position > 0) && Object(news).position,
    );
    expect(messages.filter(({ type }) => type === "reset")).toEqual([]);
  });

  test("a list tells where to follow it from, without a gap", async () => {
    const cluster = await newCluster(service.client, { name: "listed" });
    const { clusters, position } = await service.client.call("musterListClusters");
    expect(clusters.some(({ id }) => id === cluster.id)).toBe(true);
    const follower = await follow({ since: position, cluster_id: cluster.id });
    await service.client.call("V2UpdateCluster", { params: { cluster_id: cluster.id }, body: { name: "listed-2" } });
    await follower.next(isCluster("listed-2"));
    const messages = await follower.stop();
    expect(messages.filter(isCluster("listed"))).toEqual([]);
  });

  test("a position that nobody knows any more is reset", async () => {
    const follower = await follow({ since: 1 });
    expect(await follower.next(({ type }) => type === "reset")).toMatchObject({
      reason: expect.stringContaining("fetch everything again"),
    });
    await follower.stop();
    const future = await follow({ since: Number.MAX_SAFE_INTEGER });
    await future.next(({ type }) => type === "reset");
    await future.stop();
  });

  test("what it is asked wrongly it refuses", async () => {
    const feed = (query: string, headers = {}) => fetch(`${service.url}/api/muster/v1/feed${query}`, { headers });
    expect((await feed("?cluster_id=x")).status).toBe(400);
    expect((await feed("", { "last-event-id": "yesterday" })).status).toBe(400);
    expect(await refusal(service.client.call("musterFeed", { query: { cluster_id: nobody } }))).toMatchObject({
      status: 404,
    });
  });

  test("a reader that does not read is cut off, and the others do not wait for it", async () => {
    const lazy = await fetch(`${service.url}/api/muster/v1/feed`);
    const follower = await follow();
    const { id } = await newCluster(service.client);
    // Together larger than all buffers between here and there.
    const props = JSON.stringify({ text: "x".repeat(1_000_000) });
    for (let number = 0; number < 40; number += 1) {
      const body = {
        cluster_id: id,
        severity: "info",
        message: `${number}`,
        props,
        event_time: "2026-01-01T00:00:00.000Z",
      } as const;
      await service.client.call("v2TriggerEvent", { body });
    }
    await follower.next((each) => each.type === "event" && each.event.message === "39");
    await follower.stop();
    const metrics = await service.client.call("getMetrics");
    expect(metrics).toMatch(/muster_feed_readers_dropped_total 1/);
    await lazy.text().catch(() => "");
  });

  test("the service ends while readers follow it", async () => {
    const follower = await follow();
    await service.restart();
    await follower.next(({ type }) => type === "lost");
    await follower.stop();
  });
});

describe("a whole installation, seen from outside", () => {
  test("what the feed told last is what there is", async () => {
    const follower = await follow();
    const { clusterId, fleet } = await installCluster(service.client, {
      name: "followed",
      siteNumber: 230,
      topology: "compact",
      speed: 2_000,
    });
    await fleet.stop();
    await follower.next(
      (message) => message.type === "cluster" && message.id === clusterId && message.cluster.status === "installed",
    );
    const messages = await follower.stop();
    const last = new Map(
      messages.flatMap((message) =>
        message.type === "host" && message.cluster_id === clusterId ? [[message.id, message.host]] : [],
      ),
    );
    const { hosts } = await service.client.call("musterListHosts", { query: { cluster_id: clusterId } });
    expect(hosts).toHaveLength(3);
    for (const { checked_in_at: _, updated_at: __, timestamp: ___, ...host } of hosts) {
      expect(last.get(host.id)).toMatchObject(host);
    }
  });
});
