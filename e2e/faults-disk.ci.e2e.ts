// No room left in the data directory: orders are refused with what is full and what to do, reads go on, and so does everything
// as soon as there is room.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ApiError, type Client, createClient } from "@muster/contract";
import { pullSecret, until } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tell } from "./faults/figures.ts";
import { moveIn } from "./faults/neighbour.ts";
import { startVictim, type Victim } from "./faults/service.ts";
import { titled } from "./titled.ts";

const MiB = 1024 ** 2;

/** Only root may mount; a container may forbid it even to root. */
const noMount = ((): string | null => {
  if (userInfo().uid !== 0) return "a small disk can only be mounted by root: run it with sudo";
  const place = join(tmpdir(), `muster-mount-${process.pid}`);
  mkdirSync(place);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", place], { stdio: "ignore" });
    execFileSync("umount", [place], { stdio: "ignore" });
    return null;
  } catch {
    return "mount is forbidden here";
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
})();

describe.skipIf(noMount !== null)(titled("a full disk in the data directory", noMount), () => {
  let directory = "";
  let disk = "";
  let victim: Victim;
  let client: Client;
  let images: Server;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-disk-"));
    disk = join(directory, "data");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", disk]);
    // An image of 200 MB: more than the disk ever has room for.
    images = createServer(({ method }, response) => {
      response.writeHead(200, { "content-length": 200 * MiB, etag: '"one"' });
      if (method === "HEAD") return void response.end();
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(MiB)));
      };
      response.on("drain", send);
      send();
    }).listen(0, "127.0.0.1");
    await once(images, "listening");
    const address = images.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/live.iso`;
    const image = { openshift_version: "4.22", cpu_architecture: "x86_64", version: "422.1", url };
    victim = await startVictim({ OS_IMAGES: JSON.stringify([image]) }, disk);
    client = createClient({ baseUrl: victim.url });
  });
  afterAll(async () => {
    await victim?.end();
    images?.closeAllConnections();
    images?.close();
    execFileSync("umount", [disk], { stdio: "ignore" });
    await rm(directory, { recursive: true, force: true });
  });

  const free = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  /** Takes all room but for so many bytes. */
  const fill = (left: number) => {
    const ballast = join(disk, "ballast");
    rmSync(ballast, { force: true });
    writeFileSync(ballast, Buffer.alloc(Math.max(0, free() - left)));
  };
  const makeRoom = () => rmSync(join(disk, "ballast"), { force: true });

  let count = 0;
  const order = () =>
    client.call("v2RegisterCluster", {
      body: { name: `order-${++count}`, openshift_version: "4.22", pull_secret: pullSecret },
    });
  const outcome = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "done",
      (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.reason}` : String(error)),
    );
  const tooFull = /^503 There is no room left on the disk of .*data/;

  test("orders are refused with what is full, reads and agents go on, and orders go on when there is room", async () => {
    const first = await order();
    const neighbour = await moveIn(client);
    const confirmed = [first.id];
    for (const left of [256 * 1024, 0]) {
      fill(left);
      const refusals = new Map<string, number>();
      for (let tried = 0; tried < 60; tried += 1) {
        const said = await order().then(
          ({ id }) => {
            confirmed.push(id);
            return "done";
          },
          (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.reason}` : String(error)),
        );
        refusals.set(said, (refusals.get(said) ?? 0) + 1);
      }
      tell(`${left / 1024} kB left`, { outcomes: Object.fromEntries(refusals) });
      const refused = [...refusals.keys()].filter((said) => said !== "done");
      expect(refused).toEqual([expect.stringMatching(tooFull)]);
      const listed = new Set((await client.call("v2ListClusters")).map(({ id }) => id));
      expect(confirmed.filter((id) => !listed.has(id))).toEqual([]);
      expect((await client.call("v2GetCluster", { params: { cluster_id: first.id } })).id).toBe(first.id);
      expect(await client.call("getHealth")).toBe("ok");
      makeRoom();
      const since = performance.now();
      confirmed.push((await until({ what: "room to be used", look: order, holds: () => true })).id);
      tell("room again", { "orders go on after ms": Math.round(performance.now() - since) });
    }
    const experience = await neighbour.leave();
    tell("an agent meanwhile", experience);
    expect(experience.failed).toEqual([]);
    const listed = new Set((await client.call("v2ListClusters")).map(({ id }) => id));
    expect(confirmed.filter((id) => !listed.has(id))).toEqual([]);
  });

  test("what is changed again and again meanwhile stays at its last confirmed state", async () => {
    const { id } = await order();
    const params = { cluster_id: id };
    fill(MiB);
    const outcomes = new Map<string, number>();
    let confirmed = -1;
    const started = performance.now();
    for (let turn = 0; turn < 1_000 && performance.now() - started < 30_000; turn += 1) {
      const said = await outcome(client.call("V2UpdateCluster", { params, body: { tags: `turn-${turn}` } }));
      if (said === "done") confirmed = turn;
      outcomes.set(said, (outcomes.get(said) ?? 0) + 1);
    }
    tell("changes while there is no room", { outcomes: Object.fromEntries(outcomes) });
    const listed = await outcome(client.call("v2ListClusters"));
    makeRoom();
    await until({
      what: "orders to go on",
      look: () => client.call("V2UpdateCluster", { params, body: { name: "went-on" } }),
      holds: ({ name }) => name === "went-on",
      withinSeconds: 30,
    });
    const { tags } = await client.call("v2GetCluster", { params });
    expect(tags).toBe(`turn-${confirmed}`);
    expect(listed).toBe("done");
    for (const said of outcomes.keys()) expect(said).toMatch(/^done$|^503 There is no room left/);
  });

  test("files: logs that do not fit leave nothing behind, and fit when there is room", async () => {
    const { id } = await order();
    const { id: infra_env_id } = await client.call("RegisterInfraEnv", {
      body: { name: "files", pull_secret: pullSecret, cluster_id: id },
    });
    const host_id = crypto.randomUUID();
    await client.call("v2RegisterHost", { params: { infra_env_id }, body: { host_id } });
    const upload = () =>
      outcome(
        client.call("V2UploadLogs", {
          params: { cluster_id: id },
          query: { logs_type: "host", infra_env_id, host_id },
          body: { upfile: new File([Buffer.alloc(20 * MiB)], "logs.tar.gz") },
        }),
      );
    fill(10 * MiB);
    const before = free();
    const said = await upload();
    tell("logs of 20 MiB into 10 MiB", { said });
    expect(said).toMatch(tooFull);
    expect(before - free()).toBeLessThan(MiB);
    makeRoom();
    expect(await upload()).toBe("done");
  });

  test("images: one that does not fit says so, and the rest goes on", async () => {
    const { id } = await client.call("RegisterInfraEnv", { body: { name: "boots", pull_secret: pullSecret } });
    const infraEnv = await client.call("GetInfraEnv", { params: { infra_env_id: id } });
    const link = new URL(infraEnv.download_url ?? "");
    const ask = async () => {
      const answer = await fetch(`${victim.url}${link.pathname}${link.search}`, {
        signal: AbortSignal.timeout(60_000),
      });
      const body = answer.status === 200 ? "" : await answer.text();
      await answer.body?.cancel().catch(() => {});
      return `${answer.status} ${body}`;
    };
    let said = "";
    for (let tries = 0; tries < 20 && !/no room/.test(said); tries += 1) {
      said = await ask();
      await pause(500);
    }
    tell("an image of 200 MiB on a disk of 160", { said });
    expect(said).toMatch(/^503 .*no room for it.*takes 200 MiB.*Make room/);
    expect(await outcome(order())).toBe("done");
  });
});
