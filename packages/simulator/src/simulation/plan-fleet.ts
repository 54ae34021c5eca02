import { hostCount, type Topology, topologies } from "../conduct/topology.ts";
import type { MachineKind } from "../inventories/kinds.ts";
import { randomFrom } from "../random.ts";
import { type Leg, reach } from "./itinerary.ts";
import type { PlannedCluster, PlannedHost, SimulationPlan } from "./plan.ts";

/** Those that need nothing but machines. */
export const simulatedTopologies = ["sno", "compact", "ha", "four", "five", "arbiter"] as const satisfies Topology[];
export type SimulatedTopology = (typeof simulatedTopologies)[number];

/** What a fleet is made of when nobody says more: one kind for each cluster. */
export const usualKinds = ["small-vm", "rack-server", "edge-box", "arm64-server"] as const satisfies MachineKind[];

/** No architecture but x86_64 knows the rarer topologies (reference service 9.3). */
const kindsFor = (topology: SimulatedTopology): readonly MachineKind[] =>
  topology === "sno" || topology === "compact" || topology === "ha"
    ? usualKinds
    : usualKinds.filter((kind) => kind !== "arm64-server");

export type FleetPlan = Readonly<{
  hosts: number;
  topology: SimulatedTopology;
  seed: string;
  kinds?: readonly MachineKind[];
  install?: boolean;
  /** Over how many seconds of their time the machines of a cluster come up. */
  bootOverSeconds?: number;
}>;

/** Agents ask once a minute: machines that came up over a minute spread their questions evenly. */
export const usualBootSeconds = 60;

/** As many clusters as the hosts fill. The same seed makes the same machines. */
export function planFleet(fleet: FleetPlan): SimulationPlan {
  const { hosts, topology, seed, install = true } = fleet;
  const size = hostCount(topologies[topology]);
  if (hosts % size !== 0) {
    throw new RangeError(`${hosts} hosts do not fill clusters of ${size}`);
  }
  const random = randomFrom(seed);
  const name = `sim-${seed.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`.slice(0, 40);
  const clusters = Array.from({ length: hosts / size }, (_, index): PlannedCluster => {
    const kind = pick(fleet.kinds ?? kindsFor(topology), random());
    return {
      plan: { name: `${name}-${index + 1}`, topology, siteNumber: 256 + index, machine: { kind } },
      hosts: Array.from({ length: size }, () => plainHost(bootMoment(fleet, random))),
      install,
      addedHosts: [],
      expect: usualEnd(install),
    };
  });
  return { seed, clusters };
}

export const bootMoment = (
  { bootOverSeconds = usualBootSeconds }: Pick<FleetPlan, "bootOverSeconds">,
  random: () => number,
) => random() * bootOverSeconds;

export const plainHost = (bootAt: number): PlannedHost => ({ bootAt, machine: {}, faults: [], expect: [] });

/** What is expected of a cluster about which nobody says more. */
export const usualEnd = (install: boolean): readonly Leg[] => [reach({ status: install ? "installed" : "ready" })];

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[Math.floor(at * items.length)];
  if (item === undefined) throw new RangeError("there is nothing to choose from");
  return item;
}
