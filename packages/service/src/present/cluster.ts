import type * as wire from "@muster/contract";
import {
  type Cluster,
  type ClusterSnapshot,
  type Host,
  hostNetworks,
  isSingleNode,
  type MonitoredOperator,
} from "@muster/core";
import { defined } from "./defined.ts";
import { type HostView, presentHost } from "./host.ts";
import { wireTime, wireValidations } from "./wire-text.ts";

export type ClusterView = Readonly<{
  /** How to show the hosts; null leaves them out: the list is then empty, but there, for those who go through it. */
  hosts: HostView | null;
  /** For lists that do not load the hosts. */
  hostStatuses?: readonly Host["status"][];
  deletedAt?: number;
  imageInfo?: wire.ImageInfo;
}>;

const readyStatuses = new Set(["known", "preparing-for-installation", "preparing-successful"]);

export function presentCluster({ cluster, hosts, infraEnvs }: ClusterSnapshot, view: ClusterView): wire.Cluster {
  const { progress, logs } = cluster;
  const { hosts: hostView } = view;
  const statuses = hostView ? hosts.map(({ status }) => status) : (view.hostStatuses ?? []);
  const image = infraEnvs.find((infraEnv) => infraEnv.clusterId === cluster.id);
  return defined({
    kind: cluster.kind,
    id: cluster.id,
    href: `/api/assisted-install/v2/clusters/${cluster.id}`,
    name: cluster.name,
    user_name: cluster.userName,
    org_id: cluster.orgId || undefined,
    email_domain: cluster.emailDomain || undefined,
    openshift_version: cluster.openshiftVersion,
    ocp_release_image: cluster.releaseImage,
    openshift_cluster_id: cluster.openshiftClusterId ?? undefined,
    image_info: view.imageInfo ?? {
      created_at: wireTime(null),
      expires_at: wireTime(null),
      ...(image && { type: image.imageType }),
    },
    platform: presentPlatform(cluster),
    high_availability_mode: isSingleNode(cluster) ? ("None" as const) : ("Full" as const),
    control_plane_count: cluster.controlPlaneCount,
    base_dns_domain: cluster.baseDnsDomain,
    cluster_network_cidr: cluster.clusterNetworks[0]?.cidr,
    cluster_network_host_prefix: cluster.clusterNetworks[0]?.hostPrefix,
    service_network_cidr: cluster.serviceNetworks[0],
    machine_network_cidr: cluster.machineNetworks[0],
    cluster_networks: cluster.clusterNetworks.map(({ cidr, hostPrefix }) => ({
      cluster_id: cluster.id,
      cidr,
      host_prefix: hostPrefix,
    })),
    service_networks: cluster.serviceNetworks.map((cidr) => ({ cluster_id: cluster.id, cidr })),
    machine_networks: cluster.machineNetworks.map((cidr) => ({ cluster_id: cluster.id, cidr })),
    api_vips: cluster.apiVips.map((vip) => ({ cluster_id: cluster.id, ...vip })),
    ingress_vips: cluster.ingressVips.map((vip) => ({ cluster_id: cluster.id, ...vip })),
    api_vip_dns_name: cluster.apiVipDnsName || undefined,
    ssh_public_key: cluster.sshPublicKey || undefined,
    http_proxy: cluster.proxy.httpProxy || undefined,
    https_proxy: cluster.proxy.httpsProxy || undefined,
    no_proxy: cluster.proxy.noProxy || undefined,
    status: cluster.status,
    status_info: cluster.statusInfo,
    status_updated_at: wireTime(cluster.statusUpdatedAt),
    progress: defined({
      total_percentage: progress.total,
      preparing_for_installation_stage_percentage: progress.preparing,
      installing_stage_percentage: progress.installing,
      finalizing_stage_percentage: progress.finalizing,
      finalizing_stage: progress.finalizingStage ?? undefined,
      finalizing_stage_started_at: wireTime(progress.finalizingStageStartedAt),
      finalizing_stage_timed_out: progress.finalizingStageTimedOut,
    }),
    disk_encryption: defined({
      enable_on: cluster.diskEncryption.enableOn,
      mode: cluster.diskEncryption.mode,
      tang_servers: cluster.diskEncryption.tangServers || undefined,
    }),
    hosts: hostView ? hosts.map((host) => presentHost(host, cluster, hostView)) : [],
    ready_host_count: statuses.filter((status) => readyStatuses.has(status)).length,
    enabled_host_count: statuses.length,
    total_host_count: statuses.length,
    host_networks: hostNetworks(hosts).map(({ cidr, hostIds }) => ({ cidr, host_ids: [...hostIds] })),
    schedulable_masters: cluster.schedulableMasters,
    schedulable_masters_forced_true: cluster.schedulableMastersForcedTrue,
    created_at: wireTime(cluster.createdAt),
    updated_at: wireTime(cluster.statusUpdatedAt),
    install_started_at: wireTime(cluster.installStartedAt),
    install_completed_at: wireTime(cluster.installCompletedAt),
    deleted_at: view.deletedAt === undefined ? undefined : wireTime(view.deletedAt),
    pull_secret_set: cluster.pullSecretSet,
    vip_dhcp_allocation: cluster.vipDhcpAllocation,
    validations_info: wireValidations(cluster.validations),
    logs_info: logs.state,
    controller_logs_started_at: wireTime(logs.startedAt),
    controller_logs_collected_at: wireTime(logs.collectedAt),
    install_config_overrides: cluster.installConfigOverrides || undefined,
    connectivity_majority_groups: jsonUnlessEmpty(cluster.connectivityMajorityGroups),
    ip_collisions: jsonUnlessEmpty(cluster.ipCollisions),
    ignored_host_validations: listUnlessEmpty(cluster.ignoredHostValidations),
    ignored_cluster_validations: listUnlessEmpty(cluster.ignoredClusterValidations),
    user_managed_networking: cluster.userManagedNetworking,
    additional_ntp_source: cluster.additionalNtpSource || undefined,
    ntp_sources: cluster.ntpSources || undefined,
    monitored_operators: cluster.monitoredOperators.map((operator) => presentOperator(cluster.id, operator)),
    operator_bundles: cluster.operatorBundles.map(({ id, optionalOperators }) => ({
      id,
      optional_operators: [...optionalOperators],
    })),
    hyperthreading: cluster.hyperthreading,
    feature_usage: JSON.stringify(cluster.featureUsage),
    network_type: cluster.networkType,
    cpu_architecture: cluster.cpuArchitecture,
    ignition_endpoint: defined({
      url: cluster.ignitionEndpoint.url || undefined,
      ca_certificate: cluster.ignitionEndpoint.caCertificate || undefined,
    }),
    imported: cluster.imported,
    tags: cluster.tags || undefined,
    "last-installation-preparation": { ...cluster.lastInstallationPreparation },
    org_soft_timeouts_enabled: cluster.softTimeouts,
    load_balancer: { type: cluster.loadBalancer },
  });
}

