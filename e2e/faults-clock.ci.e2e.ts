// Somebody sets the clock of the machine that the service runs on an hour forward, and back again, while clusters are installed.
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@muster/contract";
import { planFleet, Simulation, until } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tell } from "./faults/figures.ts";
import { moveIn } from "./faults/neighbour.ts";
import { startVictim, type Victim } from "./faults/service.ts";

const hour = 3_600_000;

describe("a clock that jumps by an hour", () => {
  let directory = "";
  let file = "";
  let victim: Victim;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-clock-"));
    file = join(directory, "offset");
    writeFileSync(file, "0");
    const shifted = join(import.meta.dirname, "faults/shifted-clock.mjs");
    victim = await startVictim({ MUSTER_FAULT_CLOCK: file, NODE_OPTIONS: `--import ${shifted}` });
  });
  afterAll(async () => {
    await victim?.end();
    await rm(directory, { recursive: true, force: true });
  });

  for (const [which, there, back] of [
    ["forward and back", hour, 0],
    ["back and forward", -hour, 0],
  ] as const) {
    test(`${which}: installations complete, and nobody is lost for good`, async () => {
      const client = createClient({ baseUrl: victim.url });
      const plan = planFleet({ hosts: 12, topology: "compact", seed: which, kinds: ["small-vm"] });
      const simulation = new Simulation({ server: victim.url, plan, speed: 60, withinSeconds: 240 });
      const neighbour = await moveIn(client);
      const running = simulation.run();
      const stage = () =>
        simulation.clusters.flatMap(({ cluster }) => (cluster?.status === "installing" ? [cluster] : []));
      await until({
        what: "installations to be under way",
        look: async () => stage().length,
        holds: (count) => count > 0,
        withinSeconds: 120,
      });
      // In the middle of stages whose time is limited.
      await pause(3_000);
      const seen = new Set<string>();
      const look = async () => {
        for (const host of (await client.call("v2ListClusters", { query: { with_hosts: true } })).flatMap(
          ({ hosts = [] }) => hosts,
        ))
          seen.add(host.status);
      };
      for (const offset of [there, back]) {
        writeFileSync(file, String(offset));
        for (let second = 0; second < 6; second += 1) {
          await pause(1_000);
          await look();
        }
      }
      const report = await running;
      const params = { infra_env_id: neighbour.infraEnvId, host_id: neighbour.hostId };
      const host = await client.call("v2GetHost", { params });
      const experience = await neighbour.leave();
      const events = (await client.call("v2ListEvents", { query: { limit: 5_000 } })).filter(
        ({ severity }) => severity !== "info",
      );
      tell(`clock ${which}`, {
        installed: report.clusters.installed,
        "statuses of hosts seen": [...seen],
        "warnings and worse": [
          ...new Set(events.map(({ severity, message }) => `${severity} ${message}`.slice(0, 120))),
        ],
        neighbour: experience,
        seconds: report.seconds,
      });
      expect(report.unmet).toEqual([]);
      expect(report.clusters.installed).toBe(4);
      expect(experience.failed).toEqual([]);
      expect(host.status).not.toMatch(/^disconnected/);
    });
  }
});
