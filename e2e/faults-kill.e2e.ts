// kill -9 at fifty moments of installations: all of them complete, and nothing that was confirmed is lost.
import { setTimeout as pause } from "node:timers/promises";
import { ApiError, type Client, ConnectionError, createClient } from "@muster/contract";
import {
  planFleet,
  pullSecret,
  randomFrom,
  type ScriptedHost,
  type SimulatedTopology,
  Simulation,
} from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { databases } from "./faults/databases.ts";
import { seed, tell } from "./faults/figures.ts";
import { startVictim, type Victim } from "./faults/service.ts";
import { titled } from "./titled.ts";

const kills = Number(process.env.MUSTER_FAULT_KILLS ?? 50);
/** Longest time between a start and the next kill: a single node takes a few seconds from image to installed. */
const longestLifeMs = 2_000;
const speed = 400;
/** While the service is away: its ten seconds must not be more than an hour to agents, after which they begin anew. */
const speedAlone = 60;

for (const { name, skip, open } of databases) {
  describe.skipIf(skip !== null)(titled(`kill -9 at ${kills} moments of installations, ${name}`, skip), () => {
    test(`all installations complete, nothing confirmed is lost (MUSTER_FAULT_SEED=${seed})`, async () => {
      const random = randomFrom(`${seed} ${name}`);
      const database = await open();
      const victim = await startVictim(database.env);
      const installations = new Installations(victim);
      const clerk = new Clerk(victim.url);
      try {
        const running = installations.run();
        const writing = clerk.run();
        const starts: number[] = [];
        const started = performance.now();
        for (let kill = 0; kill < kills; kill += 1) {
          await pause(random() * longestLifeMs);
          installations.pace(speedAlone);
          starts.push(await victim.killAndStart());
          installations.pace(speed);
          expect(await clerk.lost(20), `after kill ${kill + 1}`).toEqual([]);
          if (kill === kills - 1) installations.beLast();
        }
        const killedWithin = (performance.now() - started) / 1_000;
        clerk.stop();
        await Promise.all([running, writing]);
        const lost = await installations.lost();
        tell(`${kills} kills, ${name}`, {
          seed,
          "kills within s": Math.round(killedWithin),
          "all done after s": Math.round((performance.now() - started) / 1_000),
          "ready again after ms, at most": Math.round(Math.max(...starts)),
          installations: installations.installed,
          "stages confirmed": installations.stages,
          "orders confirmed": clerk.confirmed,
        });
        expect(installations.unmet).toEqual([]);
        expect(installations.installed).toBeGreaterThan(Math.min(10, kills));
        expect(await clerk.lost()).toEqual([]);
        expect(lost).toEqual([]);
        expect(installations.stages).toBeGreaterThan(installations.installed);
        expect(clerk.confirmed).toBeGreaterThan(kills);
      } finally {
        await victim.end();
        await database.close();
      }
    });
  });
}

/** Fleets of several kinds, one after the other, so that something is always being installed. */
class Installations {
  installed = 0;
  stages = 0;
  readonly unmet: unknown[] = [];
  readonly #victim: Victim;
  readonly #clusters: { id: string; hosts: readonly ScriptedHost[] }[] = [];
  readonly #underWay = new Set<Simulation>();
  #isLast = false;

  constructor(victim: Victim) {
    this.#victim = victim;
  }

  /** Those that are under way are the last. */
  beLast(): void {
    this.#isLast = true;
  }

