// The 2021 operations that this service does not build, each with what to call today. They answer 501 and say so.
import { v1 } from "./groups.ts";
import { type OperationId, routes } from "./registry.ts";
import type { Method } from "./route.ts";

type Row = readonly [id: string, method: Method, path: string, use: OperationId, how: string];

const cluster = "/clusters/{cluster_id}";
const host = `${cluster}/hosts/{host_id}`;

const rows: readonly Row[] = [
  ["GetPresignedForClusterFiles", "GET", `${cluster}/downloads/files-presigned`, "V2GetPresignedForClusterFiles", ""],
  ["GetDiscoveryIgnition", "GET", `${cluster}/discovery-ignition`, "GetInfraEnv", "read ignition_config_override"],
  [
    "UpdateDiscoveryIgnition",
    "PATCH",
    `${cluster}/discovery-ignition`,
    "UpdateInfraEnv",
    "set ignition_config_override",
  ],
  ["ListClusterManifests", "GET", `${cluster}/manifests`, "V2ListClusterManifests", ""],
  ["CreateClusterManifest", "POST", `${cluster}/manifests`, "V2CreateClusterManifest", ""],
  ["DeleteClusterManifest", "DELETE", `${cluster}/manifests`, "V2DeleteClusterManifest", ""],
  ["DownloadClusterManifest", "GET", `${cluster}/manifests/files`, "v2DownloadClusterManifest", ""],
  ["UploadClusterIngressCert", "POST", `${cluster}/uploads/ingress-cert`, "v2UploadClusterIngressCert", ""],
  ["InstallHosts", "POST", `${cluster}/actions/install_hosts`, "v2InstallHost", "call it once for each host"],
  ["CompleteInstallation", "POST", `${cluster}/actions/complete_installation`, "v2CompleteInstallation", ""],
  ["UpdateHostInstallerArgs", "PATCH", `${host}/installer-args`, "v2UpdateHostInstallerArgs", ""],
  ["EnableHost", "POST", `${host}/actions/enable`, "BindHost", "bind the host to the cluster"],
  ["DisableHost", "DELETE", `${host}/actions/enable`, "UnbindHost", "unbind the host, or delete it"],
  ["InstallHost", "POST", `${host}/actions/install`, "v2InstallHost", ""],
  ["ResetHost", "POST", `${host}/actions/reset`, "v2ResetHost", ""],
  ["ResetHostValidation", "PATCH", `${host}/actions/reset-validation/{validation_id}`, "v2ResetHostValidation", ""],
  ["GetHostIgnition", "GET", `${host}/ignition`, "v2GetHostIgnition", ""],
  ["UpdateHostIgnition", "PATCH", `${host}/ignition`, "v2UpdateHostIgnition", ""],
  ["DownloadHostIgnition", "GET", `${host}/downloads/ignition`, "v2DownloadHostIgnition", ""],
  ["GetFreeAddresses", "GET", `${cluster}/free_addresses`, "ListClusterHosts", "read free_addresses of the hosts"],
  ["GetClusterHostRequirements", "GET", `${cluster}/host-requirements`, "v2GetPreflightRequirements", ""],
  ["GetPreflightRequirements", "GET", `${cluster}/preflight-requirements`, "v2GetPreflightRequirements", ""],
  ["ListManagedDomains", "GET", "/domains", "V2ListManagedDomains", ""],
  ["ListSupportedOperators", "GET", "/supported-operators", "V2ListSupportedOperators", ""],
  ["ListOperatorProperties", "GET", "/supported-operators/{operator_name}", "V2ListOperatorProperties", ""],
  ["GetHostRequirements", "GET", "/host_requirements", "v2GetPreflightRequirements", "ask for a cluster"],
  ["RegisterAddHostsCluster", "POST", "/add_hosts_clusters", "v2ImportCluster", ""],
  ["CreateISOAndUploadToS3", "POST", "/assisted-service-iso", "RegisterInfraEnv", "its answer has download_url"],
  ["DownloadISO", "GET", "/assisted-service-iso/data", "GetInfraEnv", "download from its download_url"],
  ["GetPresignedForAssistedServiceISO", "GET", "/assisted-service-iso/presigned", "GetInfraEnvDownloadURL", ""],
];

export type RemovedRoute = {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The operation to call instead. */
  readonly use: OperationId;
  /** The same in words, for the error body. */
  readonly reason: string;
};

export const removedRoutes: readonly RemovedRoute[] = rows.map(([id, method, path, use, how]) => ({
  id,
  method,
  path: `${v1.prefix}${path}`,
  use,
  reason: reasonFor(id, use, how),
}));

function reasonFor(id: string, use: OperationId, how: string): string {
  const { method, path } = routes[use];
  return `${id} of the 2021 API is not built here. Use ${use} instead: ${method} ${path}${how && ` (${how})`}.`;
}
