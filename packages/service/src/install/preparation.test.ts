import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, clusterDefaults, defaultPolicy, finishPreparation } from "@muster/core";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import { decided } from "../aggregates/aggregate.ts";
import { Aggregates } from "../aggregates/aggregates.ts";
import { fileObjects } from "../objects/file-objects.ts";
import type { Objects } from "../objects/objects.ts";
import { onlyReplica, type Replicas } from "../replicas/replicas.ts";
import type { Service } from "../service.ts";
import type { Database } from "../store/database.ts";
import { Preparation } from "./preparation.ts";

const policy = defaultPolicy;
const neverLost = new AbortController().signal;
let directory = "";
let objects: Objects;
let database: Database;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "muster-test-"));
  objects = fileObjects(directory);
  database = await openTestDatabase();
}, 60_000);
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const aReplica = (replicas: Replicas = onlyReplica) =>
  new Aggregates({ db: database.db, replicas, policy, now: Date.now, cacheHosts: 100, refreshFailed: () => {} });

async function aWaitingCluster(aggregates: Aggregates): Promise<Cluster> {
  const release = { version: "4.20.0", image: "quay.example/release:4.20.0", cpuArchitecture: "x86_64" } as const;
  const birth = { id: randomUUID(), now: Date.now(), owner: { userName: "admin", orgId: "", emailDomain: "" } };
  const input = {
    name: "river",
    openshiftVersion: release.version,
    pullSecret: '{"auths":{"quay.example":{"auth":"dXNlcjpwYXNz"}}}',
  };
  const outcome = clusterDefaults(input, release, policy, birth);
  if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
  const cluster: Cluster = { ...outcome.value, status: "preparing-for-installation", installStartedAt: Date.now() };
  return (await aggregates.createCluster(cluster, {}, null)).root;
}

type Around = Readonly<{ aggregates: Aggregates; replicas: Replicas; made: (id: string) => Promise<void> }>;

const preparationOf = ({ aggregates, replicas, made }: Around) =>
  new Preparation({
    db: database.db,
    aggregates,
    replicas,
    measured: (_, work) => work(),
    log: pino({ level: "silent" }),
    objects,
    payload: {
      prepare: async ({ cluster }) => {
        await made(cluster.id);
        return { openshiftClusterId: randomUUID(), files: new Map([["kubeconfig", "new"]]) };
      },
    },
  } as Partial<Service> as Service);

const prepared = async (aggregates: Aggregates, id: string) =>
  (await aggregates.cluster(id)).root.lastInstallationPreparation.status;

test("what another replica has prepared meanwhile is not made again over the files that hosts have fetched", async () => {
  const other = aReplica();
  const asked = Promise.withResolvers<void>();
  const replicas: Replicas = {
    ...onlyReplica,
    hasPeers: true,
    // The other one is at it when this one asks, and gives its lock back when it is done.
    exclusively: async (id, work) => {
      await other.changeCluster(id, ({ root }) => {
        const outcome = finishPreparation(root, { kind: "success", openshiftClusterId: randomUUID() });
        if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
        return decided(outcome.value, undefined);
      });
      await work(neverLost);
      asked.resolve();
      return true;
    },
  };
  const aggregates = aReplica(replicas);
  const preparation = preparationOf({ aggregates, replicas, made: async () => {} });
  const { id } = await aWaitingCluster(aggregates);
  await asked.promise;
  expect(await objects.list(id)).toEqual([]);
  expect(await prepared(aggregates, id)).toBe("success");
  preparation.stop();
});

test("work whose lock is lost writes no more files", async () => {
  const lost = new AbortController();
  const failed = Promise.withResolvers<unknown>();
  const replicas: Replicas = {
    ...onlyReplica,
    exclusively: async (_, work) => {
      await work(lost.signal).catch(failed.resolve);
      return false;
    },
  };
  const aggregates = aReplica(replicas);
  const preparation = preparationOf({ aggregates, replicas, made: async () => lost.abort() });
  const { id } = await aWaitingCluster(aggregates);
  expect(await failed.promise).toMatchObject({ name: "AbortError" });
  expect(await objects.list(id)).toEqual([]);
  expect(await prepared(aggregates, id)).toBe("not_started");
  preparation.stop();
});

test("of many installations that are asked for at once, a few are prepared at a time, and all in the end", async () => {
  let running = 0;
  let most = 0;
  const made = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
  };
  const aggregates = aReplica();
  const all = Promise.withResolvers<void>();
  let done = 0;
  aggregates.onCommitted(({ after }) => {
    const { lastInstallationPreparation } = after.root as Cluster;
    if (lastInstallationPreparation.status === "success" && ++done === 40) all.resolve();
  });
  preparationOf({ aggregates, replicas: onlyReplica, made });
  await Promise.all(Array.from({ length: 40 }, () => aWaitingCluster(aggregates)));
  await all.promise;
  expect(most).toBeLessThanOrEqual(8);
});
