import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import { startServer } from "../server.ts";
import { median } from "../statistics.ts";

const mebibyte = 1_024 ** 2;
const rounds = 5;

export const start: Scenario = {
  name: "start",
  says: "From the command to GET /ready: with an empty data directory, then with existing data",
  async run({ directory, say }) {
    const dataDirectory = join(directory, "data");
    say("first start");
    const first = await startServer({ dataDirectory });
    await first.stop();
    const again = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`start ${round} of ${rounds} with existing data`);
      const server = await startServer({ dataDirectory });
      again.push({ readyAfterMs: server.readyAfterMs, ...server.usage() });
      await server.stop();
    }
    return [
      { name: "first start", value: first.readyAfterMs, unit: "ms" },
      { name: "later start", value: median(again.map(({ readyAfterMs }) => readyAfterMs)), unit: "ms", hold: 1_500 },
      { name: "CPU of a later start", value: median(again.map(({ cpuSeconds }) => cpuSeconds)), unit: "s" },
      {
        name: "RSS when ready",
        value: median(again.map(({ rssBytes }) => rssBytes)) / mebibyte,
        unit: "MiB",
        hold: 200,
      },
    ];
  },
};
