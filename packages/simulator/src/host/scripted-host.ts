import { setMaxListeners } from "node:events";
import type { Client, HostStage, Steps } from "@muster/contract";
import { blockForever, wait } from "../clock.ts";
import { type Installed, InstallerContainer } from "../installer/installer-container.ts";
import type { Machine } from "../machine/machine.ts";
import { randomFrom } from "../random.ts";
import type { Site } from "../site/site.ts";
import type { Hands } from "./actions.ts";
import { Agent } from "./agent.ts";
import type { Behaviour, BootSource } from "./behaviour.ts";
import { HostLink } from "./host-link.ts";
import { joinCluster } from "./node.ts";
import { PowerLoss, Reboot } from "./reboot.ts";
import { StepRunner } from "./step-runner.ts";

/** What a machine is doing, seen from outside. A frozen one runs an agent that has given up for good. */
export type HostState = "off" | "starting" | "registering" | "polling" | "frozen" | "node";

export type HostOptions = Readonly<{
  client: Client;
  asAgent?: ((token: string) => Client) | undefined;
  site: Site;
  infraEnvId: string;
  machine: Machine;
  behaviour?: Behaviour;
  agentVersion?: string;
}>;

const usualAgent = "quay.io/edge-infrastructure/assisted-installer-agent:latest";
/** Firmware, boot loader, kernel. */
const startSeconds = 90;

/** One machine that speaks the protocol of the real agent and installer, from its first boot to a node that is ready. */
export class ScriptedHost {
  readonly machine: Machine;
  /** What should not have happened: refused replies and stages, steps that make no sense. Empty after a good run. */
  readonly troubles: string[] = [];
  readonly #options: HostOptions;
  readonly #behaviour: Behaviour;
  readonly #random: () => number;
  readonly #link: HostLink;
  #state: HostState = "off";
  #boot = new AbortController();
  #startedAt = 0;
  #isUnplugged = false;
  #agent: Agent | null = null;
  #disk: Installed | null = null;
  #living: Promise<void> = Promise.resolve();

  constructor(options: HostOptions) {
    this.#options = options;
    this.machine = options.machine;
    this.#behaviour = options.behaviour ?? {};
    this.#random = randomFrom(options.machine.serial);
    const { client, asAgent, site, infraEnvId, machine } = options;
    const isOnline = () => this.#isOnline();
    const { clock } = site;
    this.#link = new HostLink({ client, asAgent, infraEnvId, machine, clock, random: this.#random, isOnline });
    site.place(machine);
  }

  get id(): string {
    return this.machine.hostId;
  }

  get state(): HostState {
    return this.#state;
  }

  /** What the service has confirmed of the installation: it must not forget any of it. */
  get confirmedStages(): ReadonlySet<HostStage> {
    return this.#link.confirmed;
  }

