// The model and what every decision is made of.
export type { Changes, Refreshed } from "./changes.ts";
export { noChanges } from "./changes.ts";
export { clusterDefaults, disconnectedCluster, importedCluster } from "./cluster/create.ts";
export { baseDomainProblem, clusterNameProblem, isDomainName } from "./cluster/names.ts";
export { ntpProblem } from "./cluster/ntp.ts";
export type {
  Birth,
  ClusterImport,
  ClusterUpdate,
  NewCluster,
  NewDisconnectedCluster,
  Owner,
  Release,
} from "./cluster/params.ts";
export { checkProxy, clusterProxyFields, type ProxyFields } from "./cluster/proxy.ts";
export { pullSecretProblem } from "./cluster/pull-secret.ts";
export { sshKeysProblem } from "./cluster/ssh-key.ts";
export { updateCluster } from "./cluster/update.ts";
export { allowAddHosts } from "./commands/allow-add-hosts.ts";
export { bindHost, reclaimHost, unbindHost } from "./commands/binding.ts";
export { isCheckInNews } from "./commands/check-in.ts";
export { deregisterCluster, deregisterHost } from "./commands/deregister.ts";
export { cancelInstallation, resetCluster, resetHost } from "./commands/end-installation.ts";
export {
  completeInstallation,
  type OperatorReport,
  reportFinalizingStage,
  reportOperator,
  storeIngressCertificate,
} from "./commands/finalizing.ts";
export { finishPreparation, type PreparationResult } from "./commands/finish-preparation.ts";
export { type IgnoredValidations, ignoreValidations } from "./commands/ignore-validations.ts";
export { installCluster } from "./commands/install-cluster.ts";
export { installHost } from "./commands/install-host.ts";
export { clusterChanges, hostChanges } from "./commands/patch.ts";
export { type HostRegistration, type RegisteredHost, registerHost, takesHosts } from "./commands/register-host.ts";
export { receiveReply } from "./commands/replies/receive.ts";
export { startAgentUpgrade } from "./commands/replies/upgrade-agent.ts";
export { receiveClusterLogs, receiveHostLogs, reportClusterLogs, reportHostLogs } from "./commands/report-logs.ts";
export { type ProgressReport, reportProgress } from "./commands/report-progress.ts";
export { resetValidation } from "./commands/reset-validation.ts";
export { returnToPool } from "./commands/return-to-pool.ts";
export { clusterIsNot, hostIsNot } from "./commands/wrong-status.ts";
export { newsIn, sameValue } from "./equality.ts";
export { draftEvent, type EventName, eventCatalogue, type PropsOf } from "./events/catalogue.ts";
export type { EventDraft } from "./events/draft.ts";
export { defaultEventRateLimits, eventRateLimitKey } from "./events/rate-limits.ts";
export { aboutCluster, aboutHost } from "./events/subject.ts";
export { type Cause, causeSentence, type Explanation, type Observed } from "./explain/cause.ts";
export { type ClusterSituation, explainCluster } from "./explain/cluster.ts";
export { type OwnCauseId, ownCauses } from "./explain/glossary.ts";
export { explainHost } from "./explain/host.ts";
export type { HostSituation } from "./explain/host-situation.ts";
// Operators and features.
export { type ArchitectureId, architectureLevels } from "./features/architectures.ts";
export { type DetailedFeature, type DetailedOperator, detailedSupport } from "./features/detailed.ts";
export type { FeatureId, SupportContext, SupportLevel, SupportReason } from "./features/feature.ts";
export { incompatibilities } from "./features/incompatibilities.ts";
export { supportLevels, supportOf } from "./features/support-levels.ts";
export { features } from "./features/table.ts";
export type { ClusterValidationId, Finding, HostValidationId, ValidationResult } from "./finding.ts";
export { ignitionOverrideProblem } from "./formats/ignition.ts";
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
export { applyPatch, type Patch } from "./history/patch.ts";
export { clusterPatch, hostPatch, infraEnvPatch } from "./history/records.ts";
export { type HostUpdate, updateHost, updateHostIgnition, updateInstallerArgs } from "./host/update.ts";
export { infraEnvDefaults, normalArchitecture } from "./infra-env/create.ts";
export type { InfraEnvUpdate, NewInfraEnv } from "./infra-env/params.ts";
export { staticNetworkProblem } from "./infra-env/static-network.ts";
export { updateInfraEnv } from "./infra-env/update.ts";
export type { ClusterSignal } from "./lifecycle/cluster-facts.ts";
export { clusterMachine } from "./lifecycle/cluster-machine.ts";
export type { HostSignal } from "./lifecycle/host-facts.ts";
export { hostMachine } from "./lifecycle/host-machine.ts";
export { clusterSays, hostSays } from "./lifecycle/says.ts";
export { soonestAfter } from "./lifecycle/wake.ts";
export type * from "./model/cluster.ts";
export { isDay2Cluster, isSingleNode } from "./model/cluster.ts";
export type * from "./model/host.ts";
export { effectiveRole, hostName, isDay2 } from "./model/host.ts";
export type * from "./model/infra-env.ts";
export { hour, type Instant, minute, second } from "./model/instant.ts";
export { type LogCollection, noLogs } from "./model/logs.ts";
export type * from "./model/observations.ts";
export type { ClusterSnapshot, PoolSnapshot } from "./model/snapshot.ts";
export { checkClusterNetworks, type NetworkSettings } from "./network/cluster-networks.ts";
export { ipCollisions } from "./network/collisions.ts";
export { type ClusterDnsNames, clusterDnsNames, clusterDomain } from "./network/dns-names.ts";
export { clusterFamilies, isDualStack } from "./network/families.ts";
export { hostAddresses } from "./network/host-addresses.ts";
export { type HostNetwork, hostNetworks } from "./network/host-networks.ts";
export { deriveMachineNetworks } from "./network/machine-networks.ts";
export { majorityGroups } from "./network/majority-groups.ts";
export { extendedNoProxy } from "./network/no-proxy.ts";
export { vipMacAddress } from "./network/vip-mac.ts";
export { needsVips, singleNodeVips } from "./network/vips.ts";
export type { BundleDefinition } from "./operators/bundles.ts";
export { findBundle, findOperator, listBundles, operators, supportedOperators } from "./operators/catalogue.ts";
export type { BundleId, OperatorContext, OperatorDefinition, OperatorProperty } from "./operators/definition.ts";
export {
  type BundleRequest,
  checkOperatorRequest,
  type OperatorRequest,
  resolveOperators,
} from "./operators/selection.ts";
export { type InstallPlan, type PlannedHost, planInstall } from "./plan/plan.ts";
export type { PlannedStep } from "./plan/steps.ts";
export * from "./policy.ts";
export { firstRefusal, invalid, notNow, type Problem } from "./problem.ts";
export { noProgress } from "./progress/cluster-progress.ts";
export { stagesOf } from "./progress/stages.ts";
export { refreshCluster, refreshPool } from "./refresh.ts";
export { done, type Outcome, type Refusal, refusalSentence, refused } from "./refusal.ts";
export { electBootstrap } from "./roles/bootstrap.ts";
export { suggestRoles } from "./roles/suggest.ts";
export { checkInstallerArgs } from "./steps/installer-args.ts";
export { ignitionUrl } from "./steps/network-checks.ts";
export { type NextStepsOptions, nextSteps } from "./steps/next-steps.ts";
export { bootArtifactUrls } from "./steps/reclaim.ts";
export { registrationCommand } from "./steps/registration.ts";
export { readReply } from "./steps/replies.ts";
export { defaultReplyLimits, type Reply, type ReplyLimits, type StepReply } from "./steps/reply.ts";
export type { BootArtifactUrls, Instruction, NextSteps, StepType } from "./steps/step.ts";
export { featureUsage, usageNames } from "./usage/feature-usage.ts";
export { clusterValidations, validateCluster } from "./validations/cluster/registry.ts";
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
} from "./validations/run.ts";
export { atLeast, isMinor, minorOf } from "./version.ts";
