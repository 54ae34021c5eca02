// A replica killed while it owns clusters, with fleets under way: others take over within five seconds, and no installation notices.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@muster/contract";
import { planFleet, pullSecret, Simulation, until } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Postgres, startPostgres } from "../scripts/postgres.ts";
import { noPostgres } from "./faults/databases.ts";
import { tell } from "./faults/figures.ts";
import { startVictim, type Victim } from "./faults/service.ts";
import { titled } from "./titled.ts";

/** So that a host that stops calling is missed within seconds; agents of a simulation call each second. */
const patienceMs = 10_000;
const moveWithinMs = 5_000;

describe.skipIf(noPostgres !== null)(titled("a replica killed while it owns clusters", noPostgres), () => {
  let directory = "";
  let postgres: Postgres;
  let balancer: Balancer;
  const replicas: Victim[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-replicas-"));
    postgres = await startPostgres();
    const env = {
      DATABASE_URL: postgres.url,
      WORK_DIR: join(directory, "objects"),
      HOST_MAX_DISCONNECTION_TIME: `${patienceMs / 1_000}s`,
    };
    for (let count = 0; count < 3; count += 1) replicas.push(await startVictim(env));
    balancer = await startBalancer(() => replicas.map(({ url }) => Number(new URL(url).port)));
  });
  afterAll(async () => {
    balancer?.close();
    for (const replica of replicas) await replica.end();
    await postgres?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  test("its clusters move within five seconds, and installations go on", async () => {
    const plan = planFleet({ hosts: 30, topology: "compact", seed: "replicas", kinds: ["small-vm"] });
    const simulation = new Simulation({ server: balancer.url, plan, speed: 60, withinSeconds: 240 });
    const running = simulation.run();
    await until({
      what: "installations to be under way",
      look: async () => simulation.clusters.filter(({ cluster }) => cluster?.status === "installing").length,
      holds: (count) => count > 0,
      withinSeconds: 120,
    });
    // Many infra-envs, so that each replica owns some; their hosts call once more, and then never.
    const client = createClient({ baseUrl: balancer.url });
    const silent = await Promise.all(
      Array.from({ length: 30 }, async (_, number) => {
        const { id } = await client.call("RegisterInfraEnv", {
          body: { name: `silent-${number}`, pull_secret: pullSecret },
        });
        const params = { infra_env_id: id, host_id: crypto.randomUUID() };
        await client.call("v2RegisterHost", { params: { infra_env_id: id }, body: { host_id: params.host_id } });
        return params;
      }),
    );
    await Promise.all(silent.map((params) => client.call("v2GetNextSteps", { params })));
    const calledAt = performance.now();
    // Just before somebody must notice: whoever takes over has to do it.
    await pause(patienceMs - 1_000);
    const [doomed] = replicas;
    if (!doomed) throw new Error("three replicas run");
    // Nobody tells the balancer: it finds out when a connection is refused.
    await doomed.kill();
    const killedAt = performance.now();
    const missed = await until({
      what: "every silent host to be missed",
      look: async () => {
        const hosts = await Promise.all(silent.map((params) => client.call("v2GetHost", { params })));
        return { left: hosts.filter(({ status }) => status !== "disconnected-unbound").length, at: performance.now() };
      },
      holds: ({ left }) => left === 0,
      withinSeconds: 60,
      everyMilliseconds: 100,
    });
    const lateMs = missed.at - calledAt - patienceMs;
    const report = await running;
    const movedMs = missed.at - killedAt;
    tell("a replica of three killed", {
      "silent hosts missed late by ms": Math.round(lateMs),
      "all missed after the kill by ms": Math.round(movedMs),
      "connections led elsewhere": balancer.ledElsewhere(),
      installed: report.clusters.installed,
      "failed requests": report.requests.failed,
      requests: report.requests.total,
      errors: report.errors,
    });
    expect(movedMs).toBeLessThan(moveWithinMs);
    expect(lateMs).toBeGreaterThan(0);
    expect(balancer.ledElsewhere()).toBeGreaterThan(0);
    expect(report.unmet).toEqual([]);
    expect(report.clusters.installed).toBe(10);
  });
});

type Balancer = Readonly<{ url: string; ledElsewhere(): number; close(): void }>;

/** Every connection goes to the next that takes it, as behind a balancer that knows nothing but ports. */
async function startBalancer(ports: () => readonly number[]): Promise<Balancer> {
  let [turn, elsewhere] = [0, 0];
  const open = new Set<Socket>();
  const lead = (socket: Socket, tries: number): void => {
    const all = ports();
    const port = all[turn++ % all.length];
    if (port === undefined || tries === 0) return void socket.destroy();
    const onwards = dial(port, "127.0.0.1");
    const failed = () => {
      elsewhere += 1;
      lead(socket, tries - 1);
    };
    onwards.once("error", failed);
    onwards.once("connect", () => {
      onwards.off("error", failed);
      onwards.on("error", () => socket.destroy());
      onwards.on("close", () => socket.destroy());
      socket.on("close", () => onwards.destroy());
      socket.pipe(onwards).pipe(socket);
    });
  };
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    lead(socket, 3);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    ledElsewhere: () => elsewhere,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