  powerOn(from: BootSource = "discovery-image"): void {
    if (this.#state === "off") this.#living = this.#live(from);
  }

  /** Resolves when nothing runs on the machine any more. */
  async powerOff(): Promise<void> {
    this.#boot.abort(new PowerLoss("the power is off"));
    await this.#living;
    await this.#agent?.settled();
    this.#state = "off";
  }

  /** What a person does who was told to boot a machine from its disk, or from the discovery image again. */
  reboot(into: BootSource): void {
    if (this.#state === "off") this.powerOn(into);
    else this.#boot.abort(new Reboot(into));
  }

  unplug(): void {
    this.#isUnplugged = true;
  }

  plugIn(): void {
    this.#isUnplugged = false;
  }

  /** Ends the pause of the agent before its next poll. */
  pollNow(): void {
    this.#agent?.pollNow();
  }

  /** Registers once, for tests that want each request in their own hands. */
  async register(): Promise<void> {
    this.#agent = this.#startAgent(this.#renewBoot());
    await this.#agent.register(this.#boot.signal);
    this.#state = "polling";
  }

  /** Polls once, and returns when every step but a whole installation has been answered. */
  async poll(): Promise<Steps> {
    if (!this.#agent) throw new Error(`host ${this.machine.hostname} must register before it polls`);
    const { steps, replies } = await this.#agent.poll(this.#boot.signal);
    const { instructions = [] } = steps;
    await Promise.all(replies.filter((_, index) => instructions[index]?.step_type !== "install"));
    return steps;
  }

  /** An installed node runs an agent again to become free for another cluster. */
  reclaim(): void {
    const agent = this.#startAgent(this.#boot.signal);
    this.#agent = agent;
    agent.followInstructions(this.#boot.signal).catch(() => {});
  }

  async #live(first: BootSource): Promise<void> {
    for (let source = first; source !== "nothing"; ) {
      const signal = this.#renewBoot();
      this.#state = "starting";
      try {
        await wait(this.#options.site.clock, startSeconds, signal);
        await this.#bootFrom(source, signal);
      } catch (reason) {
        if (!(reason instanceof PowerLoss)) this.#trouble(`crashed: ${reason}`);
        source = reason instanceof Reboot ? reason.into : "nothing";
      }
      // What was on its way arrives; nothing of this boot is heard of during the next.
      await this.#agent?.settled();
    }
    this.#state = "off";
  }

  async #bootFrom(source: BootSource, signal: AbortSignal): Promise<never> {
    if (source === "disk" && this.#disk !== null) {
      this.#state = "node";
      await this.#join(this.#disk, signal);
      return blockForever(signal);
    }
    this.#agent = this.#startAgent(signal);
    return this.#agent.run(signal);
  }

  async #join(disk: Installed, signal: AbortSignal): Promise<void> {
    if (disk === "node-elsewhere") return;
    const { site } = this.#options;
    await joinCluster(disk, { clock: site.clock, signal, startController: (cluster) => site.startController(cluster) });
  }

  #renewBoot(): AbortSignal {
    this.#boot = new AbortController();
    this.#agent = null;
    this.#startedAt = this.#options.site.clock.seconds();
    // A machine waits for as many things at once as it has steps to do.
    setMaxListeners(0, this.#boot.signal);
    return this.#boot.signal;
  }

  #startAgent(boot: AbortSignal): Agent {
    const { site, agentVersion = usualAgent } = this.#options;
    const trouble = (sentence: string) => this.#trouble(sentence);
    const { machine } = this;
    const [link, behaviour] = [this.#link, this.#behaviour];
    const installer = new InstallerContainer({
      site,
      machine,
      link,
      behaviour,
      trouble,
      losePower: () => this.#boot.abort(new PowerLoss("the machine lost its power")),
      written: (disk, seconds) => {
        this.#disk = disk;
        this.#rebootAfter(seconds, behaviour.afterInstall ?? "disk", boot);
      },
    });
    const hands: Hands = {
      machine,
      link,
      installer,
      pause: (seconds, signal) => wait(site.clock, seconds, signal),
      rebootSoon: () => this.#rebootAfter(5, "discovery-image", boot),
    };
    const runner = new StepRunner({ site, hands, behaviour, trouble });
    return new Agent({
      link,
      clock: site.clock,
      random: this.#random,
      behaviour,
      agentVersion,
      perform: (step, signal) => runner.perform(step, signal),
      enter: (state) => {
        this.#state = state;
      },
      trouble,
    });
  }

  #rebootAfter(seconds: number, into: BootSource, boot: AbortSignal): void {
    const reboot = () => {
      if (!boot.aborted) this.#boot.abort(new Reboot(into));
    };
    wait(this.#options.site.clock, seconds, boot).then(reboot, () => {});
  }

  #trouble(sentence: string): void {
    const told = `${this.machine.hostname}: ${sentence}`;
    if (!this.troubles.includes(told)) this.troubles.push(told);
  }

  #isOnline(): boolean {
    if (this.#isUnplugged) return false;
    return this.#behaviour.isOnline?.(this.#options.site.clock.seconds() - this.#startedAt) ?? true;
  }
}
