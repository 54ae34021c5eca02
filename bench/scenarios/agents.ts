import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  type BenchHost,
  describeClusters,
  hostsPerCluster,
  iterate,
  pollHost,
  readyHosts,
  registerHost,
} from "../fleet.ts";
import { runLoad } from "../load.ts";
import { usageOf } from "../process-usage.ts";
import { RawConnection } from "../raw-http.ts";
import type { Measurement, Scenario, Workbench } from "../scenario.ts";
import { startServer } from "../server.ts";
import { onPostgres } from "./on-postgres.ts";

const loops = 32;
const hostCount = Number(process.env.MUSTER_BENCH_HOSTS ?? 1_000);
const seconds = Number(process.env.MUSTER_BENCH_SECONDS ?? 30);
const mebibyte = 1_024 ** 2;

export const agents: Scenario = {
  name: "agents",
  says: `${hostCount} hosts in clusters of ${hostsPerCluster} on the embedded database: registration, settling, iterations, polls`,
  run: (workbench) => measure(workbench, { url: undefined, pid: undefined, share: 0.5 }),
};

export const agentsPostgres: Scenario = {
  name: "agents-postgres",
  says: "The same on a PostgreSQL that is started for it",
  run: (workbench) => onPostgres((postgres) => measure(workbench, { ...postgres, share: 1 })),
};

/** The figures hold for PostgreSQL; the embedded database is held to half of them. */
type Database = Readonly<{ url: string | undefined; pid: number | undefined; share: number }>;

async function measure({ directory, say }: Workbench, database: Database): Promise<Measurement[]> {
  const env = database.url === undefined ? {} : { DATABASE_URL: database.url };
  const server = await startServer({ dataDirectory: join(directory, "data"), env });
  const connections = Array.from({ length: loops }, () => new RawConnection(server.url));
  const cpu = () => server.usage().cpuSeconds + (database.pid === undefined ? 0 : usageOf(database.pid).cpuSeconds);
  try {
    say(`describing ${hostCount / hostsPerCluster} clusters`);
    const clusters = await describeClusters(server.url, { clusters: hostCount / hostsPerCluster });
    const hosts = clusters.flatMap((cluster) => cluster.hosts);

    say("registering");
    const cpuBefore = cpu();
    const registering = await timed(() => forAll(hosts, connections, registerHost));

    say("first reports");
    const first = await timed(async () => {
      // Twice: with their inventories in, hosts are asked about each other.
      await forAll(hosts, connections, iterate);
      await forAll(hosts, connections, iterate);
    });
    const settling = await timed(() => untilReady(server.url, hosts.length));
    const settlingCpu = cpu() - cpuBefore;

    say(`iterations for ${seconds} s`);
    const cpuAtIterations = cpu();
    const iterations = await runLoad({ loops, seconds, step: turnOver(hosts, connections, iterate) });
    const iterationCpu = cpu() - cpuAtIterations;

    say(`polls for ${seconds} s`);
    const polls = await runLoad({
      loops,
      seconds,
      step: turnOver(hosts, connections, pollHost),
    });
    const listing = await timed(() => readyHosts(connections[0] ?? new RawConnection(server.url)));
    const { share } = database;
    return [
      { name: "registrations", value: hosts.length / registering, unit: "/s", hold: 1_000 * share },
      { name: "first poll and replies of all hosts", value: first, unit: "s" },
      { name: "last reply to every host known", value: settling, unit: "s", hold: 3 },
      { name: "CPU until then, database included", value: settlingCpu, unit: "s", hold: 10 / share },
      { name: "iterations", value: iterations.throughput, unit: "/s", hold: 1_500 * share },
      { name: "iterations, p99", value: iterations.p99Ms, unit: "ms" },
      { name: "CPU per second of iterations", value: iterationCpu / seconds, unit: "s" },
      { name: "polls", value: polls.throughput, unit: "/s", hold: 5_000 * share },
      { name: "polls, p99", value: polls.p99Ms, unit: "ms", hold: 50 },
      { name: "errors", value: iterations.errors + polls.errors, unit: "count", hold: 0 },
      { name: "list of all clusters", value: listing * 1_000, unit: "ms" },
      { name: "RSS at the end", value: server.usage().rssBytes / mebibyte, unit: "MiB", hold: 300 / share },
    ];
  } finally {
    for (const connection of connections) connection.close();
    await server.stop();
  }
}

type HostStep = (connection: RawConnection, host: BenchHost) => Promise<unknown>;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** Every host once, each connection taking the next that is left. */
export async function forAll(hosts: readonly BenchHost[], connections: readonly RawConnection[], step: HostStep) {
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (let host = hosts[next++]; host; host = hosts[next++]) await step(connection, host);
    }),
  );
}

/** A step of a load: each turn takes the next host, over a connection that is free. */
export function turnOver(hosts: readonly BenchHost[], connections: readonly RawConnection[], step: HostStep) {
  const free = [...connections];
  return async (turn: number) => {
    const connection = free.pop();
    const host = hosts[turn % hosts.length];
    if (!connection || !host) throw new Error("more loops than connections");
    try {
      await step(connection, host);
    } finally {
      free.push(connection);
    }
  };
}

export async function untilReady(url: string, count: number): Promise<void> {
  const connection = new RawConnection(url);
  const end = performance.now() + 120_000;
  while ((await readyHosts(connection)) < count) {
    if (performance.now() > end) throw new Error("not every host became known within two minutes");
    await pause(50);
  }
  connection.close();
}
