import { createClock, type PacedClock, wait } from "../clock.ts";
import { defaultVersion } from "../conduct/install-cluster.ts";
import { type Connection, type ConnectOptions, connect } from "../http/connect.ts";
import { ClusterRun } from "./cluster-run.ts";
import type { SimulationPlan } from "./plan.ts";
import { reportOf, type SimulationReport } from "./report.ts";
import { Requests } from "./requests.ts";
import { type Snapshot, snapshotOf } from "./snapshot.ts";

export type SimulationOptions = Readonly<{
  server: string;
  plan: SimulationPlan;
  /** How many seconds of the machines' time pass in a real one. */
  speed?: number;
  /** Real seconds after which whatever is not yet as expected counts as failed. */
  withinSeconds?: number;
  /** Machines live on when everything is as expected, until the simulation is stopped. */
  stay?: boolean;
  /** No cluster is installed before all of them could be. */
  installTogether?: boolean;
  connect?: Omit<ConnectOptions, "observe">;
}>;

/** A look at one cluster is a request like any other: all together must not be what the service is busy with. */
const looksPerSecond = 25;

/** A fleet that plays its plan against a service. */
export class Simulation {
  readonly clock: PacedClock;
  readonly requests = new Requests();
  readonly #options: SimulationOptions;
  readonly #client: Connection;
  readonly #wall = createClock();
  readonly #ending = new AbortController();
  readonly #runs: readonly ClusterRun[];
  readonly #versions = new Map<string, Promise<string>>();
  readonly #started = performance.now();
  #allWereReady = false;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.clock = createClock(options.speed ?? 1);
    this.#client = connect(options.server, { ...options.connect, observe: this.requests.observe });
    const stage = {
      client: this.#client,
      clock: this.clock,
      seed: options.plan.seed,
      signal: this.#ending.signal,
      usesImageTokens: () => this.#usesImageTokens(),
      versionFor: (architecture: string) => this.#versionFor(architecture),
      pause: () => this.#pause(),
      mayInstall: () => !options.installTogether || this.#areAllReady(),
      isOutOfTime: () => this.#elapsedSeconds > (options.withinSeconds ?? Number.POSITIVE_INFINITY),
    };
    this.#runs = options.plan.clusters.map((planned) => new ClusterRun(planned, stage));
  }

  /** Ends when everything is as expected, cannot become so, took too long, or was stopped. */
  async run(): Promise<SimulationReport> {
    const { signal } = this.#ending;
    // The service must be there; whether it stays is part of the simulation.
    await this.#client.call("v2ListSupportedOpenshiftVersions");
    const { stay = false } = this.#options;
    await Promise.all(
      this.#runs.map(async (run) => {
        await run.run();
        if (!stay) await run.stop();
      }),
    );
    const wasStopped = signal.aborted;
    if (stay && !signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await Promise.all(this.#runs.map((run) => run.stop()));
    return this.#report(wasStopped);
  }

  /** Ends the run as soon as machines and requests have come to rest. */
  stop(): void {
    this.#ending.abort(new Error("the simulation was stopped"));
  }

  get clusters(): readonly ClusterRun[] {
    return this.#runs;
  }

  snapshot(): Snapshot {
    return snapshotOf(this.#runs, this.requests, this.#elapsedSeconds);
  }

  #report(wasStopped: boolean): SimulationReport {
    const { plan, speed = 1 } = this.#options;
    const { requests } = this;
    return reportOf({ runs: this.#runs, seed: plan.seed, speed, seconds: this.#elapsedSeconds, requests, wasStopped });
  }

  get #elapsedSeconds(): number {
    return (performance.now() - this.#started) / 1_000;
  }

  /** Somebody logged in, and did not say what machines show instead. */
  async #usesImageTokens(): Promise<boolean> {
    const { userToken, agentToken } = this.#options.connect ?? {};
    const token = typeof userToken === "function" ? await userToken() : userToken;
    return Boolean(token) && !agentToken;
  }

  #versionFor(architecture: string): Promise<string> {
    const known = this.#versions.get(architecture);
    if (known) return known;
    const asked = defaultVersion(this.#client, architecture);
    this.#versions.set(architecture, asked);
    asked.catch(() => this.#versions.delete(architecture));
    return asked;
  }

  /** Once they were, they may: those that are installed first are ready no more. */
  #areAllReady(): boolean {
    this.#allWereReady ||= this.#runs.every(({ isReady, isOver }) => isReady || isOver);
    return this.#allWereReady;
  }

  async #pause(): Promise<void> {
    const open = this.#runs.filter(({ isOver }) => !isOver).length;
    const seconds = Math.max(0.02, 15 / this.clock.speed, open / looksPerSecond);
    await wait(this.#wall, seconds, this.#ending.signal);
  }
}
