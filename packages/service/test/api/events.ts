import type { Event } from "@muster/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { newCluster, newInfraEnv, newMachine, nobody, refusal } from "../scene.ts";
import { service } from "./service.ts";

type Query = NonNullable<Parameters<typeof service.client.call<"v2ListEvents">>[1]>["query"];
const list = (query: Query) => service.client.call("v2ListEvents", { query });
const counts = async (query: Query) => {
  const { headers, body } = await service.client.send("v2ListEvents", { query });
  const count = (name: string) => Number(headers.get(name));
  return {
    listed: body.length,
    total: count("event-count"),
    info: count("severity-count-info"),
    warning: count("severity-count-warning"),
    error: count("severity-count-error"),
    critical: count("severity-count-critical"),
  };
};

/** What a machine or controller reports, with a time of its own. */
const tell = (event: Partial<Event>) =>
  service.client.send("v2TriggerEvent", {
    body: { severity: "info", message: "told", event_time: new Date().toISOString(), ...event },
  });

let clusterId = "";
let gone = "";
let staying = "";
let infraEnvId = "";

beforeAll(async () => {
  clusterId = (await newCluster(service.client, { name: "chronicle" })).id;
  infraEnvId = (await newInfraEnv(service.client, { cluster_id: clusterId })).id;
  const [one, other] = [newMachine(service.client, infraEnvId), newMachine(service.client, infraEnvId)];
  await one.register();
  await other.register();
  [gone, staying] = [one.id, other.id];
  await service.client.call("v2DeregisterHost", { params: { infra_env_id: infraEnvId, host_id: gone } });
  for (const severity of ["info", "warning", "error", "critical"] as const) {
    await tell({ severity, cluster_id: clusterId, message: `a ${severity} from 100% of_them` });
  }
  await tell({ cluster_id: clusterId, category: "metrics", message: "a measurement" });
});

