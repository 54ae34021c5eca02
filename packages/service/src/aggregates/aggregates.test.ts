import { randomUUID } from "node:crypto";
import { hostChanges, type InfraEnv, defaultPolicy as policy } from "@muster/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCluster, addHosts, addPool, moveHosts, renameCluster, renameHost } from "../../test/aggregates-scene.ts";
import { openTestDatabase } from "../../test/open-database.ts";
import type { Database } from "../store/database.ts";
import { eq } from "../store/drizzle.ts";
import { readSecret } from "../store/reader.ts";
import { infraEnvs } from "../store/schema.ts";
import { Missing } from "./actor.ts";
import { Aggregates } from "./aggregates.ts";
import { changeHost } from "./change-host.ts";

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

  const newCluster = () => addCluster(aggregates);
  const newPool = () => addPool(aggregates);
  const newHost = async (infraEnv: InfraEnv) => (await addHosts(aggregates, infraEnv, 1))[0] ?? "";
  const move = (hostId: string, poolId: string, clusterId: string, deciding?: () => void) =>
    moveHosts(aggregates, { hostIds: [hostId], poolId, clusterId, to: "cluster" }, deciding);

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

  test("what another replica changed about a host stays when it is bound at the same time", async () => {
    const [cluster, infraEnv] = [await newCluster(), await newPool()];
    const hostId = await newHost(infraEnv);
    const { version } = await aggregates.pool(infraEnv.id);
    const other = new Aggregates({ db: database.db, policy, now: Date.now, cacheHosts: 3, refreshFailed: () => {} });
    await renameHost(other, { infraEnvId: infraEnv.id, hostId }, "renamed");
    const news = {
      from: "other",
      changes: [{ kind: "pool", id: infraEnv.id, version: version + 1, wakeAt: null }],
    } as const;
    await move(hostId, infraEnv.id, cluster.id, () => aggregates.heard(news));
    expect((await aggregates.cluster(cluster.id)).hosts.get(hostId)?.requestedHostname).toBe("renamed");
    await other.stop();
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

  const changeName = (id: string, name: string) => renameCluster(aggregates, id, name);

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
