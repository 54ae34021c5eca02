import type * as wire from "@muster/contract";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import type { Instant } from "../model/instant.ts";
import type { Policy } from "../policy.ts";

export type StepType = wire.StepType;

export type Instruction = Readonly<{ stepType: StepType; stepId: string; args: readonly string[] }>;

export type NextSteps = Readonly<{
  nextInstructionSeconds: number;
  postStepAction: "continue" | "exit";
  instructions: readonly Instruction[];
}>;

/** Where a host that is taken back finds the live image again. */
export type BootArtifactUrls = Readonly<{ kernelUrl: string; rootfsUrl: string; initrdUrl: string }>;

export type StepContext = Readonly<{
  host: Host;
  cluster: Cluster | null;
  hosts: readonly Host[];
  infraEnv: InfraEnv | null;
  policy: Policy;
  now: Instant;
  bootArtifacts: BootArtifactUrls | null;
}>;

export type ClusterStepContext = StepContext & Readonly<{ cluster: Cluster }>;

/** The arguments of a step; null when this host has no use for the step now. */
export type StepArguments = (context: StepContext) => readonly string[] | null;

/** A step that makes sense only for a host of a cluster. */
export const forCluster =
  (args: (context: ClusterStepContext) => readonly string[] | null): StepArguments =>
  (context) =>
    context.cluster ? args({ ...context, cluster: context.cluster }) : null;
