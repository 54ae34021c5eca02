// 10,000 hosts that come at the same moment, and some that ask twice because the answer took long: all in, none twice.
import { ConnectionError } from "@muster/contract";
import { connect, pullSecret } from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { percentile } from "../bench/statistics.ts";
import { databases } from "./faults/databases.ts";
import { tell } from "./faults/figures.ts";
import { startVictim } from "./faults/service.ts";
import { titled } from "./titled.ts";

const count = Number(process.env.MUSTER_FAULT_HOSTS ?? 10_000);
/** Sites of many sizes: one that has half of all, and many that have a few. */
const sites = [count / 2, count / 10, ...Array.from({ length: 40 }, () => count / 100)];

for (const { name, skip, open } of databases) {
  describe.skipIf(skip !== null)(titled(`${count} hosts registering at once, ${name}`, skip), () => {
    test("all are in, and none twice", async () => {
      const database = await open();
      const victim = await startVictim(database.env);
      // Each request has a connection of its own: nothing waits its turn on this side.
      const client = connect(victim.url, { connections: 2 * count });
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
      let again = 0;
      const register = async ({ infraEnvId, hostId }: (typeof hosts)[number]) => {
        const asked = performance.now();
        const call = { params: { infra_env_id: infraEnvId }, body: { host_id: hostId } };
        const ask = (more: number): Promise<unknown> =>
          client.call("v2RegisterHost", call).catch((error: unknown) => {
            // The queue of connections that a kernel keeps is short; agents come again.
            if (!(error instanceof ConnectionError) || more === 0) return refused.push(String(error));
            again += 1;
            return ask(more - 1);
          });
        await ask(3);
        times.push(performance.now() - asked);
      };
      const started = performance.now();
      // Every tenth asks a second time at once, as an agent does whose first answer was lost.
      await Promise.all(
        hosts.flatMap((host, number) => (number % 10 === 0 ? [register(host), register(host)] : [register(host)])),
      );
      const seconds = (performance.now() - started) / 1_000;
      tell(`${count} hosts, ${name}`, {
        "all in after s": Math.round(seconds * 10) / 10,
        "p50 ms": Math.round(percentile(times, 0.5)),
        "p99 ms": Math.round(percentile(times, 0.99)),
        refused: refused.length,
        "asked again": again,
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
        tell(`${count} hosts, ${name}`, { "ready again after ms": Math.round(readyAfterMs) });
        expect(seconds).toBeLessThan(300);
      } finally {
        await victim.end();
        await database.close();
      }
    });
  });
}
