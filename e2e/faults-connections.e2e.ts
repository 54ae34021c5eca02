// A thousand connections that say little or nothing: agents are served as if there were none, and in the end they are cut.
import { once } from "node:events";
import { connect as dial, type Socket } from "node:net";
import { connect } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tell } from "./faults/figures.ts";
import { moveIn } from "./faults/neighbour.ts";
import { startVictim, type Victim } from "./faults/service.ts";

const manners = {
  /** Headers that never end, a line each few seconds. */
  "slow headers": {
    count: 400,
    begin: "GET /api/assisted-install/v2/clusters HTTP/1.1\r\nhost: localhost\r\n",
    everyMs: 5_000,
    more: "x-more: yes\r\n",
  },
  /** Says how long its body is, sends a little of it, and no more. */
  "stalled bodies": {
    count: 300,
    begin:
      "POST /api/assisted-install/v2/clusters HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{",
    everyMs: null,
    more: "",
  },
  "connections that never ask": { count: 300, begin: "", everyMs: null, more: "" },
} as const;

type Held = Readonly<{ manner: string; closed: Promise<number> }>;

describe("1,000 slow or half-open connections", () => {
  let victim: Victim;
  const sockets: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];

  beforeAll(async () => {
    victim = await startVictim();
  });
  afterAll(async () => {
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    await victim?.end();
  });

  const hold = async (manner: keyof typeof manners): Promise<Held> => {
    const { begin, everyMs, more } = manners[manner];
    const socket = dial(Number(new URL(victim.url).port), "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    await once(socket, "connect");
    const since = performance.now();
    if (begin !== "") socket.write(begin);
    if (everyMs !== null) timers.push(setInterval(() => socket.writable && socket.write(more), everyMs));
    socket.resume();
    return { manner, closed: once(socket, "close").then(() => performance.now() - since) };
  };

  test("agents are served meanwhile, and those that say nothing are cut", async () => {
    const client = connect(victim.url);
    const alone = await moveIn(client);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const undisturbed = await alone.leave();
    const held = await Promise.all(
      Object.entries(manners).flatMap(([manner, { count }]) =>
        Array.from({ length: count }, () => hold(manner as keyof typeof manners)),
      ),
    );
    expect(held).toHaveLength(1_000);
    const neighbour = await moveIn(client);
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    const experience = await neighbour.leave();
    tell("agents beside 1,000 connections", { undisturbed, beside: experience });
    expect(experience.failed).toEqual([]);
    expect(experience.asked).toBeGreaterThan(100);
    expect(experience.p99Ms).toBeLessThan(Math.max(200, 5 * undisturbed.p99Ms));

    for (const manner of Object.keys(manners)) {
      const ends = await Promise.all(held.filter((one) => one.manner === manner).map(({ closed }) => closed));
      const seconds = Math.round(Math.max(...ends) / 1_000);
      tell(manner, { "all cut after s": seconds });
      expect(seconds).toBeLessThanOrEqual(120);
    }
    const after = await client.call("v2ListClusters");
    expect(after).toEqual([]);
  });
});
