import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, type Event } from "@muster/contract";
import { readyCluster, until } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChildService, failToStart, freePort, startChild, stubbornFetch } from "./child-service.ts";
import { createTestDatabase, type TestDatabase } from "./running-service.ts";
import { refusal } from "./scene.ts";

let directory = "";
let database: TestDatabase;
let port = 0;
let service: ChildService;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "muster-test-"));
  database = await createTestDatabase(directory);
  port = await freePort();
  service = await startChild(directory, port, database.flags);
}, 60_000);

afterAll(async () => {
  await service.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
}, 60_000);

describe("a service that is killed", () => {
  test("in the middle of an installation goes on where it was, and has forgotten nothing", async () => {
    const accepted: string[] = [];
    const client = createClient({ baseUrl: service.url, fetch: recording(accepted) });
    const { clusterId, fleet } = await readyCluster(client, {
      name: "survivor",
      topology: "sno",
      siteNumber: 77,
      speed: 1_000,
      withinSeconds: 30,
    });
    const params = { cluster_id: clusterId };
    await client.call("v2InstallCluster", { params });
    // The first time before anything has been prepared, then at whatever is going on after so many more requests.
    for (const requests of [0, 20, 40]) {
      const seen = accepted.length;
      await until({
        what: "more requests",
        look: () => client.call("v2GetCluster", { params }),
        holds: ({ status }) => accepted.length >= seen + requests || status === "installed",
      });
      const before = await history(client, clusterId);
      const { status } = await client.call("v2GetCluster", { params });
      await service.kill();
      service = await startChild(directory, port, database.flags);
      const after = await history(client, clusterId);
      expect(after.slice(0, before.length)).toEqual(before);
      const found = await client.call("v2GetCluster", { params });
      expect(order.indexOf(found.status)).toBeGreaterThanOrEqual(order.indexOf(status));
    }
    const cluster = await until({
      what: "the cluster to be installed",
      look: () => client.call("v2GetCluster", { params }),
      holds: ({ status }) => status === "installed",
      describe: ({ status, status_info }) => `${status}: ${status_info}`,
    });
    await fleet.stop();
    expect(cluster.hosts?.map(({ status }) => status)).toEqual(["installed"]);
    const told = (await history(client, clusterId)).map(({ message }) => message).join("\n");
    const stages = accepted.filter((line) => line.startsWith("stage "));
    expect(stages.length).toBeGreaterThan(10);
    for (const stage of stages) expect(told).toContain(stage);
  }, 60_000);

  test("while it takes many small orders keeps each that it confirmed", async () => {
    const client = createClient({ baseUrl: service.url });
    const body = { openshift_version: "4.22", pull_secret: '{"auths":{"quay.io":{"auth":"YTpi"}}}' };
    const confirmed: string[] = [];
    const orders = Array.from({ length: 60 }, async (_, number) => {
      const cluster = await client.call("v2RegisterCluster", { body: { ...body, name: `order-${number}` } });
      confirmed.push(cluster.id);
      if (confirmed.length === 20) await service.kill();
    });
    await Promise.allSettled(orders);
    service = await startChild(directory, port, database.flags);
    const kept = new Set((await client.call("v2ListClusters")).map(({ id }) => id));
    expect(confirmed.filter((id) => !kept.has(id))).toEqual([]);
    expect(confirmed.length).toBeGreaterThanOrEqual(20);
  }, 30_000);
});

const order = ["ready", "preparing-for-installation", "installing", "finalizing", "installed"];

async function history(client: Client, clusterId: string): Promise<Event[]> {
  return client.call("v2ListEvents", { query: { cluster_id: clusterId, limit: 5_000 } });
}

/** Notes what the service has confirmed: stages by what is told of them. */
function recording(accepted: string[]): typeof fetch {
  return async (input, init) => {
    const response = await stubbornFetch(input, init);
    const stage = typeof init?.body === "string" ? /"current_stage":"([^"]+)"/.exec(init.body)?.[1] : undefined;
    if (response.ok) accepted.push(stage === undefined ? "other" : `stage "${stage}"`);
    return response;
  };
}

describe("a service that cannot start says why in one line, and ends with an error", () => {
  const flags = {};

  test("a directory that another one uses", async () => {
    const { code, lines } = await failToStart(directory, await freePort(), flags);
    expect(code).not.toBe(0);
    expect(lines.filter((line) => line.startsWith("error:"))).toHaveLength(1);
    expect(lines.join("\n")).toContain(directory);
    expect(lines.join("\n")).not.toMatch(/^\s+at /m);
  });

  test("a port that is taken", async () => {
    const other = await mkdtemp(join(tmpdir(), "muster-test-"));
    const { code, lines } = await failToStart(other, port, flags);
    await rm(other, { recursive: true, force: true });
    expect(code).not.toBe(0);
    expect(lines.filter((line) => line.startsWith("error:"))).toEqual([expect.stringContaining(`port ${port}`)]);
    expect(lines.join("\n")).toContain("--port");
  });

  test("a directory that cannot be one", async () => {
    const { code, lines } = await failToStart("/dev/null/data", await freePort(), flags);
    expect(code).not.toBe(0);
    expect(lines.filter((line) => line.startsWith("error:"))).toEqual([expect.stringContaining("/dev/null/data")]);
  });

  test("a database that is not there", async () => {
    const nobody = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => nobody.once("listening", resolve));
    const address = nobody.address();
    const closed = typeof address === "object" && address ? address.port : 0;
    await new Promise((resolve) => nobody.close(resolve));
    const other = await mkdtemp(join(tmpdir(), "muster-test-"));
    const { code, lines } = await failToStart(other, await freePort(), {
      DATABASE_URL: `postgres://muster:hunter2@127.0.0.1:${closed}/muster`,
    });
    await rm(other, { recursive: true, force: true });
    expect(code).not.toBe(0);
    expect(lines.filter((line) => line.startsWith("error:"))).toEqual([expect.stringContaining("PostgreSQL")]);
    expect(lines.join("\n")).not.toContain("hunter2");
  });
});

test("a stop by signal ends well, and frees the directory for the next", async () => {
  expect(await service.stop()).toBe(0);
  service = await startChild(directory, port, database.flags);
  const client = createClient({ baseUrl: service.url });
  expect(
    await refusal(client.call("v2GetCluster", { params: { cluster_id: "00000000-0000-4000-8000-000000000000" } })),
  ).toMatchObject({ status: 404 });
}, 20_000);
