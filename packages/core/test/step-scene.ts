// A host among others, in whatever state: what would it be asked to do?
import type { Cluster } from "../src/model/cluster.ts";
import type { Host, HostStatus } from "../src/model/host.ts";
import type { InfraEnv } from "../src/model/infra-env.ts";
import type { ClusterSnapshot } from "../src/model/snapshot.ts";
import { defaultPolicy, type Policy } from "../src/policy.ts";
import { nextSteps } from "../src/steps/next-steps.ts";
import type { StepType } from "../src/steps/step.ts";
import { aCluster, aHost, anInfraEnv, now } from "./builders.ts";

export const stepId = (type: StepType) => `${type}-0badcafe`;
export const policy: Policy = { ...defaultPolicy, imageServiceBaseUrl: "http://images.example.com:8888/" };

export type Scene = {
  host?: Partial<Host>;
  cluster?: Partial<Cluster>;
  infraEnv?: Partial<InfraEnv>;
  others?: number;
  policy?: Partial<Policy>;
};

export const sda = { installationDiskId: "/dev/disk/by-id/wwn-0x0001", installationDiskPath: "/dev/sda" };

export function scene({ host = {}, cluster = {}, infraEnv = {}, others = 1 }: Scene = {}) {
  const self = aHost({ ...sda, ...host }, 1);
  const hosts = [self, ...Array.from({ length: others }, (_, index) => aHost({}, index + 2))];
  const snapshot: ClusterSnapshot = { cluster: aCluster(cluster), hosts, infraEnvs: [anInfraEnv(infraEnv)] };
  return { self, snapshot };
}

export function stepsOf(given: Scene = {}) {
  const { self, snapshot } = scene(given);
  return nextSteps(self, snapshot, { ...policy, ...given.policy }, now, stepId);
}

/** The arguments of one step in whatever state asks for it; undefined when the step is not given. */
export function argsOf(type: StepType, status: HostStatus, given: Scene = {}) {
  const { instructions } = stepsOf({ ...given, host: { status, ...given.host } });
  return instructions.find(({ stepType }) => stepType === type)?.args;
}

export const jsonOf = (type: StepType, status: HostStatus, given: Scene = {}): unknown => {
  const [text] = argsOf(type, status, given) ?? [];
  return text === undefined ? undefined : JSON.parse(text);
};

export const dhcp: Partial<Cluster> = { vipDhcpAllocation: true };
