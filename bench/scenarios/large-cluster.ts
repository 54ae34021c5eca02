import { join } from "node:path";
import { describeClusters, registerHost, reportInventory } from "../fleet.ts";
import { RawConnection } from "../raw-http.ts";
import type { Scenario } from "../scenario.ts";
import { startServer } from "../server.ts";
import { median } from "../statistics.ts";
import { forAll } from "./agents.ts";

const hosts = 500;
const rounds = 20;

export const largeCluster: Scenario = {
  name: "large-cluster",
  says: `GET /v2/clusters?with_hosts=true for one cluster of ${hosts} hosts with their inventories`,
  async run({ directory, say }) {
    const server = await startServer({ dataDirectory: join(directory, "data") });
    const connections = Array.from({ length: 8 }, () => new RawConnection(server.url));
    try {
      const [cluster] = await describeClusters(server.url, { clusters: 1, hosts, prefix: 22 });
      say("registering and reporting");
      await forAll(cluster?.hosts ?? [], connections, registerHost);
      await forAll(cluster?.hosts ?? [], connections, reportInventory);
      const [connection = new RawConnection(server.url)] = connections;
      const times: number[] = [];
      let bytes = 0;
      for (let round = 0; round < rounds; round++) {
        const started = performance.now();
        const { body } = await connection.request("GET", "/api/assisted-install/v2/clusters?with_hosts=true");
        times.push(performance.now() - started);
        bytes = body.length;
      }
      return [
        { name: "with_hosts=true, median", value: median(times), unit: "ms", hold: 150 },
        { name: "with_hosts=true, size", value: bytes / 1_024 ** 2, unit: "MiB" },
      ];
    } finally {
      for (const connection of connections) connection.close();
      await server.stop();
    }
  },
};
