import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describeClusters, registerHost, reportInventory } from "../fleet.ts";
import { RawConnection } from "../raw-http.ts";
import type { Scenario } from "../scenario.ts";
import { startServer } from "../server.ts";
import { percentile } from "../statistics.ts";
import { forAll } from "./agents.ts";

const clusters = Number(process.env.MUSTER_BENCH_HOSTS ?? 1_000) / 5;
const readers = 10 * clusters;
/** Most people look at one cluster; a few screens and programs follow everything. */
const followAll = 20;
const changesPerSecond = 100;

export const feed: Scenario = {
  name: "feed",
  says: `From the decision about a change of ${clusters * 5} hosts to its arrival at ${readers} readers of the feed, ${followAll} of which follow all`,
  async run({ directory, say }) {
    const server = await startServer({ dataDirectory: join(directory, "data") });
    const connections = Array.from({ length: 8 }, () => new RawConnection(server.url));
    const sockets: Socket[] = [];
    try {
      const fleet = await describeClusters(server.url, { clusters });
      const hosts = fleet.flatMap((cluster) => cluster.hosts);
      say("registering and reporting");
      await forAll(hosts, connections, registerHost);
      await forAll(hosts, connections, reportInventory);
      say(`${readers} readers`);
      const latencies: number[] = [];
      const seen: ReadonlySet<string>[] = [];
      for (let number = 0; number < readers; number++) {
        const id = number < followAll ? null : (fleet[number % clusters]?.id ?? null);
        const names = new Set<string>();
        seen.push(names);
        sockets.push(await followWith(server.url, id, { names, arrived: (latency) => latencies.push(latency) }));
      }
      await pause(2_000);
      latencies.length = 0;
      const [connection = new RawConnection(server.url)] = connections;
      const before = server.usage();
      const started = performance.now();
      for (const [index, { path }] of hosts.entries()) {
        const body = JSON.stringify({ host_name: `renamed-${index}` });
        const { status } = await connection.request("PATCH", path, body);
        if (status !== 201) throw new Error(`a host was not renamed: ${status}`);
        const ahead = ((index + 1) / changesPerSecond) * 1_000 - (performance.now() - started);
        if (ahead > 1) await pause(ahead);
      }
      const seconds = (performance.now() - started) / 1_000;
      await pause(1_000);
      const after = server.usage();
      const expected = hosts.length * (followAll + (readers - followAll) / clusters);
      const arrived = seen.reduce((sum, { size }) => sum + size, 0);
      return [
        { name: "arrival, median", value: percentile(latencies, 0.5), unit: "ms" },
        { name: "arrival, p99", value: percentile(latencies, 0.99), unit: "ms", hold: 100 },
        { name: "messages per second", value: latencies.length / seconds, unit: "/s" },
        { name: "changes that arrived, of all", value: arrived / expected, unit: "×", hold: 1, moreIsBetter: true },
        { name: "resident with all readers", value: after.rssBytes / 1_024 ** 2, unit: "MiB" },
        { name: "CPU seconds", value: after.cpuSeconds - before.cpuSeconds, unit: "s" },
      ];
    } finally {
      for (const socket of sockets) socket.destroy();
      for (const connection of connections) connection.close();
      await server.stop();
    }
  },
};

type Reading = Readonly<{
  /** The new names that this reader has heard of. */
  names: Set<string>;
  arrived(latencyMs: number): void;
}>;

/** A plain socket: thousands of HTTP clients would be measured themselves. */
function followWith(url: string, clusterId: string | null, { names, arrived }: Reading): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const query = clusterId === null ? "" : `?cluster_id=${clusterId}`;
  socket.write(`GET /api/muster/v1/feed${query} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  let rest = "";
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.on("data", (bytes) => {
      resolve(socket);
      const text = rest + bytes.toString("latin1");
      for (const [, name = ""] of text.matchAll(/"(renamed-\d+)"/g)) names.add(name);
      let end = 0;
      for (const match of text.matchAll(/"at":"([^"]{24})"/g)) {
        arrived(Date.now() - Date.parse(match[1] ?? ""));
        end = match.index + match[0].length;
      }
      rest = text.slice(Math.max(end, text.length - 40));
    });
  });
}
