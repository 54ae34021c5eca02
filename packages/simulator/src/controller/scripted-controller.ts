// The controller inside a new cluster: it sees nodes come up, waits for operators, and says when all is done (reference host-side B6).
import { ApiError, type Client, type Cluster, type HostStage } from "@muster/contract";
import { type Clock, wait } from "../clock.ts";
import { logArchive } from "../logs.ts";
import type { RisingCluster, RisingNode } from "../site/rising-cluster.ts";
import { ControllerLink } from "./controller-link.ts";
import { finalize } from "./finalize.ts";

/** How operators of the new cluster fare. */
export type ControllerBehaviour = Readonly<{
  /** What becomes of an operator; all become available unless this says otherwise. */
  operator?: (name: string) => "available" | "failed" | "stuck";
}>;

export type ControllerOptions = Readonly<{
  client: Client;
  clock: Clock;
  cluster: RisingCluster;
  behaviour: ControllerBehaviour;
}>;

const ended = new Set<Cluster["status"]>(["error", "cancelled", "installed", "adding-hosts"]);
const isOver = ({ status }: Cluster): boolean => ended.has(status);

export class ScriptedController {
  readonly troubles: string[] = [];
  readonly #options: ControllerOptions;
  readonly #power = new AbortController();
  readonly #link: ControllerLink;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ControllerOptions) {
    this.#options = options;
    const { client, clock, cluster } = options;
    this.#link = new ControllerLink({ client, clock, clusterId: cluster.id, signal: this.#power.signal });
  }

  start(): void {
    this.#running = this.#runAsJob();
  }

  /** Resolves when the controller has nothing left to do. */
  get ended(): Promise<void> {
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#power.abort(new Error("the controller was stopped"));
    await this.#running;
  }

  /** Kubernetes starts it again when it fails; only a cluster that is gone ends it. */
  async #runAsJob(): Promise<void> {
    const { signal } = this.#power;
    for (;;) {
      try {
        return await this.#run();
      } catch (error) {
        if (signal.aborted || (error instanceof ApiError && (error.status === 404 || error.status === 401))) return;
        if (error instanceof ApiError && error.status < 500) {
          this.troubles.push(`${error.operation} of the controller was refused: ${error.reason}`);
        }
        await wait(this.#options.clock, 30, signal).catch(() => {});
      }
    }
  }

  async #run(): Promise<void> {
    await this.#link.cluster();
    await this.#pause(5);
    this.#options.cluster.controllerIsReady = true;
    await Promise.all([this.#watchNodes(), this.#finishCluster()]);
  }

  async #watchNodes(): Promise<void> {
    const { cluster } = this.#options;
    for (;;) {
      const state = await this.#link.cluster();
      const { hosts = [] } = state;
      if (isOver(state) || hosts.every((host) => host.status === "installed" || host.status === "error")) return;
      for (const node of cluster.nodes) {
        const host = hosts.find(({ id }) => id === node.hostId);
        const stages = host ? stagesToReport(node, host.progress?.current_stage, cluster.isSingleNode) : [];
        for (const stage of stages) await this.#reportStage(node, stage);
      }
      await this.#pause(30);
    }
  }

  /** The bootstrap node reports too, and may have been faster. */
  async #reportStage(node: RisingNode, stage: HostStage): Promise<void> {
    try {
      await this.#link.hostStage(node, stage);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    }
  }

  async #finishCluster(): Promise<void> {
    for (;;) {
      const state = await this.#link.cluster();
      if (state.status === "finalizing") break;
      if (isOver(state)) return;
      await this.#pause(30);
    }
    const { behaviour } = this.#options;
    await finalize({ link: this.#link, behaviour, pause: (seconds) => this.#pause(seconds) });
    await this.#sendLogs();
  }

  async #sendLogs(): Promise<void> {
    await this.#link.logsProgress("requested");
    const log = "the cluster came up and its operators were watched until they were done\n";
    const archive = await logArchive("logs_controller", { "assisted-installer-controller.logs": log });
    await this.#link.logsProgress("collecting");
    await this.#link.uploadLogs(archive);
    await this.#link.logsProgress("completed");
  }

  #pause(seconds: number): Promise<void> {
    return wait(this.#options.clock, seconds, this.#power.signal);
  }
}

const rebooted = new Set<HostStage | undefined>(["Rebooting", "Waiting for ignition"]);

/** What there is to say of a node that the service believes in a stage; a single node has no one to configure it. */
export function stagesToReport(node: RisingNode, stage: HostStage | undefined, isSingleNode: boolean): HostStage[] {
  const joined: HostStage[] = rebooted.has(stage) || stage === "Configuring" ? ["Joined"] : [];
  switch (node.state) {
    case "configuring":
      return rebooted.has(stage) && !isSingleNode ? ["Configuring"] : [];
    case "joined":
      return joined;
    case "ready":
      return stage === "Done" ? [] : [...joined, "Done"];
  }
}
