import type { FeatureId } from "../features/feature.ts";
import type { ClusterValidationId, Finding, HostValidationId } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { HostRole } from "../model/host.ts";
import type { Inventory } from "../model/observations.ts";
import type { Policy, RoleRequirements } from "../policy.ts";
import type { ClusterFacts, HostFacts } from "../validations/facts.ts";

export type BundleId = "virtualization" | "openshift-ai";

/** Ids of operators' checks: the same for hosts and clusters. */
export type OperatorValidationId = Extract<HostValidationId & ClusterValidationId, `${string}-requirements-satisfied`>;

/** What the catalogue must know of a cluster: enough to answer before the cluster exists. */
export type OperatorContext = Pick<Cluster, "openshiftVersion" | "cpuArchitecture" | "platform" | "controlPlaneCount">;

export type OperatorProperty = Readonly<{
  name: string;
  dataType: "bool" | "string" | "int" | "float";
  mandatory: boolean;
  options: readonly string[];
  description: string;
  defaultValue: string;
}>;

export type RolePreflight = Readonly<{ quantitative: Partial<RoleRequirements>; qualitative: readonly string[] }>;

export type OperatorDefinition = Readonly<{
  name: string;
  type: "olm" | "builtin";
  /** As people know it. */
  title: string;
  namespace: string;
  subscriptionName: (version: string) => string;
  timeoutSeconds: number;
  /** The row of the feature table that limits versions, platforms and architectures. */
  feature: FeatureId | null;
  validationId: OperatorValidationId | null;
  /** Another operator that stands for this one since it was renamed. */
  replacedBy: string | null;
  dependencies: (context: OperatorContext) => readonly string[];
  bundles: readonly BundleId[];
  properties: readonly OperatorProperty[];
  /** What it adds to the needs of one host in that role. */
  hostRequirements: (facts: HostFacts, role: HostRole) => Partial<RoleRequirements>;
  /** What it adds per role, in numbers and words, before any host is known. */
  preflight: (context: OperatorContext, policy: Policy) => Readonly<{ master: RolePreflight; worker: RolePreflight }>;
  checkHost: (facts: HostFacts) => Finding;
  checkCluster: (facts: ClusterFacts) => Finding;
}>;

/** A host check is asked only about bound day-1 hosts with an inventory, of clusters that want the operator. */
export type BoundHostFacts = HostFacts & Readonly<{ cluster: Cluster; inventory: Inventory }>;

/** How operators are written down: what is usual is left out. */
export type OperatorSpec = Readonly<{
  name: string;
  title: string;
  namespace: string;
  subscriptionName: string | ((version: string) => string);
  timeoutMinutes: number;
  feature: FeatureId;
  validationId: OperatorValidationId | null;
  replacedBy?: string;
  dependencies?: readonly string[] | ((context: OperatorContext) => readonly string[]);
  adds?: (context: OperatorContext, role: HostRole, policy: Policy) => Partial<RoleRequirements>;
  /** When what is added depends on the host itself; `adds` otherwise. */
  addsToHost?: (facts: BoundHostFacts, role: HostRole) => Partial<RoleRequirements>;
  inWords?: (
    context: OperatorContext,
    policy: Policy,
  ) => Readonly<{ master: readonly string[]; worker: readonly string[] }>;
  host?: (facts: BoundHostFacts) => Finding;
  cluster?: (facts: ClusterFacts) => Finding;
}>;
