// Flags and files → who is simulated, how fast, and for how long.
import { randomBytes } from "node:crypto";
import {
  ClusterUnusable,
  hostCount,
  kindsOfMachines as kinds,
  planExisting,
  planFleet,
  planScenario,
  readScenario,
  type ScenarioFile,
  type SimulatedTopology,
  type SimulationPlan,
  secondsOf,
  simulatedTopologies,
  topologies,
} from "@muster/simulator";
import type { Flag, Invocation } from "../../command.ts";
import { Failure, usageFailure } from "../../failure.ts";
import { readTextFile } from "../../files.ts";
import { findClusterId } from "../../service/find.ts";
import { clusterNames } from "../../service/names.ts";
import type { Service } from "../../service/service-command.ts";

export const planFlags: readonly Flag[] = [
  { name: "hosts", value: "N", says: "How many machines" },
  {
    name: "topology",
    value: "NAME",
    says: `What the clusters are that they fill: ${simulatedTopologies.join(", ")} (sno where nothing is said)`,
    completes: simulatedTopologies,
    strict: true,
  },
  {
    name: "cluster",
    value: "CLUSTER",
    says: "A cluster that exists: the machines boot its image instead",
    completes: clusterNames,
  },
  { name: "scenario", value: "FILE", says: "Who boots when, what breaks, what is expected (YAML)", completes: "files" },
  { name: "speed", value: "FACTOR", says: "How many times faster than real the machines live (default: 1)" },
  { name: "machine", value: "KIND", says: `All of one kind: ${kinds.join(", ")}`, completes: kinds, strict: true },
  { name: "seed", value: "WORD", says: "The same word makes the same machines (default: a new one each time)" },
  {
    name: "boot-over",
    value: "SECONDS",
    says: "Over how much of their time machines come up (default: 60; 0 is a storm)",
  },
  { name: "within", value: "SECONDS", says: "Real time after which what has not come counts as failed" },
  { name: "no-install", says: "Stop when the clusters are ready to be installed" },
  { name: "together", says: "Install no cluster before all of them are ready" },
  { name: "stay", says: "Keep the machines running afterwards, until Ctrl-C" },
  {
    name: "agent-token-file",
    value: "FILE",
    says: "What agents show to the service (without it: what is in their images, where somebody logged in)",
    completes: "files",
  },
];

export type Planned = Readonly<{
  plan: SimulationPlan;
  speed: number;
  withinSeconds: number;
  /** What a person should know before it starts. */
  notes: readonly string[];
}>;

export async function planFrom(service: Service, invocation: Invocation): Promise<Planned> {
  const seed = invocation.value("seed") || randomBytes(3).toString("hex");
  const file = invocation.value("scenario");
  if (file !== undefined) return planOfFile(file, invocation, seed);
  const speed = numberOf(invocation, "speed", { least: 0.01, most: 100_000 }) ?? 1;
  const plan = await planOfFlags(service, invocation, seed);
  return { plan, speed, withinSeconds: patience(invocation, plan, speed), notes: [] };
}

async function planOfFlags(service: Service, invocation: Invocation, seed: string): Promise<SimulationPlan> {
  const hosts = numberOf(invocation, "hosts", { least: 1, most: 20_000, whole: true });
  if (hosts === undefined) {
    throw usageFailure("nobody says how many machines.", "Give --hosts N, or a --scenario FILE that tells.");
  }
  const bootOverSeconds = numberOf(invocation, "boot-over", { least: 0, most: 1e6 });
  const common = {
    hosts,
    seed,
    install: !invocation.has("no-install"),
    ...(bootOverSeconds === undefined ? {} : { bootOverSeconds }),
  };
  const kind = kinds.find((name) => name === invocation.value("machine"));
  const cluster = invocation.value("cluster");
  if (cluster === undefined) {
    const topology = simulatedTopologies.find((name) => name === invocation.value("topology")) ?? "sno";
    checkFills(hosts, topology);
    return planFleet({ ...common, topology, ...(kind && { kinds: [kind] }) });
  }
  if (invocation.has("topology")) {
    throw usageFailure("--topology says what clusters to make, --cluster names one.", "Leave one of them out.");
  }
  const id = await findClusterId(service, cluster);
  return existing(() => planExisting(service.client, { ...common, cluster: id, ...(kind && { kind }) }));
}

function checkFills(hosts: number, topology: SimulatedTopology): void {
  const size = hostCount(topologies[topology]);
  if (hosts % size === 0) return;
  const [less, more] = [hosts - (hosts % size), hosts - (hosts % size) + size];
  throw usageFailure(
    `${hosts} machines do not fill clusters of topology ${topology}: each takes ${size}.`,
    `Give --hosts ${less > 0 ? `${less} or ${more}` : more}, or another --topology.`,
  );
}

async function existing(plan: () => Promise<SimulationPlan>): Promise<SimulationPlan> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof ClusterUnusable) throw new Failure(error.message, error.remedy, undefined, error);
    throw error;
  }
}

async function planOfFile(file: string, invocation: Invocation, seed: string): Promise<Planned> {
  const clash = ["hosts", "topology", "cluster", "machine", "boot-over", "no-install"].find((flag) =>
    invocation.has(flag),
  );
  if (clash !== undefined) {
    throw usageFailure(`--scenario and --${clash} both say who is simulated.`, "Leave one of them out.");
  }
  const scenario = await scenarioIn(file);
  const speed = numberOf(invocation, "speed", { least: 0.01, most: 100_000 }) ?? scenario.speed ?? 1;
  const plan = planScenario(scenario, { seed });
  const settings = Object.entries(scenario.service ?? {}).map(([name, value]) => `--set ${name}=${value}`);
  return {
    plan,
    speed,
    withinSeconds: patience(invocation, plan, speed, scenario.within ? secondsOf(scenario.within) : undefined),
    notes: [
      scenario.about,
      ...(settings.length > 0 ? [`What is expected needs a service that runs with ${settings.join(" ")}.`] : []),
    ],
  };
}

async function scenarioIn(file: string): Promise<ScenarioFile> {
  const read = readScenario(await readTextFile(file));
  if (read.kind === "scenario") return read.scenario;
  const problems = read.problems.map(({ line, column, says }) => `${file}:${line}:${column}: ${says}`);
  throw new Failure(problems.join("\nerror: "), "Correct this; docs/reference/scenarios.md explains every field.");
}

/** What the flag says, or the scenario; else three hours of the machines' time, and some for the service where there are many. */
function patience(
  invocation: Invocation,
  { clusters }: SimulationPlan,
  speed: number,
  scenarioSeconds?: number,
): number {
  const hosts = clusters.reduce((sum, cluster) => sum + cluster.hosts.length + cluster.addedHosts.length, 0);
  const usual = 120 + (3 * 3_600) / speed + hosts / 10;
  return numberOf(invocation, "within", { least: 1, most: 1e6 }) ?? scenarioSeconds ?? usual;
}

type Range = Readonly<{ least: number; most: number; whole?: true }>;

function numberOf(invocation: Invocation, flag: string, { least, most, whole }: Range): number | undefined {
  const text = invocation.value(flag);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || !(number >= least && number <= most) || (whole && !Number.isInteger(number))) {
    throw usageFailure(`--${flag} is "${text}".`, `Give a ${whole ? "whole " : ""}number from ${least} to ${most}.`);
  }
  return number;
}
