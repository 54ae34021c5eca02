import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { type Database, openDatabase } from "../store/database.ts";
import { readSecret } from "../store/reader.ts";
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
  let directory = "";
  let database: Database;
  let aggregates: Aggregates;
  const failures: string[] = [];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-aggregates-"));
    database = await openDatabase({ kind: "embedded", directory }, { maxConnections: 1, maxLifetimeSeconds: 60 });
    aggregates = new Aggregates({
      db: database.db,
      policy,
      now: Date.now,
      cacheHosts: 100,
      refreshFailed: (subject) => void failures.push(subject),
    });
  }, 60_000);
  afterAll(async () => {
    await aggregates.stop();
    await database.close();
    await rm(directory, { recursive: true, force: true });
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
    expect(await readSecret(database.db, id, "key")).toBe("third");
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
});
