import * as wire from "@muster/contract";
import { type Cluster, effectiveRole, type Host, type Policy, stagesOf } from "@muster/core";
import { defined } from "./defined.ts";
import { wireJson, wireJsonMap, wireTime, wireValidations } from "./wire-text.ts";

export type HostView = Readonly<{ policy: Policy; inventory?: boolean; connectivity?: boolean }>;

/** A host as the wire shows it. Its cluster, if it has one, tells which stages an installation goes through. */
export function presentHost(host: Host, cluster: Cluster | null, view: HostView): wire.Host {
  const { policy, inventory = true, connectivity = true } = view;
  const { progress } = host;
  return defined({
    kind: host.kind,
    id: host.id,
    href: `/api/assisted-install/v2/infra-envs/${host.infraEnvId}/hosts/${host.id}`,
    cluster_id: host.clusterId ?? undefined,
    infra_env_id: host.infraEnvId,
    status: host.status,
    status_info: host.statusInfo,
    status_updated_at: wireTime(host.statusUpdatedAt),
    validations_info: wireValidations(host.validations),
    logs_info: host.logs.state,
    logs_started_at: wireTime(host.logs.startedAt),
    logs_collected_at: wireTime(host.logs.collectedAt),
    progress: defined({
      current_stage: progress.stage ?? undefined,
      installation_percentage: progress.percentage,
      progress_info: progress.info,
      stage_started_at: wireTime(progress.stageStartedAt),
      stage_updated_at: wireTime(progress.stageUpdatedAt),
      stage_timed_out: progress.stageTimedOut,
    }),
    stage_started_at: wireTime(progress.stageStartedAt),
    stage_updated_at: wireTime(progress.stageUpdatedAt),
    progress_stages: cluster ? [...stagesOf(host, cluster, policy)] : undefined,
    connectivity: connectivity ? wireJson(wire.ConnectivityReport, host.connectivity) : undefined,
    api_vip_connectivity: wireJson(wire.ApiVipConnectivityResponse, host.apiVipConnectivity),
    tang_connectivity: wireJson(wire.TangConnectivityResponse, host.tangConnectivity),
    inventory: inventory ? wireJson(wire.Inventory, host.inventory) : undefined,
    free_addresses: wireJson(wire.FreeNetworksAddresses, host.freeAddresses && [...host.freeAddresses]),
    ntp_sources: host.ntpSources
      ? JSON.stringify(host.ntpSources.map((source) => wire.toWire(wire.NtpSource, source)))
      : undefined,
    domain_name_resolutions: wireJson(wire.DomainResolutionResponse, host.domainNameResolutions),
    images_status: wireJsonMap(wire.ContainerImageAvailability, host.imagesStatus),
    disks_info: wireJsonMap(wire.DiskInfo, host.disksInfo),
    role: host.role,
    suggested_role: effectiveRole(host),
    bootstrap: host.bootstrap,
    installation_disk_path: host.installationDiskPath,
    installation_disk_id: host.installationDiskId,
    created_at: wireTime(host.createdAt),
    updated_at: wireTime(Math.max(host.statusUpdatedAt, host.checkedInAt ?? 0)),
    registered_at: wireTime(host.registeredAt),
    checked_in_at: wireTime(host.checkedInAt),
    connection_timed_out: host.connectionTimedOut,
    discovery_agent_version: host.discoveryAgentVersion,
    requested_hostname: host.requestedHostname || host.inventory?.hostname,
    // A machine has no user of its own: it is its cluster's.
    user_name: cluster?.userName ?? "admin",
    media_status: host.mediaStatus,
    ignition_config_overrides: host.ignitionConfigOverrides || undefined,
    installer_args: host.installerArgs.length > 0 ? JSON.stringify(host.installerArgs) : undefined,
    timestamp: host.clockSeconds ?? undefined,
    machine_config_pool_name: host.machineConfigPoolName || undefined,
    ignition_endpoint_token_set: host.ignitionEndpointToken !== "",
    node_labels: Object.keys(host.nodeLabels).length > 0 ? JSON.stringify(host.nodeLabels) : undefined,
    disks_to_be_formatted: host.disksToBeFormatted.join(",") || undefined,
    skip_formatting_disks: host.skipFormattingDisks.join(",") || undefined,
    // The password stays here: a reader of the host needs to know that there is one, not which.
    fencing_credentials: host.fencingCredentials
      ? JSON.stringify({ address: host.fencingCredentials.address, username: host.fencingCredentials.username })
      : undefined,
  });
}
