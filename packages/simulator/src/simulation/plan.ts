// Who is simulated: clusters with their machines, when each of them boots, what is wrong with it, what is expected of it.
import type { ClusterPlan } from "../conduct/plan.ts";
import type { Fault } from "../faults.ts";
import type { MachineOptions } from "../machine/machine.ts";
import type { Leg } from "./itinerary.ts";

export type PlannedHost = Readonly<{
  /** Seconds of the machines' time from the moment at which there is an image to boot. */
  bootAt: number;
  machine: Partial<MachineOptions>;
  faults: readonly Fault[];
  /** Nothing is expected of a host without legs. */
  expect: readonly Leg[];
}>;

export type PlannedCluster = Readonly<{
  /** What the cluster is to be; of one that exists, only where its machines are. */
  plan: ClusterPlan & Readonly<{ name: string }>;
  /** A cluster that exists already. */
  existing?: Readonly<{ clusterId: string; infraEnvId?: string }>;
  hosts: readonly PlannedHost[];
  /** Whether it is installed as soon as it can be. */
  install: boolean;
  /** Workers that come once it is installed. */
  addedHosts: readonly PlannedHost[];
  expect: readonly Leg[];
}>;

export type SimulationPlan = Readonly<{
  /** Everything that looks random follows from it. */
  seed: string;
  clusters: readonly PlannedCluster[];
}>;
