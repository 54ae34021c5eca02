// Steps that every discovered host gets, in a cluster or not.
import * as wire from "@muster/contract";
import type { StepArguments } from "./step.ts";

export const inventory: StepArguments = ({ host, policy }) => [
  host.id,
  ...(policy.agentInventoryMaxSize > 0 ? [`--output-max-size=${policy.agentInventoryMaxSize}`] : []),
  ...(policy.agentInventoryDiskMinSize > 0 ? [`--disk-min-size=${policy.agentInventoryDiskMinSize}`] : []),
];

/** `ntpSources` replaces everything; additional sources of cluster and image add up. */
export const ntpSynchronizer: StepArguments = ({ cluster, infraEnv }) => {
  const own = cluster?.ntpSources || infraEnv?.ntpSources;
  const sources = own ? [own] : [cluster?.additionalNtpSource ?? "", infraEnv?.additionalNtpSources ?? ""];
  const names = sources.flatMap((list) => list.split(",")).map((name) => name.trim());
  const ntpSource = [...new Set(names)].filter((name) => name !== "").join(",");
  return [JSON.stringify(wire.toWire(wire.NtpSynchronizationRequest, { ntpSource }))];
};

export const upgradeAgent: StepArguments = ({ policy }) => [
  JSON.stringify(wire.toWire(wire.UpgradeAgentRequest, { agentImage: policy.agentImage })),
];
