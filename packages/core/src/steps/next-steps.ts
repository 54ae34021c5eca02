// What a host should do next: the answer to every poll of every agent, so it must stay cheap.
import { isDay2Cluster } from "../model/cluster.ts";
import { type Host, isDay2 } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { ClusterSnapshot, PoolSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";
import { inventory, ntpSynchronizer, upgradeAgent } from "./discovery.ts";
import { install } from "./install-command.ts";
import { logsGather, stopInstallation } from "./logs.ts";
import {
  apiVipConnectivityCheck,
  connectivityCheck,
  dhcpLeaseAllocate,
  domainResolution,
  freeNetworkAddresses,
  tangConnectivityCheck,
  verifyVips,
} from "./network-checks.ts";
import { day1Plans, day2Plans, idle, poolPlans, type StepPlan, upgradePlan, upgradeStates } from "./plans.ts";
import { containerImageAvailability, installationDiskSpeedCheck } from "./preparation.ts";
import { downloadBootArtifacts, rebootForReclaim } from "./reclaim.ts";
import type { BootArtifactUrls, Instruction, NextSteps, StepArguments, StepContext, StepType } from "./step.ts";

const never: StepArguments = () => null;

const argumentsOf: Readonly<Record<StepType, StepArguments>> = {
  inventory,
  "connectivity-check": connectivityCheck,
  "free-network-addresses": freeNetworkAddresses,
  "dhcp-lease-allocate": dhcpLeaseAllocate,
  "api-vip-connectivity-check": apiVipConnectivityCheck,
  "tang-connectivity-check": tangConnectivityCheck,
  "ntp-synchronizer": ntpSynchronizer,
  "domain-resolution": domainResolution,
  "verify-vips": verifyVips,
  "installation-disk-speed-check": installationDiskSpeedCheck,
  "container-image-availability": containerImageAvailability,
  install,
  "logs-gather": logsGather,
  "stop-installation": stopInstallation,
  "upgrade-agent": upgradeAgent,
  "download-boot-artifacts": downloadBootArtifacts,
  "reboot-for-reclaim": rebootForReclaim,
  // Names that the wire knows and agents no longer act on (reference host-side A6).
  execute: never,
  "next-step-runner": never,
};

export type NextStepsOptions = Readonly<{ bootArtifacts?: BootArtifactUrls }>;

/**
 * `stepId` makes `<step type>-<8 hex digits>`. Hand in the same `hosts` array as long as it holds the same hosts: what
 * all of a cluster's hosts share is computed once per array.
 */
export function nextSteps(
  host: Host,
  scope: ClusterSnapshot | PoolSnapshot,
  policy: Policy,
  now: Instant,
  stepId: (type: StepType) => string,
  { bootArtifacts }: NextStepsOptions = {},
): NextSteps {
  const inCluster = "cluster" in scope;
  const context: StepContext = {
    host,
    cluster: inCluster ? scope.cluster : null,
    hosts: scope.hosts,
    infraEnv: inCluster ? (scope.infraEnvs.find(({ id }) => id === host.infraEnvId) ?? null) : scope.infraEnv,
    policy,
    now,
    bootArtifacts: bootArtifacts ?? null,
  };
  const { steps, seconds, afterwards } = planFor(context);
  const instructions = steps.flatMap((stepType): Instruction[] => {
    if (policy.disabledSteps.includes(stepType)) return [];
    const args = argumentsOf[stepType](context);
    return args === null ? [] : [{ stepType, stepId: stepId(stepType), args }];
  });
  return { nextInstructionSeconds: seconds, postStepAction: afterwards, instructions };
}

function planFor({ host, cluster, policy }: StepContext): StepPlan {
  const outdated = policy.upgradeAgent && host.discoveryAgentVersion !== policy.agentImage;
  if (outdated && upgradeStates.has(host.status) && !policy.disabledSteps.includes("upgrade-agent")) return upgradePlan;
  const plans = isDay2(host) || (cluster && isDay2Cluster(cluster)) ? day2Plans : day1Plans;
  return plans[host.status] ?? poolPlans[host.status] ?? idle;
}
