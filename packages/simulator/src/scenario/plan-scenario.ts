// A scenario file → who is simulated.
import type { ClusterPlan } from "../conduct/plan.ts";
import { hostCount, topologies } from "../conduct/topology.ts";
import type { MachineOptions } from "../machine/machine.ts";
import { randomFrom } from "../random.ts";
import { type Leg, reach, type Station } from "../simulation/itinerary.ts";
import type { PlannedCluster, PlannedHost, SimulationPlan } from "../simulation/plan.ts";
import { usualBootSeconds, usualEnd } from "../simulation/plan-fleet.ts";
import { secondsOf } from "./duration.ts";
import { makeFaults } from "./fault-table.ts";
import { type ClusterEntry, type HostEntry, namesOf, type ScenarioFile } from "./schema.ts";

type Options = Readonly<{
  seed: string;
  /** The first of the sites at which the machines stand; each cluster has its own. */
  firstSite?: number;
}>;

export function planScenario({ clusters }: ScenarioFile, { seed, firstSite = 256 }: Options): SimulationPlan {
  const random = randomFrom(seed);
  const entries = clusters.flatMap((entry) => namesOf(entry).map((name) => ({ ...entry, name })));
  return { seed, clusters: entries.map((entry, index) => planCluster(entry, firstSite + index, random)) };
}

function planCluster(entry: ClusterEntry, siteNumber: number, random: () => number): PlannedCluster {
  const { name, topology = "compact", stack, platform, openshiftVersion, install = true, addHosts = 0 } = entry;
  const size = hostCount(topologies[topology]);
  const plan: ClusterPlan & { name: string } = {
    name,
    topology,
    siteNumber,
    machine: machineOf(entry.machine),
    ...(stack && { stack }),
    ...(platform && { platform }),
    ...(openshiftVersion && { openshiftVersion }),
  };
  const host = (index: number) => planHost(entry, index, random);
  return {
    plan,
    hosts: Array.from({ length: size }, (_, index) => host(index)),
    install,
    addedHosts: Array.from({ length: addHosts }, (_, index) => withUsualEnd(host(size + index))),
    expect: entry.expect ? entry.expect.map(legOf) : addHosts > 0 ? grownEnd(size + addHosts) : usualEnd(install),
  };
}

const grownEnd = (hosts: number): readonly Leg[] => [
  reach({ status: "installed" }),
  reach({ status: "adding-hosts", hosts }),
];

const withUsualEnd = (host: PlannedHost): PlannedHost => ({
  ...host,
  expect: host.expect.length > 0 ? host.expect : [reach({ status: "added-to-existing-cluster" })],
});

/** Several entries may speak of one host; what the last says counts, faults add up. */
function planHost(
  { boot = {}, faults = {}, hosts = [] }: ClusterEntry,
  index: number,
  random: () => number,
): PlannedHost {
  const own = hosts.filter(({ index: places }) => places.includes(index));
  const at = boot.at === undefined ? 0 : secondsOf(boot.at);
  const over = boot.over === undefined ? usualBootSeconds : secondsOf(boot.over);
  const usual = at + random() * over;
  const late = own.findLast(({ bootAt }) => bootAt !== undefined)?.bootAt;
  return {
    bootAt: late === undefined ? usual : secondsOf(late),
    machine: Object.assign({}, ...own.map(({ machine }) => machineOf(machine))),
    faults: [faults, ...own.map((entry) => entry.faults ?? {})].flatMap(makeFaults),
    expect: own.flatMap(({ expect = [] }) => expect.map(legOf)),
  };
}

const machineOf = (machine: HostEntry["machine"] = {}): Partial<MachineOptions> => machine;

function legOf(leg: Station & { do?: Extract<Leg, { kind: "do" }>["action"] }): Leg {
  const { do: action, ...station } = leg;
  return action === undefined ? { kind: "reach", station } : { kind: "do", action };
}
