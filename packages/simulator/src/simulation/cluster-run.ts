// One cluster from its description to the point where it is as expected, or cannot become so any more.
import { ApiError, type Client, type Cluster, ConnectionError, type Host } from "@muster/contract";
import { type Clock, wait } from "../clock.ts";
import { bootHosts, type Fleet } from "../conduct/fleet.ts";
import { clusterRequest, infraEnvRequest, isArm, plannedMachine } from "../conduct/plan.ts";
import type { ScriptedHost } from "../host/scripted-host.ts";
import { Site } from "../site/site.ts";
import { type HostAction, Itinerary } from "./itinerary.ts";
import type { PlannedCluster, PlannedHost } from "./plan.ts";
import { viewCluster, viewHost } from "./view.ts";

/** What all clusters of a simulation share. */
export type Stage = Readonly<{
  client: Client;
  clock: Clock;
  seed: string;
  signal: AbortSignal;
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
  readonly #site: Site;
  #clusterId = "";
  #installAsked = false;
  #lostSince: number | null = null;
  #isMet = false;

  constructor(planned: PlannedCluster, stage: Stage) {
    this.planned = planned;
    this.#stage = stage;
    this.#itinerary = new Itinerary(planned.expect);
    const { client, clock } = stage;
    const { resolve, controller } = planned.plan;
    this.#site = new Site({ client, clock, ...(resolve && { resolve }), ...(controller && { controller }) });
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
    const controllers = this.#site.controllers.map(({ ended }) => ended);
    await Promise.race([Promise.all(controllers), wait(clock, lostAfter, signal)]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#fleets.map((fleet) => fleet.stop()));
  }

  async #assemble(): Promise<void> {
    const { existing, hosts } = this.planned;
    this.#clusterId = existing?.clusterId ?? (await this.#describe());
    const infraEnvId = existing?.infraEnvId ?? (await this.#newImage(""));
    this.#stage.signal.throwIfAborted();
    this.#boot(infraEnvId, hosts, 1);
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

  #boot(infraEnvId: string, planned: readonly PlannedHost[], firstNumber: number): void {
    const { client, clock, seed, signal } = this.#stage;
    const { plan } = this.planned;
    const fleet = bootHosts(client, {
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
      if (error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)) return null;
      throw error;
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
    if ((status !== "error" && status !== "cancelled") || this.#itinerary.awaits(status)) return false;
    const now = this.#stage.clock.seconds();
    this.#lostSince ??= now;
    return now - this.#lostSince > lostAfter;
  }

  /** Does what a person would do next. */
  async #goOn(cluster: Cluster): Promise<void> {
    const { install, addedHosts } = this.planned;
    if (!install) return;
    if (cluster.status === "adding-hosts") return this.#installKnownHosts(cluster.hosts ?? []);
    if (cluster.status === "installed" && addedHosts.length > 0 && !this.#haveAllCome) return this.#addHosts();
    this.isReady = cluster.status === "ready" && this.#areAllKnown(cluster);
    if (!this.isReady || this.#installAsked || !this.#stage.mayInstall()) return;
    this.#installAsked = await this.#ask(() =>
      this.#stage.client.call("v2InstallCluster", { params: { cluster_id: this.#clusterId } }),
    );
  }

  #areAllKnown({ hosts, ready_host_count = 0 }: Cluster): boolean {
    if (hosts === undefined) return ready_host_count >= this.planned.hosts.length;
    const known = new Set(hosts.filter(({ status }) => status === "known").map(({ id }) => id));
    return this.hosts.every(({ id }) => known.has(id));
  }

  async #addHosts(): Promise<void> {
    const params = { cluster_id: this.#clusterId };
    await this.#stage.client.call("TransformClusterToAddingHosts", { params });
    this.#boot(await this.#newImage("-added"), this.planned.addedHosts, this.planned.hosts.length + 1);
  }

  async #installKnownHosts(hosts: readonly Host[]): Promise<void> {
    const ours = new Set(this.hosts.map(({ id }) => id));
    for (const { id, status, infra_env_id = "" } of hosts) {
      if (status !== "known" || !ours.has(id) || this.#hostsAsked.has(id)) continue;
      const params = { infra_env_id, host_id: id };
      if (await this.#ask(() => this.#stage.client.call("v2InstallHost", { params }))) this.#hostsAsked.add(id);
    }
  }

  /** Whether it was granted. What is refused because something changed meanwhile is asked for again later. */
  async #ask(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      if (error instanceof ConnectionError || (error instanceof ApiError && error.status >= 409)) return false;
      throw error;
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
