import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type BenchHost, describeClusters, hostsPerCluster, iterate, pollHost, registerHost } from "../fleet.ts";
import { runLoad } from "../load.ts";
import { usageOf } from "../process-usage.ts";
import { RawConnection } from "../raw-http.ts";
import type { Measurement, Scenario, Workbench } from "../scenario.ts";
import { type Server, startServer } from "../server.ts";
import { forAll, turnOver, untilReady } from "./agents.ts";
import { onPostgres } from "./on-postgres.ts";

const loops = 64;
const hostCount = Number(process.env.MUSTER_BENCH_HOSTS ?? 500);
const seconds = Number(process.env.MUSTER_BENCH_SECONDS ?? 30);
const cores = availableParallelism();
/** Two replicas, the database and the client need a core each before two can do more than one. */
const coresNeeded = 4;

export const replicas: Scenario = {
  name: "replicas",
  says: `One and then two replicas on one PostgreSQL, ${hostCount} hosts whose requests go to either, on ${cores} cores that client and database share`,
  run: (workbench) => onPostgres(({ url, pid }) => measure(workbench, { url, pid })),
};

type Database = Readonly<{ url: string; pid: number }>;

async function measure({ directory, say }: Workbench, database: Database): Promise<Measurement[]> {
  const env = { DATABASE_URL: database.url, WORK_DIR: join(directory, "objects") };
  const start = (name: string) => startServer({ dataDirectory: join(directory, name), env });
  const servers = [await start("one")];
  try {
    say(`bringing ${hostCount} hosts up`);
    const [first] = servers;
    const url = first?.url ?? "";
    const clusters = await describeClusters(url, { clusters: hostCount / hostsPerCluster });
    const hosts = clusters.flatMap((cluster) => cluster.hosts);
    await over(servers, async (connections) => {
      await forAll(hosts, connections, registerHost);
      for (const _ of ["inventories", "what hosts see of each other"]) await forAll(hosts, connections, iterate);
    });
    await untilReady(url, hosts.length);
    say(`one replica, ${2 * seconds} s`);
    const one = await loadWith(servers, hosts, database);
    servers.push(await start("two"));
    // Replicas say once a second that they are there.
    await pause(3_000);
    say(`two replicas, ${2 * seconds} s`);
    const two = await loadWith(servers, hosts, database);
    return [
      { name: "cores", value: cores, unit: "count" },
      ...compare("iterations", one.iterations, two.iterations),
      ...compare("polls", one.polls, two.polls),
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}

type Measured = Readonly<{ perSecond: number; errors: number; serviceMs: number; databaseMs: number }>;

function compare(what: string, one: Measured, two: Measured): Measurement[] {
  const held = cores < coresNeeded ? {} : { hold: 1.6, moreIsBetter: true as const };
  return [
    { name: `${what}, one replica`, value: one.perSecond, unit: "/s" },
    { name: `${what}, two replicas`, value: two.perSecond, unit: "/s" },
    { name: `${what}, two / one`, value: two.perSecond / one.perSecond, unit: "×", ...held },
    { name: `${what}, CPU of a replica for each, one`, value: one.serviceMs, unit: "ms" },
    { name: `${what}, CPU of the replicas for each, two`, value: two.serviceMs, unit: "ms" },
    { name: `${what}, CPU of the database for each, one`, value: one.databaseMs, unit: "ms" },
    { name: `${what}, CPU of the database for each, two`, value: two.databaseMs, unit: "ms" },
    { name: `${what}, errors`, value: one.errors + two.errors, unit: "count", hold: 0 },
  ];
}

function loadWith(servers: readonly Server[], hosts: readonly BenchHost[], { pid }: Database) {
  return over(servers, async (connections) => {
    const run = async (step: typeof iterate | typeof pollHost, forSeconds: number): Promise<Measured> => {
      const service = () => servers.reduce((sum, server) => sum + server.usage().cpuSeconds, 0);
      const [serviceBefore, databaseBefore] = [service(), usageOf(pid).cpuSeconds];
      const load = await runLoad({ loops, seconds: forSeconds, step: turnOver(hosts, connections, step) });
      return {
        perSecond: load.throughput,
        errors: load.errors,
        serviceMs: ((service() - serviceBefore) / load.steps) * 1_000,
        databaseMs: ((usageOf(pid).cpuSeconds - databaseBefore) / load.steps) * 1_000,
      };
    };
    // A replica that has just come has compiled and read nothing yet.
    await run(iterate, seconds / 3);
    return { iterations: await run(iterate, seconds), polls: await run(pollHost, seconds) };
  });
}

/** With connections to all of them in turn, as behind a balancer that knows nothing of hosts. */
async function over<Value>(
  servers: readonly Server[],
  work: (connections: readonly RawConnection[]) => Promise<Value>,
): Promise<Value> {
  const connections = Array.from({ length: loops }, (_, index) => {
    const server = servers[index % servers.length];
    return new RawConnection(server?.url ?? "");
  });
  try {
    return await work(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}
