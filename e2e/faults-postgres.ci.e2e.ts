// PostgreSQL away for half a minute under load: requests are refused at once, and everything goes on afterwards by itself.
import { setTimeout as pause } from "node:timers/promises";
import { ApiError, createClient } from "@muster/contract";
import { planFleet, pullSecret, Simulation, until } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { percentile } from "../bench/statistics.ts";
import { type Postgres, startPostgres } from "../scripts/postgres.ts";
import { noPostgres } from "./faults/databases.ts";
import { tell } from "./faults/figures.ts";
import { moveIn } from "./faults/neighbour.ts";
import { startVictim, type Victim } from "./faults/service.ts";
import { titled } from "./titled.ts";

/** Machines that ask all the time, before, meanwhile and afterwards: hundreds of requests each second. */
const neighbourCount = 10;
const awayMs = 30_000;
/** How long a server that takes connections and says nothing may go unnoticed: ten seconds of patience, and a busy machine. */
const noticedWithinMs = 15_000;

type Answer = Readonly<{ at: number; status: number; reason: string; ms: number }>;

describe.skipIf(noPostgres !== null)(titled("PostgreSQL away for 30 s under load", noPostgres), () => {
  let postgres: Postgres;
  let victim: Victim;

  beforeAll(async () => {
    postgres = await startPostgres();
    victim = await startVictim({ DATABASE_URL: postgres.url });
  });
  afterAll(async () => {
    await victim?.end();
    await postgres?.stop();
  });

  const faults = {
    "stopped and started again": { leave: () => postgres.halt(), comeBack: () => postgres.start(), silentMs: 2_000 },
    "standing still": {
      leave: async () => postgres.freeze(),
      comeBack: async () => postgres.thaw(),
      silentMs: noticedWithinMs,
    },
  };

  for (const [how, { leave, comeBack, silentMs }] of Object.entries(faults)) {
    test(`${how}: 503 meanwhile and fast, then everything continues without a restart`, async () => {
      const { pid } = victim.server();
      const client = createClient({ baseUrl: victim.url });
      const { id } = await client.call("v2RegisterCluster", {
        body: { name: "orders", openshift_version: "4.22", pull_secret: pullSecret },
      });
      const params = { cluster_id: id };
      const plan = planFleet({ hosts: 30, topology: "compact", seed: how, kinds: ["small-vm"] });
      const simulation = new Simulation({ server: victim.url, plan, speed: 60, withinSeconds: 300 });
      const running = simulation.run();
      await until({
        what: "installations to be under way",
        look: async () => simulation.snapshot().clusters,
        holds: () => simulation.clusters.some(({ cluster }) => cluster?.status === "installing"),
        withinSeconds: 120,
      });

      const neighbours = await Promise.all(Array.from({ length: neighbourCount }, () => moveIn(client)));
      const answers: Answer[] = [];
      let over = false;
      let confirmed = 0;
      const ask = async (order: number): Promise<void> => {
        const asked = performance.now();
        const note = (status: number, reason: string) =>
          answers.push({ at: asked, status, reason, ms: performance.now() - asked });
        await client.call("V2UpdateCluster", { params, body: { tags: `order-${order}` } }).then(
          () => {
            confirmed = order;
            note(200, "");
          },
          (error: unknown) => note(error instanceof ApiError ? error.status : 0, String(error)),
        );
      };
      const asking = (async () => {
        for (let order = 1; !over; order += 1) {
          void ask(order);
          await pause(200);
        }
      })();
      // Half a minute is half a minute to machines, too: installers give up after some.
      simulation.clock.pace(1);
      await pause(1_000);
      const leftAt = performance.now();
      await leave();
      const goneAt = performance.now();
      await pause(awayMs);
      const health = await fetch(`${victim.url}/health`);
      const ready = await fetch(`${victim.url}/ready`);
      const backAt = performance.now();
      await comeBack();
      await until({
        what: "the service to heal by itself",
        look: async () => answers.findLast(({ status }) => status === 200)?.at ?? 0,
        holds: (at) => at > backAt,
        withinSeconds: 30,
      });
      const healedAt = performance.now();
      const experiences = await Promise.all(neighbours.map((neighbour) => neighbour.leave()));
      const polls = experiences.reduce((sum, { asked }) => sum + asked, 0);
      const turnedAway = experiences.flatMap(({ failed }) => failed);
      simulation.clock.pace(60);
      over = true;
      await asking;
      const report = await running;

      const meanwhile = answers.filter(({ at }) => at > goneAt && at < backAt);
      const early = meanwhile.filter(({ at }) => at < goneAt + silentMs);
      const late = meanwhile.filter(({ at }) => at >= goneAt + silentMs && at < backAt - 1_000);
      const slowest = (some: readonly Answer[]) =>
        Math.round(
          percentile(
            some.map(({ ms }) => ms),
            1,
          ),
        );
      tell(`PostgreSQL ${how}`, {
        asked: meanwhile.length,
        statuses: [...new Set(meanwhile.map(({ status }) => status))],
        "slowest ms at first": slowest(early),
        "p50 ms then": Math.round(
          percentile(
            late.map(({ ms }) => ms),
            0.5,
          ),
        ),
        "slowest ms then": slowest(late),
        "healed after ms": Math.round(healedAt - backAt),
        "health, ready": [health.status, ready.status],
        polls,
        "polls turned away": turnedAway.length,
        says: meanwhile.at(-1)?.reason ?? "",
        installed: report.clusters.installed,
        requests: report.requests,
        left: Math.round(goneAt - leftAt),
      });
      expect(new Set(meanwhile.filter(({ at }) => at < backAt - 6_000).map(({ status }) => status))).toEqual(
        new Set([503]),
      );
      expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      expect(turnedAway.filter((reason) => !reason.startsWith("503 "))).toEqual([]);
      expect(polls).toBeGreaterThan((neighbourCount * awayMs) / 1_000);
      expect(slowest(early)).toBeLessThan(noticedWithinMs);
      expect(slowest(late)).toBeLessThan(2_000);
      expect([health.status, ready.status]).toEqual([200, 503]);
      expect(healedAt - backAt).toBeLessThan(15_000);
      expect(report.unmet).toEqual([]);
      expect(report.clusters.installed).toBe(10);
      expect(victim.server().pid).toBe(pid);
      const { tags } = await client.call("v2GetCluster", { params });
      expect(Number(tags?.slice("order-".length))).toBeGreaterThanOrEqual(confirmed);
    });
  }
});
