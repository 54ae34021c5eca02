// The model and what every decision is made of.
export type { Changes, Refreshed } from "./changes.ts";
export { noChanges } from "./changes.ts";
export type { EventDraft } from "./events/draft.ts";
// Operators and features.
export { type ArchitectureId, architectureLevels } from "./features/architectures.ts";
export { type DetailedFeature, type DetailedOperator, detailedSupport } from "./features/detailed.ts";
export type { FeatureId, SupportContext, SupportLevel, SupportReason } from "./features/feature.ts";
export { incompatibilities } from "./features/incompatibilities.ts";
export { supportLevels, supportOf } from "./features/support-levels.ts";
export { features } from "./features/table.ts";
export type { ClusterValidationId, Finding, HostValidationId, ValidationResult } from "./finding.ts";
// What hosts need, their disks, and what is checked of them.
export { canTakeRole } from "./hardware/candidate.ts";
export { assessDisks, type DiskRules, isEligible } from "./hardware/disks.ts";
export { chooseInstallDisk, diskId, formattingCandidates } from "./hardware/install-disk.ts";
export { minimalRequirements, ocpRequirements, requirementRole, versionFor } from "./hardware/ocp-requirements.ts";
export { preflightRequirements, requirementsDetails } from "./hardware/preflight.ts";
export {
  diskRules,
  type HostRequirements,
  type RequirementsBreakdown,
  requirementsFor,
} from "./hardware/requirements.ts";
export { formatBytes, formatMib } from "./hardware/size.ts";
export type * from "./model/cluster.ts";
export { isDay2Cluster, isSingleNode } from "./model/cluster.ts";
export type * from "./model/host.ts";
export { effectiveRole, hostName, isDay2 } from "./model/host.ts";
export type * from "./model/infra-env.ts";
export { hour, type Instant, minute, second } from "./model/instant.ts";
export { type LogCollection, noLogs } from "./model/logs.ts";
export type * from "./model/observations.ts";
export type { ClusterSnapshot, PoolSnapshot } from "./model/snapshot.ts";
export { hostNetworks } from "./network/host-networks.ts";
export type { BundleDefinition } from "./operators/bundles.ts";
export { findBundle, findOperator, listBundles, operators, supportedOperators } from "./operators/catalogue.ts";
export type { BundleId, OperatorContext, OperatorDefinition, OperatorProperty } from "./operators/definition.ts";
export {
  type BundleRequest,
  checkOperatorRequest,
  type OperatorRequest,
  resolveOperators,
} from "./operators/selection.ts";
export * from "./policy.ts";
export { stagesOf } from "./progress/stages.ts";
export { refreshCluster, refreshPool } from "./refresh.ts";
export { done, type Outcome, type Refusal, refusalSentence, refused } from "./refusal.ts";
export type { ClusterFacts, HostFacts } from "./validations/facts.ts";
export { disconnectsAt } from "./validations/host/agent.ts";
export { releaseDomain } from "./validations/host/dns.ts";
export { isHostname } from "./validations/host/hostname.ts";
export { isImageUsable } from "./validations/host/images.ts";
export { hostValidations, poolValidations, validateHost } from "./validations/host/registry.ts";
export {
  clusterExemptions,
  type Exemptions,
  hostExemptions,
  noExemptions,
  nonIgnorableClusterValidations,
  nonIgnorableHostValidations,
  passes,
  runValidations,
} from "./validations/run.ts";
export { atLeast, isMinor, minorOf } from "./version.ts";
