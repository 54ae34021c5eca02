import type * as wire from "@muster/contract";
import type { ClusterValidationId, HostValidationId, ValidationResult } from "../finding.ts";
import type { Instant } from "./instant.ts";
import type { LogCollection } from "./logs.ts";

export type ClusterStatus = wire.Cluster["status"];
export type ClusterKind = wire.Cluster["kind"];
export type PlatformType = wire.PlatformType;
export type CpuArchitecture = NonNullable<wire.Cluster["cpu_architecture"]>;
export type NetworkType = NonNullable<wire.Cluster["network_type"]>;
export type NodeRoles = NonNullable<wire.Cluster["hyperthreading"]>;

export type Platform = Readonly<{
  type: PlatformType;
  external: Readonly<{ platformName: string; cloudControllerManager: "" | "External" }> | null;
}>;

export type Vip = Readonly<{ ip: string; verification: wire.VipVerification }>;

export type ProxySettings = Readonly<{ httpProxy: string; httpsProxy: string; noProxy: string }>;

export type OperatorStatus = wire.OperatorStatus;

export type MonitoredOperator = Readonly<{
  name: string;
  type: wire.OperatorType;
  version: string;
  namespace: string;
  subscriptionName: string;
  /** JSON text as the user gave it. */
  properties: string;
  timeoutSeconds: number;
  status: OperatorStatus | null;
  statusInfo: string;
  statusUpdatedAt: Instant | null;
  bundles: readonly string[];
  dependencyOnly: boolean;
  sourceBundles: readonly string[];
}>;

export type ClusterProgress = Readonly<{
  total: number;
  preparing: number;
  installing: number;
  finalizing: number;
  finalizingStage: wire.FinalizingStage | null;
  finalizingStageStartedAt: Instant | null;
  finalizingStageTimedOut: boolean;
}>;

export type ReleaseComponents = Readonly<{
  machineConfigOperator: string;
  mustGather: string;
  /** The operating system as a container image, for hosts that are installed over a running one. */
  coreOs: string;
}>;

export type ManifestFile = Readonly<{
  folder: "manifests" | "openshift";
  fileName: string;
  source: "user" | "system";
  /** The name of what it says, among the files of its cluster. */
  content: string;
}>;

export type Usage = Readonly<{ id: string; name: string; data?: Readonly<Record<string, unknown>> }>;

export type Cluster = Readonly<{
  id: string;
  kind: ClusterKind;
  name: string;
  baseDnsDomain: string;
  userName: string;
  orgId: string;
  emailDomain: string;
  status: ClusterStatus;
  statusInfo: string;
  statusUpdatedAt: Instant;
  createdAt: Instant;
  installStartedAt: Instant | null;
  installCompletedAt: Instant | null;

  openshiftVersion: string;
  releaseImage: string;
  /** Images inside the release that hosts pull by name; absent until the release was read. */
  releaseComponents?: ReleaseComponents;
  cpuArchitecture: CpuArchitecture;
  openshiftClusterId: string | null;
  /** A cluster that was installed elsewhere and is known here only to add hosts. */
  imported: boolean;
  /** 1 is a single node, 2 means an arbiter or fencing. */
  controlPlaneCount: number;
  schedulableMasters: boolean;
  schedulableMastersForcedTrue: boolean;
  hyperthreading: NodeRoles;
  diskEncryption: Readonly<{ enableOn: NodeRoles; mode: "tpmv2" | "tang"; tangServers: string }>;
  ignitionEndpoint: Readonly<{ url: string; caCertificate: string }>;

  platform: Platform;
  userManagedNetworking: boolean;
  loadBalancer: "cluster-managed" | "user-managed";
  networkType: NetworkType;
  clusterNetworks: readonly Readonly<{ cidr: string; hostPrefix: number }>[];
  serviceNetworks: readonly string[];
  machineNetworks: readonly string[];
  /** Machine networks given by a person stay, as large as the hosts have them; derived ones follow the VIPs and the hosts. */
  machineNetworksGiven: boolean;
  machineNetworksUpdatedAt: Instant | null;
  apiVips: readonly Vip[];
  ingressVips: readonly Vip[];
  apiVipDnsName: string;
  vipDhcpAllocation: boolean;
  apiVipLease: string;
  ingressVipLease: string;
  proxy: ProxySettings;
  additionalNtpSource: string;
  ntpSources: string;
  sshPublicKey: string;
  pullSecretSet: boolean;

  installConfigOverrides: string;
  ignoredHostValidations: readonly (HostValidationId | "all")[];
  ignoredClusterValidations: readonly (ClusterValidationId | "all")[];
  monitoredOperators: readonly MonitoredOperator[];
  operatorBundles: readonly Readonly<{ id: string; optionalOperators: readonly string[] }>[];
  manifests: readonly ManifestFile[];
  tags: string;
  uiSettings: string;
  featureUsage: Readonly<Record<string, Usage>>;

  progress: ClusterProgress;
  lastInstallationPreparation: Readonly<{ status: "not_started" | "failed" | "success"; reason: string }>;
  /** The kubeconfig that holds the ingress certificate has been stored. */
  kubeconfigStored: boolean;
  softTimeouts: boolean;
  logs: LogCollection;
  connectivityMajorityGroups: Readonly<Record<string, readonly string[]>>;
  /** IP address → the MAC addresses that answered for it. */
  ipCollisions: Readonly<Record<string, readonly string[]>>;
  validations: readonly ValidationResult<ClusterValidationId>[];
}>;

export const isSingleNode = (cluster: Pick<Cluster, "controlPlaneCount">): boolean => cluster.controlPlaneCount === 1;

export const isDay2Cluster = (cluster: Pick<Cluster, "kind">): boolean => cluster.kind === "AddHostsCluster";