describe("the history of a cluster", () => {
  test("comes in the order in which it happened, or the other way round", async () => {
    const forwards = await list({ cluster_id: clusterId });
    const backwards = await list({ cluster_id: clusterId, order: "descending" });
    expect(forwards[0]).toMatchObject({
      name: "cluster_registration_succeeded",
      cluster_id: clusterId,
      severity: "info",
      category: "user",
      event_time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(backwards).toEqual(forwards.toReversed());
  });

  test("comes in pages that neither repeat nor leave out anything", async () => {
    const all = await list({ cluster_id: clusterId });
    const pages = [];
    for (let offset = 0; offset < all.length; offset += 3) {
      pages.push(...(await list({ cluster_id: clusterId, limit: 3, offset })));
    }
    expect(pages).toEqual(all);
    expect(await list({ cluster_id: clusterId, offset: all.length })).toEqual([]);
    expect(await list({ cluster_id: clusterId, limit: -1 })).toEqual(all);
  });

  test("is counted as a whole in the headers, whatever page and severities are asked for", async () => {
    const all = await counts({ cluster_id: clusterId });
    expect(all).toMatchObject({ total: all.listed, error: 1, critical: 1 });
    expect(all.info + all.warning + all.error + all.critical).toBe(all.total);
    const page = await counts({ cluster_id: clusterId, limit: 2 });
    expect(page).toEqual({ ...all, listed: 2 });
    const grave = await counts({ cluster_id: clusterId, severities: ["error", "critical"] });
    expect(grave).toEqual({ ...all, listed: 2, total: 2 });
  });

  test("is searched for text, in which percent and underscore mean themselves", async () => {
    expect(await list({ cluster_id: clusterId, message: "100% OF_them" })).toHaveLength(4);
    expect(await list({ cluster_id: clusterId, message: "100_" })).toEqual([]);
    expect(await list({ cluster_id: clusterId, message: "\\" })).toEqual([]);
  });

  test("holds measurements only when asked", async () => {
    expect((await list({ cluster_id: clusterId })).map(({ message }) => message)).not.toContain("a measurement");
    expect((await list({ cluster_id: clusterId, categories: ["metrics"] })).map(({ message }) => message)).toEqual([
      "a measurement",
    ]);
  });

  test("is narrowed to hosts, to hosts that are gone, and to what concerns no host; these widen each other", async () => {
    const hostsIn = async (query: Query) => [
      ...new Set((await list({ cluster_id: clusterId, ...query })).map(({ host_id }) => host_id)),
    ];
    expect((await hostsIn({})).sort()).toEqual([gone, staying, undefined].sort());
    expect(await hostsIn({ host_id: staying })).toEqual([staying]);
    expect((await hostsIn({ host_ids: [staying, gone] })).sort()).toEqual([gone, staying].sort());
    expect(await hostsIn({ deleted_hosts: true })).toEqual([gone]);
    expect(await hostsIn({ cluster_level: true })).toEqual([undefined]);
    expect((await hostsIn({ cluster_level: true, host_ids: [staying] })).sort()).toEqual([staying, undefined].sort());
    expect((await hostsIn({ cluster_level: true, deleted_hosts: true })).sort()).toEqual([gone, undefined].sort());
  });

  test("outlives the cluster", async () => {
    const { id } = await newCluster(service.client);
    await service.client.call("v2DeregisterCluster", { params: { cluster_id: id } });
    const names = (await list({ cluster_id: id })).map(({ name }) => name);
    expect([names[0], names.at(-1)]).toEqual(["cluster_registration_succeeded", "cluster_deregistered"]);
  });
});

test("the history of an infra-env is its own", async () => {
  const names = (await list({ infra_env_id: infraEnvId })).map(({ name }) => name);
  expect(names).toContain("infra_env_registered");
  expect(names).not.toContain("cluster_registration_succeeded");
});

test("what never was has no history", async () => {
  for (const query of [{ cluster_id: nobody }, { infra_env_id: nobody }, { host_id: nobody }]) {
    expect(await refusal(list(query))).toEqual({ status: 404, reason: expect.stringContaining(nobody) });
  }
});

test.for<[string, Query]>([
  ["limit", { limit: -5 }],
  ["offset", { offset: -1 }],
  ["severities", { severities: ["dreadful" as "info"] }],
  ["order", { order: "random" as "ascending" }],
  ["cluster_id", { cluster_id: "not-an-id" }],
])("a wrong %s is refused, and the field is named", async ([field, query]) => {
  expect(await refusal(list(query))).toEqual({ status: 400, reason: expect.stringContaining(field) });
});

test("numbers larger than any history are no trouble", async () => {
  expect(await list({ limit: 9_007_199_254_740_991, cluster_id: clusterId })).not.toEqual([]);
  expect(await list({ offset: 9_007_199_254_740_991, cluster_id: clusterId })).toEqual([]);
});

describe("an event from outside", () => {
  test("is kept as it was told", async () => {
    const event_time = "2026-02-03T04:05:06.789Z";
    const { status } = await tell({
      name: "something_seen",
      cluster_id: clusterId,
      host_id: staying,
      message: "seen on the machine",
      event_time,
      props: '{"temperature":41}',
    });
    expect(status).toBe(201);
    const [event] = await list({ cluster_id: clusterId, message: "seen on the machine" });
    expect(event).toMatchObject({ name: "something_seen", host_id: staying, event_time, props: '{"temperature":41}' });
  });

  test("may be long, but is kept short", async () => {
    await tell({ cluster_id: clusterId, message: `long ${"x".repeat(10_000)}` });
    const [event] = await list({ cluster_id: clusterId, message: "long x" });
    expect(event?.message.length).toBe(4_096);
  });

  test.for<[string, number, Partial<Event>]>([
    ["props", 400, { props: "{" }],
    ["severity", 400, { severity: "loud" as "info" }],
    ["event_time", 400, { event_time: "yesterday" }],
    ["cluster_id", 404, { cluster_id: nobody }],
  ])("with a wrong %s is refused with %i", async ([field, status, event]) => {
    expect(await refusal(tell(event))).toEqual({ status, reason: expect.stringContaining(field) });
  });
});