function presentPlatform({ platform }: Cluster): wire.Platform {
  if (platform.external === null) return { type: platform.type };
  const { platformName, cloudControllerManager } = platform.external;
  return {
    type: platform.type,
    external: { platform_name: platformName, cloud_controller_manager: cloudControllerManager },
  };
}

export function presentOperator(clusterId: string, operator: MonitoredOperator): wire.MonitoredOperator {
  return defined({
    cluster_id: clusterId,
    name: operator.name,
    version: operator.version || undefined,
    namespace: operator.namespace || undefined,
    subscription_name: operator.subscriptionName || undefined,
    operator_type: operator.type,
    properties: operator.properties || undefined,
    timeout_seconds: operator.timeoutSeconds,
    status: operator.status ?? undefined,
    status_info: operator.statusInfo || undefined,
    status_updated_at: wireTime(operator.statusUpdatedAt),
    bundles: [...operator.bundles],
    dependency_only: operator.dependencyOnly,
    source_bundles: [...operator.sourceBundles],
  });
}

const jsonUnlessEmpty = (value: object): string | undefined =>
  Object.keys(value).length === 0 ? undefined : JSON.stringify(value);

const listUnlessEmpty = (values: readonly string[]): string | undefined =>
  values.length === 0 ? undefined : JSON.stringify(values);
