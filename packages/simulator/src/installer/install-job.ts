import { ApiError, type Cluster, type HostStage, type InstallCmdRequest } from "@muster/contract";
import { blockForever, type Clock, wait } from "../clock.ts";
import type { Behaviour } from "../host/behaviour.ts";
import type { HostAddress, HostLink } from "../host/host-link.ts";
import { logArchive } from "../logs.ts";
import type { Machine } from "../machine/machine.ts";
import type { RisingCluster } from "../site/rising-cluster.ts";

/** The installation cannot go on; the reason is what a person reads in the host's last stage. */
export class InstallFailed extends Error {
  override readonly name = "InstallFailed";
}

export type JobOptions = Readonly<{
  request: InstallCmdRequest;
  machine: Machine;
  link: HostLink;
  clock: Clock;
  behaviour: Behaviour;
  /** Ends when the machine loses power or the installer is told to stop. */
  signal: AbortSignal;
  cluster: Cluster;
  rising: RisingCluster;
  losePower: () => void;
  trouble: (sentence: string) => void;
}>;

/** What every installation does, whatever the role (reference host-side B3, B4). */
export class InstallJob {
  readonly options: JobOptions;

  constructor(options: JobOptions) {
    this.options = options;
  }

  get link(): HostLink {
    return this.options.link;
  }

  get signal(): AbortSignal {
    return this.options.signal;
  }

  pause(seconds: number): Promise<void> {
    return wait(this.options.clock, seconds, this.signal);
  }

  /** Looks every five seconds, as installers do, until the condition holds; at high speed no oftener than is of use. */
  async untilTrue(condition: () => boolean | Promise<boolean>): Promise<void> {
    const seconds = Math.max(5, this.options.clock.speed / 40);
    while (!(await condition())) await this.pause(seconds);
  }

  async stage(stage: HostStage, info = ""): Promise<void> {
    await this.#report(stage, info);
    const fate = this.options.behaviour.atStage?.(stage);
    switch (fate?.kind) {
      case undefined:
        return;
      case "fails":
        throw new InstallFailed(fate.reason);
      case "takes-longer":
        return this.pause(fate.seconds);
      case "hangs":
        return blockForever(this.signal);
      case "loses-power":
        this.options.losePower();
        return blockForever(this.signal);
    }
  }

  /** A stage of another machine, seen from this one. The service may have heard of a later one already. */
  async stageOf(host: HostAddress, stage: HostStage): Promise<void> {
    await this.#tolerating(409, () => this.link.progress(stage, "", this.signal, host));
  }

  async writeImage(): Promise<void> {
    const { writeStep = 5, copiesRegistry } = this.options.behaviour;
    await this.link.downloadHostIgnition(this.signal);
    await this.stage("Writing image to disk");
    for (let done = writeStep; done <= 100; done += writeStep) {
      await this.pause(1.2 * writeStep);
      await this.#report("Writing image to disk", `${done}%`);
    }
    if (copiesRegistry && this.options.request.role !== "worker") {
      await this.stage("Copying registry data to disk");
      await this.pause(120);
    }
  }

  async sendLogs(): Promise<void> {
    const { request, machine } = this.options;
    await this.link.logsProgress("requested", this.signal);
    const archive = await logArchive(`logs_host_${machine.hostId}`, {
      "agent.logs": `${machine.hostname} registered and followed its instructions\n`,
      "installer.logs": `${machine.hostname} was installed as ${request.role} to ${request.boot_device}\n`,
    });
    await this.link.logsProgress("collecting", this.signal);
    await this.link.uploadLogs(request.cluster_id, archive, this.signal);
    await this.link.logsProgress("completed", this.signal);
  }

  /** A stage that the service refuses is no reason to stop writing a disk. */
  async #report(stage: HostStage, info: string): Promise<void> {
    await this.#tolerating(null, () => this.link.progress(stage, info, this.signal));
  }

  async #tolerating(expected: number | null, call: () => Promise<void>): Promise<void> {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== expected) this.options.trouble(`a stage was refused: ${error.reason}`);
    }
  }
}