  pace(speed: number): void {
    for (const { clock } of this.#underWay) clock.pace(speed);
  }

  async run(): Promise<void> {
    await Promise.all([this.#lane("sno", 4), this.#lane("compact", 3), this.#lane("ha", 5)]);
  }

  async #lane(topology: SimulatedTopology, hosts: number): Promise<void> {
    for (let round = 1; !this.#isLast; round += 1) {
      const plan = planFleet({ hosts, topology, seed: `${seed}-${topology}-${round}`, kinds: ["small-vm"] });
      const simulation = new Simulation({ server: this.#victim.url, plan, speed, withinSeconds: 240 });
      this.#underWay.add(simulation);
      const report = await simulation.run().catch((error: unknown) => error);
      this.#underWay.delete(simulation);
      // Nobody was there when it began.
      if (isAway(report)) continue;
      if (report instanceof Error || typeof report !== "object" || report === null || !("clusters" in report)) {
        this.unmet.push(String(report));
        continue;
      }
      this.#note(simulation);
    }
  }

  #note(simulation: Simulation): void {
    // A service that is killed says nothing, or that it is not ready yet; anything else is its own mistake.
    this.unmet.push(...simulation.requests.errors.filter(({ status }) => status !== null && status !== 503));
    for (const run of simulation.clusters) {
      if (run.cluster !== null) this.#clusters.push({ id: run.cluster.id, hosts: run.hosts });
      if (run.isMet) this.installed += 1;
      else this.unmet.push(...run.unmet, ...run.troubles);
    }
  }

  /** Each stage that was confirmed to a host is in the history of what became of it. */
  async lost(): Promise<string[]> {
    const client = createClient({ baseUrl: this.#victim.url });
    const lost: string[] = [];
    for (const { id: cluster_id, hosts } of this.#clusters) {
      const { status } = await client.call("v2GetCluster", { params: { cluster_id } });
      if (status !== "installed") lost.push(`cluster ${cluster_id} is ${status}`);
      const events = await client.call("v2ListEvents", { query: { cluster_id, limit: 5_000 } });
      for (const { id, confirmedStages } of hosts) {
        const told = events
          .filter(({ host_id }) => host_id === id)
          .map(({ message }) => message)
          .join("\n");
        this.stages += confirmedStages.size;
        for (const stage of confirmedStages) {
          if (!told.includes(`stage "${stage}"`)) lost.push(`stage ${stage} of host ${id}`);
        }
      }
    }
    return lost;
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status === 503);

/** What is done for each order, one after the other. The last is only done for every third. */
const steps = ["described", "renamed", "given a manifest", "removed"] as const;
const removed = steps.indexOf("removed");

type Order = { readonly number: number; confirmed: number; asked: number };

/** Somebody who gives small orders all the time, and remembers which were confirmed. */
class Clerk {
  confirmed = 0;
  readonly #client: Client;
  readonly #orders = new Map<string, Order>();
  #stopped = false;

  constructor(url: string) {
    this.#client = createClient({ baseUrl: url });
  }

  stop(): void {
    this.#stopped = true;
  }

  async run(): Promise<void> {
    for (let number = 1; !this.#stopped; number += 1) {
      try {
        await this.#give(number);
      } catch (error) {
        if (!isAway(error)) throw error;
      }
      await pause(20);
    }
  }

  async #give(number: number): Promise<void> {
    const body = { name: `order-${number}`, openshift_version: "4.22", pull_secret: pullSecret };
    const { id } = await this.#client.call("v2RegisterCluster", { body });
    const params = { cluster_id: id };
    const order: Order = { number, confirmed: 0, asked: 0 };
    this.#orders.set(id, order);
    this.confirmed += 1;
    const content = Buffer.from("kind: ConfigMap\napiVersion: v1\nmetadata: { name: mine }\n").toString("base64");
    const manifest = { folder: "manifests", file_name: "mine.yaml", content } as const;
    const further = [
      () => this.#client.call("V2UpdateCluster", { params, body: { name: `renamed-${number}` } }),
      () => this.#client.call("V2CreateClusterManifest", { params, body: manifest }),
      ...(number % 3 === 0 ? [() => this.#client.call("v2DeregisterCluster", { params })] : []),
    ];
    for (const [index, step] of further.entries()) {
      order.asked = index + 1;
      await step();
      order.confirmed = index + 1;
      this.confirmed += 1;
    }
  }

  /** What was confirmed before this question, and is not so. A step that was asked for and not confirmed may count or not. */
  async lost(howMany = Number.POSITIVE_INFINITY): Promise<string[]> {
    const before = [...this.#orders].map(([id, { confirmed }]) => ({ id, confirmed })).slice(-howMany);
    const names = new Map((await this.#client.call("v2ListClusters")).map(({ id, name = "" }) => [id, name]));
    const lost: string[] = [];
    for (const { id, confirmed } of before) {
      const found = await this.#reached(id, names.get(id));
      if (found < confirmed) lost.push(`cluster ${id} was ${steps[confirmed]}, and is ${steps[found] ?? "not there"}`);
    }
    return lost;
  }

  /** How far an order has come, judged by what there is. */
  async #reached(id: string, name: string | undefined): Promise<number> {
    if (name === undefined) return this.#orders.get(id)?.asked === removed ? removed : -1;
    if (!name.startsWith("renamed-")) return 0;
    const manifests = await this.#client.call("V2ListClusterManifests", { params: { cluster_id: id } }).catch(() => []);
    return manifests.some(({ file_name }) => file_name === "mine.yaml") ? 2 : 1;
  }
}
