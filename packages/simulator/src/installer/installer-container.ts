import { InstallCmdRequest } from "@muster/contract";
import type { Behaviour } from "../host/behaviour.ts";
import type { HostLink } from "../host/host-link.ts";
import type { Node } from "../host/node.ts";
import type { Machine } from "../machine/machine.ts";
import type { Site } from "../site/site.ts";
import { readRequest } from "../steps/answer.ts";
import { exitCodes, failed, type Outcome, succeeded } from "../steps/outcome.ts";
import { InstallJob } from "./install-job.ts";
import { runInstaller } from "./run-installer.ts";

/** What was written to a disk: a node that joins its cluster here, or one of a cluster that nobody here watches. */
export type Installed = Node | "node-elsewhere";

export type ContainerOptions = Readonly<{
  site: Site;
  machine: Machine;
  link: HostLink;
  behaviour: Behaviour;
  losePower: () => void;
  trouble: (sentence: string) => void;
  /** The disk is written, and the machine is to reboot so many seconds from now. */
  written: (disk: Installed, rebootAfterSeconds: number) => void;
}>;

class InstallerStopped extends Error {
  override readonly name = "InstallerStopped";
}

/** Runs the installer; there is never a second one on a machine. */
export class InstallerContainer {
  readonly #options: ContainerOptions;
  #running: AbortController | null = null;

  constructor(options: ContainerOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#running?.abort(new InstallerStopped("the installer was stopped"));
  }

  async run(args: readonly string[], boot: AbortSignal): Promise<Outcome> {
    const request = readRequest(InstallCmdRequest, args);
    if (request.kind === "invalid") return request.outcome;
    // The service knows this answer, and that it means nothing (reference service 5.3).
    if (this.#running) return failed('the container name "assisted-installer" is already in use', exitCodes.nameInUse);
    const running = new AbortController();
    this.#running = running;
    try {
      await this.#install(request.value, AbortSignal.any([boot, running.signal]));
      return succeeded();
    } catch (error) {
      boot.throwIfAborted();
      if (error instanceof InstallerStopped) return failed(error.message, exitCodes.stopped);
      const reason = error instanceof Error ? error.message : String(error);
      await this.#options.link.progress("Failed", reason, boot).catch(() => {});
      return failed(reason, 1);
    } finally {
      this.#running = null;
    }
  }

  async #install(request: InstallCmdRequest, signal: AbortSignal): Promise<void> {
    const { site, machine, link, written } = this.#options;
    const cluster = await link.cluster(request.cluster_id, signal);
    const rising = site.rising(cluster);
    await runInstaller(new InstallJob({ ...this.#options, clock: site.clock, request, signal, cluster, rising }));
    const node: Node = { address: link.address, hostname: machine.hostname, role: request.role, cluster: rising };
    written(cluster.kind === "AddHostsCluster" ? "node-elsewhere" : node, rising.isSingleNode ? 5 : 60);
  }
}
