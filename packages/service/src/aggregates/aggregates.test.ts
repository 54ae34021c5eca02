import { randomUUID } from "node:crypto";
import {
  type Cluster,
  clusterDefaults,
  defaultPolicy,
  hostChanges,
  type InfraEnv,
  infraEnvDefaults,
  type Outcome,
  registerHost,
} from "@muster/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import type { Database } from "../store/database.ts";
import { eq } from "../store/drizzle.ts";
import { readSecret } from "../store/reader.ts";
import { infraEnvs } from "../store/schema.ts";
import { Missing } from "./actor.ts";
import { Aggregates } from "./aggregates.ts";
import { changeHost } from "./change-host.ts";

const policy = defaultPolicy;
const pullSecret = JSON.stringify({ auths: { "quay.example": { auth: "dXNlcjpwYXNz" } } });
const birth = () => ({ id: randomUUID(), now: Date.now(), owner: { userName: "admin", orgId: "", emailDomain: "" } });
const release = { version: "4.20.0", image: "quay.example/release:4.20.0", cpuArchitecture: "x86_64" } as const;

function done<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === "done") return outcome.value;
  throw new Error(outcome.refusal.found);
}

describe("aggregates", () => {
  let database: Database;
  let aggregates: Aggregates;
  const failures: string[] = [];
  const refreshes: string[] = [];
  beforeAll(async () => {
    database = await openTestDatabase();
    aggregates = new Aggregates({
      db: database.db,
      policy,
      now: Date.now,
      cacheHosts: 3,
      refreshed: (_, id) => void refreshes.push(id),
      refreshFailed: (subject) => void failures.push(subject),
    });
  }, 60_000);
  afterAll(async () => {
    await aggregates.stop();
    await database.close();
    expect(failures).toEqual([]);
  }, 60_000);

  const newCluster = async (): Promise<Cluster> => {
    const input = { name: "river", openshiftVersion: release.version, pullSecret };
    const cluster = done(clusterDefaults(input, release, policy, birth()));
    return (await aggregates.createCluster(cluster, {}, null)).root;
  };
  const newPool = async (): Promise<InfraEnv> => {
    const surroundings = { cluster: null, openshiftVersion: release.version };
    const infraEnv = done(infraEnvDefaults({ name: "rack", pullSecret }, surroundings, policy, birth()));
    return (await aggregates.createPool(infraEnv, {}, null)).root;
  };
  const newHost = async (infraEnv: InfraEnv): Promise<string> => {
    const hostId = randomUUID();
    const registration = { hostId, agentVersion: "", infraEnv, known: null, cluster: null, policy, now: Date.now() };
    const { host } = done(registerHost(registration));
    const hosts = new Map([[hostId, { kind: "put", host } as const]]);
    await aggregates.changePool(infraEnv.id, () => ({ answer: undefined, hosts }));
    return hostId;
  };
  const move = (hostId: string, infraEnvId: string, clusterId: string) =>
    aggregates.changeWithPools({ clusterId, poolIds: [infraEnvId] }, (_, pools) => {
      const host = pools.get(infraEnvId)?.hosts.get(hostId);
      if (!host) throw new Missing();
      return {
        pools: new Map([[infraEnvId, { answer: undefined, hosts: new Map([[hostId, { kind: "leave" } as const]]) }]]),
        cluster: {
          answer: undefined,
          hosts: new Map([[hostId, { kind: "put", host: { ...host, clusterId, status: "binding" } }]]),
        },
      };
    });

  test("two requests that set the same secret at once both succeed, and the later one counts", async () => {
    const { id } = await newCluster();
    const set = (value: string) => aggregates.changeCluster(id, () => ({ answer: value, secrets: { key: value } }));
    expect(await Promise.all([set("first"), set("second"), set("third")])).toEqual(["first", "second", "third"]);
    expect(await readSecret(database.db, { kind: "cluster", id }, "key")).toBe("third");
  });

  test("a change of a cluster and a pool that somebody else wrote meanwhile is decided again", async () => {
    const [cluster, infraEnv] = [await newCluster(), await newPool()];
    const hostId = await newHost(infraEnv);
    await database.db.update(infraEnvs).set({ version: 9 }).where(eq(infraEnvs.id, infraEnv.id));
    await move(hostId, infraEnv.id, cluster.id);
    expect((await aggregates.cluster(cluster.id)).hosts.has(hostId)).toBe(true);
    expect((await aggregates.pool(infraEnv.id)).version).toBe(10);
  });

  test("a report that waits while its host is bound follows the host into the cluster", async () => {
    const [cluster, infraEnv] = [await newCluster(), await newPool()];
    const hostId = await newHost(infraEnv);
    const bound = move(hostId, infraEnv.id, cluster.id);
    const reported = changeHost({ aggregates, policy }, { infraEnvId: infraEnv.id, hostId }, ({ host }) => ({
      changes: hostChanges(host, { discoveryAgentVersion: "agent:7" }),
      answer: host.clusterId,
    }));
    await bound;
    expect(await reported).toBe(cluster.id);
    expect((await aggregates.cluster(cluster.id)).hosts.get(hostId)?.discoveryAgentVersion).toBe("agent:7");
  });

  const changeName = (id: string, name: string) =>
    aggregates.changeCluster(id, ({ root }) => ({ answer: root.name, root: { name } }));

  test("a change refreshes what it concerns, once, and nothing else", async () => {
    const [one, other] = [await newCluster(), await newCluster()];
    refreshes.length = 0;
    await changeName(one.id, "changed");
    expect(refreshes).toEqual([one.id]);
    await Promise.all(["a", "b", "c"].map((name) => changeName(other.id, name)));
    expect(refreshes.filter((id) => id === one.id)).toHaveLength(1);
    expect(refreshes.filter((id) => id === other.id).length).toBeLessThanOrEqual(2);
  });

  test("a change of an infra-env refreshes the clusters whose hosts came from it", async () => {
    const [bound, stranger, infraEnv] = [await newCluster(), await newCluster(), await newPool()];
    await move(await newHost(infraEnv), infraEnv.id, bound.id);
    refreshes.length = 0;
    await aggregates.changePool(infraEnv.id, () => ({ answer: undefined, root: { sshAuthorizedKey: "changed" } }));
    await aggregates.changeCluster(bound.id, () => ({ answer: undefined }));
    expect(refreshes).toContain(bound.id);
    expect(refreshes).not.toContain(stranger.id);
    const { infraEnvs } = aggregates.snapshot(await aggregates.cluster(bound.id));
    expect(infraEnvs.map(({ sshAuthorizedKey }) => sshAuthorizedKey)).toEqual(["changed"]);
  });

  test("more hosts than fit are let go of, and are as they were when they are needed again", async () => {
    const infraEnv = await newPool();
    const homes: { clusterId: string; hostId: string }[] = [];
    for (let number = 0; number < 6; number += 1) {
      const [{ id: clusterId }, hostId] = [await newCluster(), await newHost(infraEnv)];
      await move(hostId, infraEnv.id, clusterId);
      homes.push({ clusterId, hostId });
    }
    expect(aggregates.held.hosts).toBeLessThanOrEqual(4);
    for (const { clusterId, hostId } of homes) {
      const { host, snapshot } = await aggregates.host(infraEnv.id, hostId);
      expect([host.id, host.clusterId]).toEqual([hostId, clusterId]);
      expect("cluster" in snapshot && snapshot.infraEnvs.map(({ id }) => id)).toEqual([infraEnv.id]);
      expect(await changeName(clusterId, `again-${hostId.slice(0, 4)}`)).toBe("river");
    }
  });

  test("ids that nobody has leave nothing behind", async () => {
    const before = aggregates.held.aggregates;
    for (let number = 0; number < 20; number += 1) {
      await expect(aggregates.cluster(randomUUID())).rejects.toThrow(Missing);
      await expect(aggregates.pool(randomUUID())).rejects.toThrow(Missing);
      await expect(changeName(randomUUID(), "x")).rejects.toThrow(Missing);
      await expect(aggregates.host(randomUUID(), randomUUID())).rejects.toThrow(Missing);
    }
    expect(aggregates.held.aggregates).toBeLessThanOrEqual(before);
  });
});
