// 10,000 hosts that come at the same moment, and some that ask twice because the answer took long: all in, none twice.
import { connect, pullSecret } from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { percentile } from "../bench/statistics.ts";
import { databases, titled } from "./faults/databases.ts";
import { tell } from "./faults/figures.ts";
import { startVictim } from "./faults/service.ts";

const count = 10_000;
/** Sites of many sizes: one that has half of all, and many that have a few. */
const sites = [5_000, 1_000, ...Array.from({ length: 40 }, () => 100)];

for (const { name, skip, open } of databases) {
  describe.skipIf(skip !== null)(titled(`10,000 hosts registering at once, ${name}`, skip), () => {
    test("all are in, and none twice", async () => {
      const database = await open();
      const victim = await startVictim(database.env);
      const client = connect(victim.url, { connections: 500 });
      const infraEnvs = await Promise.all(
        sites.map((_, number) =>
          client.call("RegisterInfraEnv", { body: { name: `site-${number}`, pull_secret: pullSecret } }),
        ),
      );
      const hosts = infraEnvs.flatMap(({ id }, number) =>
        Array.from({ length: sites[number] ?? 0 }, () => ({ infraEnvId: id, hostId: crypto.randomUUID() })),
      );
      expect(hosts).toHaveLength(count);
      const times: number[] = [];
      const refused: string[] = [];
      const register = async ({ infraEnvId, hostId }: (typeof hosts)[number]) => {
        const asked = performance.now();
        await client
          .call("v2RegisterHost", { params: { infra_env_id: infraEnvId }, body: { host_id: hostId } })
          .catch((error: unknown) => refused.push(String(error)));
        times.push(performance.now() - asked);
      };
      const started = performance.now();
      // Every tenth asks a second time at once, as an agent does whose first answer was lost.
      await Promise.all(
        hosts.flatMap((host, number) => (number % 10 === 0 ? [register(host), register(host)] : [register(host)])),
      );
      const seconds = (performance.now() - started) / 1_000;
      tell(`10,000 hosts, ${name}`, {
        "all in after s": Math.round(seconds * 10) / 10,
        "p50 ms": Math.round(percentile(times, 0.5)),
        "p99 ms": Math.round(percentile(times, 0.99)),
        refused: refused.length,
        "RSS MiB": Math.round(victim.server().usage().rssBytes / 1024 ** 2),
      });
      const check = async () => {
        const found = await Promise.all(
          infraEnvs.map(({ id }) => client.call("v2ListHosts", { params: { infra_env_id: id } })),
        );
        for (const [number, there] of found.entries()) expect(there).toHaveLength(sites[number] ?? 0);
        expect(new Set(found.flat().map(({ id }) => id))).toEqual(new Set(hosts.map(({ hostId }) => hostId)));
      };
      try {
        expect(refused).toEqual([]);
        await check();
        const readyAfterMs = await victim.killAndStart();
        await check();
        tell(`10,000 hosts, ${name}`, { "ready again after ms": Math.round(readyAfterMs) });
        expect(seconds).toBeLessThan(300);
      } finally {
        await victim.end();
        await database.close();
      }
    });
  });
}
