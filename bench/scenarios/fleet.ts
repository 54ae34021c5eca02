import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { planFleet, progressLine, Simulation, type SimulationPlan } from "@muster/simulator";
import { readyHosts } from "../fleet.ts";
import { usageOf } from "../process-usage.ts";
import { RawConnection } from "../raw-http.ts";
import type { Measurement, Scenario, Workbench } from "../scenario.ts";
import { startServer } from "../server.ts";
import { onPostgres } from "./on-postgres.ts";

const hosts = Number(process.env.MUSTER_BENCH_HOSTS ?? 10_000);
const seconds = Number(process.env.MUSTER_BENCH_SECONDS ?? 120);
/** How fast the fleet is brought up; it is measured at the speed of life. */
const speed = Number(process.env.MUSTER_BENCH_SPEED ?? 1);
const bootsPerSecond = 25;
const mebibyte = 1_024 ** 2;

const says = `${hosts} hosts in ${hosts / 5} clusters that poll each 60 s`;

export const fleet: Scenario = {
  name: "fleet",
  says: `${says}, on the embedded database`,
  run: (workbench) => measure(workbench, { url: undefined, pid: undefined }),
};

export const fleetPostgres: Scenario = {
  name: "fleet-postgres",
  says: `${says}, on a PostgreSQL that is started for it`,
  run: (workbench) => onPostgres((database) => measure(workbench, database)),
};

type Database = Readonly<{ url: string | undefined; pid: number | undefined }>;

async function measure({ directory, say }: Workbench, { url, pid }: Database): Promise<Measurement[]> {
  const env = url === undefined ? {} : { DATABASE_URL: url };
  const server = await startServer({ dataDirectory: join(directory, "data"), env });
  const cpu = () => server.usage().cpuSeconds + (pid === undefined ? 0 : usageOf(pid).cpuSeconds);
  // Nobody boots so many machines in one minute; those who measure that use `agents`.
  const bootOverSeconds = (speed * hosts) / bootsPerSecond;
  const plan = planFleet({
    hosts,
    topology: "ha",
    seed: "bench",
    kinds: ["bench-server"],
    install: false,
    bootOverSeconds,
  });
  const simulation = new Simulation({ server: server.url, plan: unwatched(plan), speed, stay: true });
  const running = simulation.run();
  try {
    const broughtUp = await untilReady(simulation, server.url, say);
    simulation.clock.pace(1);
    // A whole round of polls, so that nothing of the way up is measured.
    say("all are ready; a minute of rest");
    await pause(60_000);
    simulation.requests.clear();
    const [before, own] = [cpu(), process.cpuUsage()];
    say(`measuring for ${seconds} s`);
    await pause(seconds * 1_000);
    const used = (cpu() - before) / seconds;
    const { user, system } = process.cpuUsage(own);
    const { requests } = simulation;
    return [
      { name: "all clusters ready after", value: broughtUp, unit: "s" },
      { name: "CPU per second, database included", value: used, unit: "s", hold: 0.25 },
      { name: "RSS of the service", value: server.usage().rssBytes / mebibyte, unit: "MiB", hold: 700 },
      { name: "requests per second", value: Number((requests.count / seconds).toFixed(1)), unit: "count" },
      { name: "requests, p99", value: requests.percentile(0.99) ?? 0, unit: "ms" },
      { name: "requests that failed", value: requests.failed, unit: "count", hold: 0 },
      { name: "CPU per second of the simulator", value: (user + system) / 1e6 / seconds, unit: "s" },
      { name: "RSS of the simulator", value: process.memoryUsage.rss() / mebibyte, unit: "MiB" },
    ];
  } finally {
    simulation.stop();
    await running.catch(() => {});
    await server.stop();
  }
}

/** A simulation that expects nothing does not look either: only machines talk to the service. */
const unwatched = (plan: SimulationPlan): SimulationPlan => ({
  ...plan,
  clusters: plan.clusters.map((cluster) => ({ ...cluster, expect: [] })),
});

async function untilReady(simulation: Simulation, url: string, say: Workbench["say"]): Promise<number> {
  const started = performance.now();
  const connection = new RawConnection(url);
  try {
    for (;;) {
      const ready = await readyHosts(connection);
      if (ready === hosts) return (performance.now() - started) / 1_000;
      say(`${ready} hosts are ready; ${progressLine(simulation.snapshot())}`);
      await pause(10_000);
    }
  } finally {
    connection.close();
  }
}
