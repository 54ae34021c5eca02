// Three things. Fleets against a service: a plan (planFleet, planExisting, planScenario), its Simulation, its report. One cluster in
// the hands of a test: connect, assembleCluster, readyCluster, installCluster, addHosts, until…. Machines: what they are
// (createMachine), how they live (ScriptedHost, bootHosts), what is wrong with them (faults), where they stand (Site).
export { type Clock, createClock } from "./clock.ts";
export { describeCluster, describeHosts } from "./conduct/describe.ts";
export { bootHosts, type Fleet, type FleetOptions } from "./conduct/fleet.ts";
export { type Assembled, addHosts, assembleCluster, installCluster, readyCluster } from "./conduct/install-cluster.ts";
export { type ClusterPlan, clusterRequest, infraEnvRequest, pullSecret } from "./conduct/plan.ts";
export { apiVips, ingressVips, siteNetworks } from "./conduct/site-networks.ts";
export { hostCount, type Topology, topologies } from "./conduct/topology.ts";
export { type Until, until } from "./conduct/until.ts";
export { untilCluster, untilEvent, untilHost, untilHosts } from "./conduct/waits.ts";
export { type Fault, faults } from "./faults.ts";
export type { Behaviour, BootSource, StageFate, StepTwist } from "./host/behaviour.ts";
export { type HostOptions, type HostState, ScriptedHost } from "./host/scripted-host.ts";
export { type Connection, type ConnectOptions, connect, type ObservedRequest } from "./http/connect.ts";
export { kindsOfMachines, type MachineKind } from "./inventories/kinds.ts";
export { createMachine, type Machine, type MachineOptions } from "./machine/machine.ts";
export { randomFrom } from "./random.ts";
export { secondsOf } from "./scenario/duration.ts";
export { planScenario } from "./scenario/plan-scenario.ts";
export { type ReadScenario, readScenario, type ScenarioProblem } from "./scenario/read.ts";
export type { ScenarioFile } from "./scenario/schema.ts";
export { type Leg, reach, type Station } from "./simulation/itinerary.ts";
export type { PlannedCluster, PlannedHost, SimulationPlan } from "./simulation/plan.ts";
export { ClusterUnusable, planExisting } from "./simulation/plan-existing.ts";
export { type FleetPlan, planFleet, type SimulatedTopology, simulatedTopologies } from "./simulation/plan-fleet.ts";
export { progressKey, progressLine, progressLines } from "./simulation/progress-text.ts";
export type { SimulationReport } from "./simulation/report.ts";
export { reportText } from "./simulation/report-text.ts";
export { Simulation, type SimulationOptions } from "./simulation/simulation.ts";
export type { Snapshot } from "./simulation/snapshot.ts";
export { Site, type SiteOptions } from "./site/site.ts";
