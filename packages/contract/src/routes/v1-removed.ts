// The 2021 operations that this service does not build, each with what to call today. They answer 501 and say so.
import { v1 } from "./groups.ts";
import { type OperationId, routes } from "./registry.ts";
import type { Method } from "./route.ts";

type Row = readonly [id: string, method: Method, path: string, use: OperationId, how: string];

const cluster = "/clusters/{cluster_id}";
const host = `${cluster}/hosts/{host_id}`;

const rows: readonly Row[] = [
  ["EnableHost", "POST", `${host}/actions/enable`, "BindHost", "bind the host to the cluster"],
  ["DisableHost", "DELETE", `${host}/actions/enable`, "UnbindHost", "unbind the host, or delete it"],
  ["GetFreeAddresses", "GET", `${cluster}/free_addresses`, "ListClusterHosts", "read free_addresses of the hosts"],
  ["GetClusterHostRequirements", "GET", `${cluster}/host-requirements`, "v2GetPreflightRequirements", ""],
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
