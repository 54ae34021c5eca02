// What stays in memory of many clusters, pools and hosts that come and go.
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { clusterDefaults, infraEnvDefaults, type Outcome, defaultPolicy as policy, registerHost } from "@muster/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import type { Database } from "../store/database.ts";
import { Aggregates } from "./aggregates.ts";
import { KnownInfraEnvs } from "./known-infra-envs.ts";
import { Places } from "./places.ts";

const pullSecret = JSON.stringify({ auths: { "quay.example": { auth: "dXNlcjpwYXNz" } } });
const birth = () => ({ id: randomUUID(), now: Date.now(), owner: { userName: "admin", orgId: "", emailDomain: "" } });
const release = { version: "4.20.0", image: "quay.example/release:4.20.0", cpuArchitecture: "x86_64" } as const;
const most = 40;

function done<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === "done") return outcome.value;
  throw new Error(outcome.refusal.found);
}

const cluster = () =>
  done(clusterDefaults({ name: "river", openshiftVersion: release.version, pullSecret }, release, policy, birth()));
const infraEnv = (clusterId: string | null = null) => ({
  ...done(infraEnvDefaults({ name: "rack", pullSecret }, { cluster: null, openshiftVersion: "4.20" }, policy, birth())),
  clusterId,
});

let database: Database;
let aggregates: Aggregates;

beforeAll(async () => {
  database = await openTestDatabase();
  aggregates = new Aggregates({
    db: database.db,
    policy,
    now: Date.now,
    cacheHosts: most,
    refreshFailed: (subject, error) => {
      throw new Error(`${subject} was not refreshed`, { cause: error });
    },
  });
}, 60_000);

afterAll(async () => {
  await aggregates.stop();
  await database.close();
}, 60_000);

test("of a hundred clusters with hosts as many stay as may, and all are as they were when they are read", async () => {
  const seenAt = Date.now() + 60_000;
  const homes: { clusterId: string; infraEnvId: string; hostId: string }[] = [];
  for (let number = 0; number < 100; number += 1) {
    const { root } = await aggregates.createCluster(cluster(), {}, null);
    const { root: home } = await aggregates.createPool(infraEnv(root.id), {}, null);
    const hostId = randomUUID();
    const registration = { hostId, agentVersion: "", infraEnv: home, known: null, cluster: root, policy, now: 1 };
    const { host } = done(registerHost(registration));
    const hosts = new Map([[hostId, { kind: "put", host } as const]]);
    await aggregates.changeCluster(root.id, () => ({ answer: undefined, hosts }));
    aggregates.presence.record(hostId, home.id, seenAt, null);
    homes.push({ clusterId: root.id, infraEnvId: home.id, hostId });
  }
  const expectLittle = async () => {
    await setImmediate();
    await aggregates.flushPresence();
    const { aggregates: count, hosts, seen } = aggregates.held;
    expect(count).toBeLessThanOrEqual(2 * most);
    expect(hosts).toBeLessThanOrEqual(most);
    expect(seen).toBeLessThanOrEqual(hosts);
  };
  await expectLittle();
  for (const { clusterId, infraEnvId, hostId } of homes) {
    const { host, snapshot } = await aggregates.host(infraEnvId, hostId);
    expect(aggregates.presence.refine(host).checkedInAt).toBe(seenAt);
    expect("cluster" in snapshot && [snapshot.cluster.id, snapshot.infraEnvs.map(({ id }) => id)]).toEqual([
      clusterId,
      [infraEnvId],
    ]);
  }
  await expectLittle();
});

test("pools that were read are let go of, too", async () => {
  for (let number = 0; number < 100; number += 1) await aggregates.createPool(infraEnv(), {}, null);
  await setImmediate();
  expect(aggregates.held.aggregates).toBeLessThanOrEqual(2 * most);
});

test("infra-envs that nothing in memory needs are forgotten before there are twice as many as are needed", () => {
  const known = new KnownInfraEnvs();
  const needed = infraEnv("a-cluster");
  known.learn(needed);
  const template = infraEnv();
  for (let number = 0; number < 10_000; number += 1) {
    known.learn({ ...template, id: `pool-${number}`, clusterId: `cluster-${number}` });
    known.sweep(() => new Set([needed.id]));
    expect(known.size).toBeLessThanOrEqual(1_001);
  }
  expect(known.get(needed.id)).toBe(needed);
  expect([...known.boundTo("a-cluster")]).toEqual([needed.id]);
  expect([...known.boundTo("cluster-0")]).toEqual([]);
});

test("of hosts that come and go only so many places are remembered; the others are asked for", async () => {
  let reads = 0;
  const places = new Places({
    find: async () => {
      reads += 1;
      return { infraEnvId: "i", clusterId: null };
    },
  });
  for (let number = 0; number < 60_000; number += 1)
    places.arrived(`host-${number}`, { infraEnvId: "i", clusterId: "c" });
  expect(places.size).toBe(50_000);
  expect(await places.find("host-59999")).toEqual({ infraEnvId: "i", clusterId: "c" });
  expect(reads).toBe(0);
  expect(await places.find("host-0")).toEqual({ infraEnvId: "i", clusterId: null });
  expect([reads, places.size]).toEqual([1, 50_000]);
});
