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
export { atLeast, isMinor, minorOf } from "./version.ts";
