import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { planFleet, Simulation } from "@muster/simulator";
import type { Measurement, Scenario, Workbench } from "../scenario.ts";
import { startServer } from "../server.ts";
import { onPostgres } from "./on-postgres.ts";

const count = Number(process.env.MUSTER_BENCH_HOSTS ?? 500);
const speed = Number(process.env.MUSTER_BENCH_SPEED ?? 1);

const says = `${count} single-node installations that begin at once, at ${speed} times the speed of life`;

export const installs: Scenario = {
  name: "installs",
  says: `${says}, on the embedded database`,
  run: (workbench) => measure(workbench, {}),
};

export const installsPostgres: Scenario = {
  name: "installs-postgres",
  says: `${says}, on a PostgreSQL that is started for it`,
  run: (workbench) => onPostgres(({ url }) => measure(workbench, { DATABASE_URL: url })),
};

async function measure({ directory, say }: Workbench, env: Readonly<Record<string, string>>): Promise<Measurement[]> {
  const server = await startServer({ dataDirectory: join(directory, "data"), env });
  const plan = planFleet({ hosts: count, topology: "sno", seed: "bench" });
  const simulation = new Simulation({ server: server.url, plan, speed, installTogether: true, withinSeconds: 7_200 });
  try {
    const running = simulation.run();
    const ended = running.then(() => "over" as const);
    const states = () => simulation.clusters.map(({ cluster }) => cluster?.status ?? "not described yet");
    say("waiting until all can be installed");
    while (!simulation.clusters.every(({ isReady }) => isReady)) {
      if ((await Promise.race([ended, pause(200)])) === "over") break;
    }
    simulation.requests.clear();
    const [cpu, began] = [server.usage().cpuSeconds, performance.now()];
    while ((await Promise.race([ended, pause(10_000)])) !== "over") {
      say(`${states().filter((status) => status === "installed").length} of ${count} are installed`);
    }
    const report = await running;
    const seconds = (performance.now() - began) / 1_000;
    return [
      { name: "installations that failed", value: count - report.clusters.installed, unit: "count", hold: 0 },
      { name: "requests, p50", value: report.requests.p50Ms, unit: "ms" },
      { name: "requests, p99", value: report.requests.p99Ms, unit: "ms", hold: 200 },
      { name: "requests that failed", value: report.requests.failed, unit: "count", hold: 0 },
      { name: "requests", value: report.requests.total / seconds, unit: "/s" },
      { name: "installation, p50", value: report.installSeconds?.p50 ?? 0, unit: "s" },
      { name: "installation, p99", value: report.installSeconds?.p99 ?? 0, unit: "s" },
      { name: "all installed after", value: seconds, unit: "s" },
      { name: "CPU of the service", value: server.usage().cpuSeconds - cpu, unit: "s" },
    ];
  } finally {
    simulation.stop();
    await server.stop();
  }
}
