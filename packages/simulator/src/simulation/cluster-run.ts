// One cluster from its description to the point where it is as expected, or cannot become so any more.
import type { Client, Cluster, Host } from "@muster/contract";
import { type Clock, wait } from "../clock.ts";
import { granted, isAway, pressInstall } from "../conduct/asking.ts";
import { bootHosts, type Fleet } from "../conduct/fleet.ts";
import { clusterRequest, infraEnvRequest, isArm, plannedMachine } from "../conduct/plan.ts";
import type { ScriptedHost } from "../host/scripted-host.ts";
import type { Connection } from "../http/connect.ts";
import { Site } from "../site/site.ts";
import { type HostAction, Itinerary } from "./itinerary.ts";
import type { PlannedCluster, PlannedHost } from "./plan.ts";
import { viewCluster, viewHost } from "./view.ts";

/** What all clusters of a simulation share. */
export type Stage = Readonly<{
  client: Connection;
  clock: Clock;
  seed: string;
  signal: AbortSignal;
  /** Whether machines show the token that is in the image they booted. */
  usesImageTokens(): Promise<boolean>;
  /** The version that the service installs unless told otherwise. */
  versionFor(architecture: string): Promise<string>;
  /** Waits until it is this cluster's turn to be looked at again. */
  pause(): Promise<void>;
  /** Whether a cluster that is ready may be installed now. */
  mayInstall(): boolean;
  isOutOfTime(): boolean;
}>;

export type Unmet = Readonly<{ who: string; expected: string; found: string }>;

/** How long a cluster that is lost may take to bring its hosts where they are expected. */
const lostAfter = 120;

/** How often install is pressed when the preparation comes to nothing and the cluster is ready again. */
const mostPresses = 3;

/** How machines talk to the service. */
type Talk = Readonly<{ client: Client; asAgent?: Connection["asAgent"] }>;

type Watched = Readonly<{ host: ScriptedHost; itinerary: Itinerary }>;

export class ClusterRun {
  readonly planned: PlannedCluster;
  /** As it was seen last. */
  cluster: Cluster | null = null;
  /** Why it cannot be simulated; what is unmet is another question. */
  problem: string | null = null;
  isOver = false;
  /** Whether it could be installed when it was seen last. */
  isReady = false;
  readonly #stage: Stage;
  readonly #itinerary: Itinerary;
  readonly #watched: Watched[] = [];
  readonly #fleets: Fleet[] = [];
  readonly #hostsAsked = new Set<string>();
  #site: Site | null = null;
  #clusterId = "";
  #presses = 0;
  #lostSince: number | null = null;
  #isMet = false;

  constructor(planned: PlannedCluster, stage: Stage) {
    this.planned = planned;
    this.#stage = stage;
    this.#itinerary = new Itinerary(planned.expect);
  }

  get hosts(): readonly ScriptedHost[] {
    return this.#fleets.flatMap(({ hosts }) => hosts);
  }

  get troubles(): readonly string[] {
    return this.#fleets.flatMap((fleet) => fleet.troubles());
  }

  get isMet(): boolean {
    return this.#isMet;
  }

