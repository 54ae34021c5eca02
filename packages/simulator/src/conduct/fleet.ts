import type { Client } from "@muster/contract";
import { type Clock, createClock } from "../clock.ts";
import type { ControllerBehaviour } from "../controller/scripted-controller.ts";
import { combineFaults, type Fault } from "../faults.ts";
import { ScriptedHost } from "../host/scripted-host.ts";
import { createMachine, type MachineOptions } from "../machine/machine.ts";
import type { Resolve } from "../site/names.ts";
import { Site } from "../site/site.ts";

export type FleetOptions = Readonly<{
  infraEnvId: string;
  count: number;
  /** How machines are made; a function is asked for each, with its place in the fleet from 0 on. */
  machine?: Partial<MachineOptions> | ((index: number) => Partial<MachineOptions>);
  /** What is wrong with which machine. */
  faults?: (index: number) => readonly Fault[];
  /** The number of the first machine. */
  firstNumber?: number;
  /** How many times faster than real the machines live; 600 unless said otherwise: a poll each tenth of a second. */
  speed?: number;
  clock?: Clock;
  /** A site that other fleets are at too. */
  site?: Site;
  resolve?: Resolve;
  controller?: ControllerBehaviour;
  /** Whether to start the machines at once. */
  start?: boolean;
  agentVersion?: string;
  /** Machines that are given a token of their own use it; without this they do not ask for one. */
  asAgent?: (token: string) => Client;
}>;

export type Fleet = Readonly<{
  hosts: readonly ScriptedHost[];
  site: Site;
  /** Everything that should not have happened, on machines and in the clusters they became. */
  troubles(): readonly string[];
  /** Lets every machine poll now. */
  pollNow(): void;
  stop(): Promise<void>;
}>;

export const usualSpeed = 600;

/** Machines that start from the image of an infra-env and go on by themselves. */
export function bootHosts(client: Client, options: FleetOptions): Fleet {
  const { count, speed = usualSpeed, clock = createClock(speed), start = true } = options;
  const { resolve, controller } = options;
  const site =
    options.site ?? new Site({ client, clock, ...(resolve ? { resolve } : {}), ...(controller ? { controller } : {}) });
  const hosts = Array.from({ length: count }, (_, index) => createHost(client, site, options, index));
  if (start) for (const host of hosts) host.powerOn();
  return {
    hosts,
    site,
    troubles: () => [...hosts, ...site.controllers].flatMap(({ troubles }) => troubles),
    pollNow: () => {
      for (const host of hosts) host.pollNow();
    },
    stop: async () => {
      await Promise.all([...hosts.map((host) => host.powerOff()), site.stop()]);
    },
  };
}

function createHost(client: Client, site: Site, options: FleetOptions, index: number): ScriptedHost {
  const { infraEnvId, machine = {}, firstNumber = 1, agentVersion, asAgent } = options;
  const fault = combineFaults(options.faults?.(index) ?? []);
  const made = typeof machine === "function" ? machine(index) : machine;
  return new ScriptedHost({
    client,
    asAgent,
    site,
    infraEnvId,
    machine: createMachine({ seed: infraEnvId, number: firstNumber + index, ...made, ...fault.machine }),
    behaviour: fault.behaviour,
    ...(agentVersion ? { agentVersion } : {}),
  });
}
