// With PostgreSQL only: the way to it is cut and mended while the service runs.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@muster/contract";
import { until, untilHost } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningService, startService } from "../src/index.ts";
import { isDatabaseAway } from "../src/store/away.ts";
import { openDatabase } from "../src/store/database.ts";
import { inTransaction } from "../src/store/transaction.ts";
import { createTestDatabase, type TestDatabase, testSettings } from "./running-service.ts";
import { bringTo, newCluster, newInfraEnv, newMachine, newSingleNode, refusal } from "./scene.ts";

describe.runIf(process.env.MUSTER_TEST_DATABASE_URL)("while the database is away", () => {
  let directory = "";
  let database: TestDatabase;
  let way: Way;
  let running: RunningService;
  let client: Client;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-test-"));
    database = await createTestDatabase(directory);
    const url = new URL(database.flags.DATABASE_URL ?? "");
    way = await wayTo(Number(url.port));
    url.port = String(way.port);
    const settings = testSettings(directory, {
      ...database.flags,
      DATABASE_URL: url.href,
      DB_MAX_OPEN_CONNECTIONS: "3",
      HOST_MAX_DISCONNECTION_TIME: "2s",
    });
    running = await startService({ settings });
    client = createClient({ baseUrl: running.addresses[0]?.url ?? "" });
  }, 60_000);

  afterAll(async () => {
    await running.stop();
    way.close();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  }, 60_000);

  test("requests fail fast with 503, what is in memory is served, and all is well when it is back", async () => {
    const quiet = await newSingleNode(client);
    const { id: infraEnvId } = await newInfraEnv(client, { cluster_id: quiet.id });
    const machine = newMachine(client, infraEnvId);
    await bringTo(client, infraEnvId, machine, "known");
    const cluster = await newCluster(client);
    const rename = (name: string) =>
      client.call("V2UpdateCluster", { params: { cluster_id: cluster.id }, body: { name } });
    // Often enough to use up every connection if one were lost each time.
    for (let round = 0; round < 4; round += 1) {
      const underWay = Promise.allSettled(Array.from({ length: 40 }, (_, n) => rename(`busy-${round}-${n}`)));
      way.cut();
      await underWay;
      const started = performance.now();
      const refusals = await Promise.all([
        refusal(rename("never")),
        refusal(newCluster(client)),
        refusal(client.call("v2ListClusters")),
        refusal(client.call("getReady")),
      ]);
      expect(performance.now() - started).toBeLessThan(2_000);
      for (const refused of refusals) {
        expect(refused).toEqual({ status: 503, reason: expect.stringContaining("try again") });
      }
      expect((await client.call("v2GetCluster", { params: { cluster_id: quiet.id } })).id).toBe(quiet.id);
      expect(await client.call("getHealth")).toBe("ok");
      await machine.poll();
      way.mend();
      await until({
        what: "the service to heal by itself",
        look: () => rename(`healed-${round}`),
        holds: ({ name }) => name === `healed-${round}`,
      });
      const listed = (await client.call("v2ListClusters")).find(({ id }) => id === cluster.id);
      expect(listed?.name).toBe(`healed-${round}`);
    }
    expect(await client.call("getReady")).toBe("ready");
  }, 30_000);

  test("a server that is there but does not answer counts as away, and its connection is given up", async () => {
    const url = new URL(database.flags.DATABASE_URL ?? "");
    const own = await wayTo(Number(url.port));
    url.port = String(own.port);
    url.pathname = "/postgres";
    const choice = { kind: "postgres", connectionString: url.href } as const;
    const limits = { maxConnections: 1, maxLifetimeSeconds: 60, queryTimeoutMs: 200 };
    const { db, ping, close } = await openDatabase(choice, limits);
    own.freeze();
    expect(isDatabaseAway(await inTransaction(db, async () => {}).catch((error: unknown) => error))).toBe(true);
    await ping();
    own.freeze();
    expect(isDatabaseAway(await ping().catch((error: unknown) => error))).toBe(true);
    await ping();
    await close();
    own.close();
  });

  test("an installation that was begun just before is prepared afterwards", async () => {
    const cluster = await newSingleNode(client);
    const { id: infraEnvId } = await newInfraEnv(client, { cluster_id: cluster.id });
    const machine = newMachine(client, infraEnvId);
    await bringTo(client, infraEnvId, machine, "known");
    const params = { cluster_id: cluster.id };
    await client.call("v2InstallCluster", { params });
    way.cut();
    expect(await refusal(client.call("getReady"))).toMatchObject({ status: 503 });
    way.mend();
    await until({
      what: "the installation to be prepared",
      look: () => client.call("v2GetCluster", { params }),
      holds: (found) => found["last-installation-preparation"]?.status === "success",
    });
  }, 30_000);

  test("a deadline that passes meanwhile is met afterwards", async () => {
    const cluster = await newSingleNode(client);
    const { id: infraEnvId } = await newInfraEnv(client, { cluster_id: cluster.id });
    const machine = newMachine(client, infraEnvId);
    await bringTo(client, infraEnvId, machine, "known");
    way.cut();
    // What the refresh that notices the silence found could not be written, so it is not shown either.
    const host = `${running.addresses[0]?.url}/api/assisted-install/v2/infra-envs/${infraEnvId}/hosts/${machine.id}`;
    await until({
      what: "the time that a host may be silent to pass",
      look: async () => (await fetch(host)).status,
      holds: (status) => status === 503,
    });
    way.mend();
    await untilHost(client, { infraEnvId, hostId: machine.id }, "disconnected");
  }, 30_000);
});

type Way = Readonly<{
  port: number;
  cut(): void;
  /** Nothing goes through any more, but nobody is told. */
  freeze(): void;
  mend(): void;
  close(): void;
}>;

/** A port that leads to the database until it is cut. */
async function wayTo(target: number): Promise<Way> {
  const open = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((socket) => {
    socket.on("error", () => {});
    if (isCut) return void socket.destroy();
    const onwards = connect(target, "127.0.0.1");
    onwards.on("error", () => socket.destroy());
    for (const end of [socket, onwards]) {
      open.add(end);
      end.on("close", () => {
        open.delete(end);
        socket.destroy();
        onwards.destroy();
      });
    }
    socket.pipe(onwards).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut: () => {
      isCut = true;
      cutAll();
    },
    freeze: () => {
      for (const socket of open) socket.unpipe().pause();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      cutAll();
      server.close();
    },
  };
}