  get unmet(): readonly Unmet[] {
    if (this.#isMet) return [];
    const { name } = this.planned.plan;
    if (this.problem !== null) return [{ who: name, expected: "to be simulated", found: this.problem }];
    const now = this.#stage.clock.seconds();
    const all = [
      { who: `cluster ${name}`, itinerary: this.#itinerary },
      ...this.#watched.map(({ host, itinerary }) => ({ who: `host ${host.machine.hostname} of ${name}`, itinerary })),
    ];
    return all.flatMap(({ who, itinerary }) => (itinerary.isMet(now) ? [] : { who, ...itinerary.missing() }));
  }

  async run(): Promise<void> {
    const { signal } = this.#stage;
    try {
      await this.#assemble();
      await this.#follow();
      // Of those that did not make it, people want to know which validations fail.
      if (this.#isMet) await this.#lastWords();
      else if (!signal.aborted) this.cluster = (await this.#look(true)) ?? this.cluster;
    } catch (error) {
      if (!signal.aborted) this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.isOver = true;
    }
  }

  /** Controllers hand in their logs after all is installed. */
  async #lastWords(): Promise<void> {
    const { clock, signal } = this.#stage;
    const controllers = (this.#site?.controllers ?? []).map(({ ended }) => ended);
    await Promise.race([Promise.all(controllers), wait(clock, lostAfter, signal)]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#fleets.map((fleet) => fleet.stop()));
  }

  async #assemble(): Promise<void> {
    const { existing, hosts } = this.planned;
    this.#clusterId = existing?.clusterId ?? (await this.#insist(() => this.#describe()));
    const infraEnvId = existing?.infraEnvId ?? (await this.#insist(() => this.#newImage("")));
    const talk = await this.#insist(() => this.#startedFrom(infraEnvId));
    this.#stage.signal.throwIfAborted();
    this.#boot(infraEnvId, talk, hosts, 1);
  }

  async #describe(): Promise<string> {
    const { client, versionFor } = this.#stage;
    const { plan } = this.planned;
    const version = plan.openshiftVersion ?? (await versionFor(isArm(plan) ? "arm64" : "x86_64"));
    return (await client.call("v2RegisterCluster", { body: clusterRequest(plan, version) })).id;
  }

  async #newImage(suffix: string): Promise<string> {
    const { plan } = this.planned;
    const body = infraEnvRequest({ ...plan, name: `${plan.name}${suffix}` }, this.#clusterId);
    return (await this.#stage.client.call("RegisterInfraEnv", { body })).id;
  }

  /** How machines talk that booted the image of an infra-env: what they show to the service is written in there. */
  async #startedFrom(infraEnvId: string): Promise<Talk> {
    const { client, usesImageTokens } = this.#stage;
    if (!(await usesImageTokens())) return { client };
    const call = { params: { infra_env_id: infraEnvId }, query: { file_name: "discovery.ign" } } as const;
    const ignition = await (await client.call("v2DownloadInfraEnvFiles", call)).text();
    const [, token] = /PULL_SECRET_TOKEN=([\w.+/=-]+)/.exec(ignition) ?? [];
    return token ? { client: client.asAgent(token), asAgent: client.asAgent } : { client };
  }

  #boot(infraEnvId: string, talk: Talk, planned: readonly PlannedHost[], firstNumber: number): void {
    const { clock, seed, signal } = this.#stage;
    const { client, ...more } = talk;
    const { plan } = this.planned;
    const { resolve, controller } = plan;
    this.#site ??= new Site({ client, clock, ...(resolve && { resolve }), ...(controller && { controller }) });
    const fleet = bootHosts(client, {
      ...more,
      infraEnvId,
      count: planned.length,
      firstNumber,
      site: this.#site,
      clock,
      start: false,
      machine: (index) => ({
        seed: `${seed} ${plan.name}`,
        ...plannedMachine(plan, firstNumber - 1 + index),
        ...planned[index]?.machine,
      }),
      faults: (index) => planned[index]?.faults ?? [],
    });
    this.#fleets.push(fleet);
    for (const [index, host] of fleet.hosts.entries()) {
      const { bootAt = 0, expect = [] } = planned[index] ?? {};
      clock.after(bootAt, () => {
        if (!signal.aborted) host.powerOn();
      });
      if (expect.length === 0) continue;
      const itinerary = new Itinerary(expect, (action) => acts[action](host));
      this.#watched.push({ host, itinerary });
    }
  }

  async #follow(): Promise<void> {
    const { pause, isOutOfTime, signal } = this.#stage;
    for (;;) {
      const cluster = await this.#look(this.#looksAtHosts);
      if (cluster) {
        this.cluster = cluster;
        this.#observe(cluster);
        if (this.#isMet || this.#isLost(cluster)) return;
        await this.#goOn(cluster);
      }
      if (isOutOfTime()) return;
      await pause();
      signal.throwIfAborted();
    }
  }

  get #looksAtHosts(): boolean {
    return this.#watched.length > 0 || this.planned.existing !== undefined;
  }

  /** Nothing while the service is away; it may come back. */
  async #look(withHosts: boolean): Promise<Cluster | null> {
    const query = withHosts ? {} : { "exclude-hosts": true };
    try {
      return await this.#stage.client.call("v2GetCluster", { params: { cluster_id: this.#clusterId }, query });
    } catch (error) {
      if (isAway(error)) return null;
      throw error;
    }
  }

  /** Asks again while the service is away. */
  async #insist<Value>(call: () => Promise<Value>): Promise<Value> {
    const { pause, isOutOfTime, signal } = this.#stage;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await call();
      } catch (error) {
        if (!isAway(error) || isOutOfTime()) throw error;
      }
      await pause();
    }
  }

  #observe(cluster: Cluster): void {
    const now = this.#stage.clock.seconds();
    this.#itinerary.observe(viewCluster(cluster), now);
    const hosts = new Map((cluster.hosts ?? []).map((host) => [host.id, host]));
    for (const { host, itinerary } of this.#watched) {
      const found = hosts.get(host.id);
      itinerary.observe(found ? viewHost(found) : null, now);
    }
    const itineraries = [this.#itinerary, ...this.#watched.map(({ itinerary }) => itinerary)];
    this.#isMet = this.#haveAllCome && itineraries.every((itinerary) => itinerary.isMet(now));
  }

  /** Workers that are to be added later count, too. */
  get #haveAllCome(): boolean {
    return this.#fleets.length > (this.planned.addedHosts.length > 0 ? 1 : 0);
  }

  #isLost({ status }: Cluster): boolean {
    const isOver = status === "error" || status === "cancelled" || (status === "ready" && this.#presses >= mostPresses);
    if (!isOver || this.#itinerary.awaits(status)) {
      this.#lostSince = null;
      return false;
    }
    const now = this.#stage.clock.seconds();
    this.#lostSince ??= now;
    return now - this.#lostSince > lostAfter;
  }

  /** Does what a person would do next. */
  async #goOn(cluster: Cluster): Promise<void> {
    if (!this.planned.install) return;
    if (!this.#haveAllCome && (cluster.status === "installed" || cluster.status === "adding-hosts")) {
      return this.#addHosts(cluster);
    }
    if (cluster.status === "adding-hosts") return this.#installKnownHosts(cluster.hosts ?? []);
    this.isReady = cluster.status === "ready" && this.#areAllKnown(cluster);
    if (!this.isReady || this.#presses >= mostPresses || !this.#stage.mayInstall()) return;
    const pressed = await pressInstall(this.#stage.client, this.#clusterId);
    if (pressed === null) return;
    this.#presses += 1;
    // Fast clusters are through with it before anybody looks again.
    this.#itinerary.observe(viewCluster(pressed), this.#stage.clock.seconds());
  }

  #areAllKnown({ hosts = [], ready_host_count = 0 }: Cluster): boolean {
    // They were not asked for.
    if (hosts.length === 0) return ready_host_count >= this.planned.hosts.length;
    const known = new Set(hosts.filter(({ status }) => status === "known").map(({ id }) => id));
    return this.hosts.every(({ id }) => known.has(id));
  }

  /** A step at a time; where the answer was lost, what the cluster is tells whether it was taken. */
  async #addHosts({ status }: Cluster): Promise<void> {
    const { client } = this.#stage;
    const params = { cluster_id: this.#clusterId };
    if (status === "installed") {
      await granted(() => client.call("TransformClusterToAddingHosts", { params }));
      return;
    }
    const infraEnvId = await this.#insist(() => this.#newImage("-added"));
    const talk = await this.#insist(() => this.#startedFrom(infraEnvId));
    this.#boot(infraEnvId, talk, this.planned.addedHosts, this.planned.hosts.length + 1);
  }

  async #installKnownHosts(hosts: readonly Host[]): Promise<void> {
    const ours = new Set(this.hosts.map(({ id }) => id));
    for (const { id, status, infra_env_id = "" } of hosts) {
      if (status !== "known" || !ours.has(id) || this.#hostsAsked.has(id)) continue;
      const params = { infra_env_id, host_id: id };
      const asked = await granted(() => this.#stage.client.call("v2InstallHost", { params }));
      if (asked !== null) this.#hostsAsked.add(id);
    }
  }
}

const acts: Readonly<Record<HostAction, (host: ScriptedHost) => unknown>> = {
  "boot-from-disk": (host) => host.reboot("disk"),
  "boot-from-image": (host) => host.reboot("discovery-image"),
  "power-off": (host) => host.powerOff(),
  "power-on": (host) => host.powerOn(),
  unplug: (host) => host.unplug(),
  "plug-in": (host) => host.plugIn(),
};
