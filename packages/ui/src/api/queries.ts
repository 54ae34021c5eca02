// Everything the interface asks the service, in one place. Names of keys are in keys.ts; hosts of tables in live/live.ts.
import type { EventSeverity } from "@muster/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

const seldom = 5 * 60_000;

export const clustersQuery = () =>
  queryOptions({
    queryKey: keys.clusters(),
    queryFn: async ({ signal }) => (await client.call("musterListClusters", { signal })).clusters,
  });

/** Without hosts: they come through the worker. */
export const clusterQuery = (cluster_id: string) =>
  queryOptions({
    queryKey: keys.cluster(cluster_id),
    queryFn: ({ signal }) =>
      client.call("v2GetCluster", { params: { cluster_id }, query: { "exclude-hosts": true }, signal }),
  });

export const explainClusterQuery = (cluster_id: string) =>
  queryOptions({
    queryKey: keys.explainCluster(cluster_id),
    queryFn: ({ signal }) => client.call("musterExplainCluster", { params: { cluster_id }, signal }),
  });

export const planQuery = (cluster_id: string) =>
  queryOptions({
    queryKey: keys.plan(cluster_id),
    queryFn: ({ signal }) => client.call("musterPlanCluster", { params: { cluster_id }, signal }),
  });

/** One host with all that was found on it. */
export const hostQuery = (infra_env_id: string, host_id: string) =>
  queryOptions({
    queryKey: keys.host(host_id),
    queryFn: ({ signal }) => client.call("v2GetHost", { params: { infra_env_id, host_id }, signal }),
  });

export const explainHostQuery = (host_id: string) =>
  queryOptions({
    queryKey: keys.explainHost(host_id),
    queryFn: ({ signal }) => client.call("musterExplainHost", { params: { host_id }, signal }),
  });

/** Who reaches whom: only the picture of the network reads these long reports. */
export const connectivityQuery = (cluster_id: string) =>
  queryOptions({
    queryKey: [...keys.cluster(cluster_id), "connectivity"],
    queryFn: ({ signal }) =>
      client.call("ListClusterHosts", { params: { cluster_id }, query: { "with-connectivity": true }, signal }),
    refetchInterval: 15_000,
  });

export const infraEnvsQuery = (cluster_id?: string) =>
  queryOptions({
    queryKey: [...keys.infraEnvs(), cluster_id ?? "all"],
    queryFn: ({ signal }) => client.call("ListInfraEnvs", { query: { cluster_id }, signal }),
  });

export const infraEnvQuery = (infra_env_id: string) =>
  queryOptions({
    queryKey: [...keys.infraEnvs(), "one", infra_env_id],
    queryFn: ({ signal }) => client.call("GetInfraEnv", { params: { infra_env_id }, signal }),
  });

export const imageUrlQuery = (infra_env_id: string, imageType: string) =>
  queryOptions({
    queryKey: [...keys.infraEnvs(), "image-url", infra_env_id, imageType],
    queryFn: ({ signal }) => client.call("GetInfraEnvDownloadURL", { params: { infra_env_id }, signal }),
  });

export const ipxeUrlQuery = (infra_env_id: string) =>
  queryOptions({
    queryKey: [...keys.infraEnvs(), "ipxe-url", infra_env_id],
    queryFn: ({ signal }) =>
      client.call("GetInfraEnvPresignedFileURL", {
        params: { infra_env_id },
        query: { file_name: "ipxe-script", ipxe_script_type: "boot-order-control" },
        signal,
      }),
  });

export type EventFilter = Readonly<{
  cluster_id?: string | undefined;
  infra_env_id?: string | undefined;
  host_id?: string | undefined;
  severities?: EventSeverity[] | undefined;
  message?: string | undefined;
  page: number;
}>;

export const eventsPerPage = 50;

export const eventsQuery = ({ page, ...filter }: EventFilter) =>
  queryOptions({
    queryKey: [...keys.events(), filter, page],
    queryFn: async ({ signal }) => {
      const query = {
        ...filter,
        order: "descending",
        limit: eventsPerPage,
        offset: (page - 1) * eventsPerPage,
      } as const;
      const { body, headers } = await client.send("v2ListEvents", { query, signal });
      return { events: body, count: Number(headers.get("event-count") ?? body.length) };
    },
    placeholderData: keepPreviousData,
  });

export const versionsQuery = () =>
  queryOptions({
    queryKey: ["versions"],
    queryFn: ({ signal }) => client.call("v2ListSupportedOpenshiftVersions", { signal }),
    staleTime: seldom,
  });

export const componentsQuery = () =>
  queryOptions({
    queryKey: ["components"],
    queryFn: ({ signal }) => client.call("v2ListComponentVersions", { signal }),
    staleTime: seldom,
  });

export const defaultConfigQuery = () =>
  queryOptions({
    queryKey: ["default-config"],
    queryFn: ({ signal }) => client.call("V2GetClusterDefaultConfig", { signal }),
    staleTime: seldom,
  });

type OperatorCircumstances = Readonly<{
  openshift_version: string;
  cpu_architecture: "x86_64" | "arm64" | "ppc64le" | "s390x" | "multi";
  platform_type: "baremetal" | "nutanix" | "vsphere" | "none" | "external";
}>;

export const bundlesQuery = (circumstances: OperatorCircumstances) =>
  queryOptions({
    queryKey: ["bundles", circumstances],
    queryFn: ({ signal }) => client.call("V2ListBundles", { query: circumstances, signal }),
    staleTime: seldom,
  });

export const operatorSupportQuery = (circumstances: OperatorCircumstances) =>
  queryOptions({
    queryKey: ["operator-support", circumstances],
    queryFn: ({ signal }) => client.call("GetDetailedSupportedFeatures", { query: circumstances, signal }),
    staleTime: seldom,
  });

export const operatorNamesQuery = () =>
  queryOptions({
    queryKey: ["operator-names"],
    queryFn: ({ signal }) => client.call("V2ListSupportedOperators", { signal }),
    staleTime: seldom,
  });

export const requirementsQuery = (cluster_id: string) =>
  queryOptions({
    queryKey: [...keys.cluster(cluster_id), "requirements"],
    queryFn: ({ signal }) => client.call("v2GetPreflightRequirements", { params: { cluster_id }, signal }),
  });

export const manifestsQuery = (cluster_id: string) =>
  queryOptions({
    queryKey: keys.manifests(cluster_id),
    queryFn: ({ signal }) => client.call("V2ListClusterManifests", { params: { cluster_id }, signal }),
  });

export const manifestContentQuery = (cluster_id: string, folder: "manifests" | "openshift", file_name: string) =>
  queryOptions({
    queryKey: [...keys.manifests(cluster_id), folder, file_name],
    queryFn: async ({ signal }) => {
      const call = { params: { cluster_id }, query: { folder, file_name }, signal };
      return (await client.call("v2DownloadClusterManifest", call)).text();
    },
  });

/** Asked only when somebody wants to see them. */
export const credentialsQuery = (cluster_id: string) =>
  queryOptions({
    queryKey: keys.credentials(cluster_id),
    queryFn: ({ signal }) => client.call("V2GetCredentials", { params: { cluster_id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const statsQuery = () =>
  queryOptions({
    queryKey: keys.stats(),
    queryFn: ({ signal }) => client.call("musterStats", { signal }),
    refetchInterval: 15_000,
  });

export const readyQuery = () =>
  queryOptions({
    queryKey: ["ready"],
    queryFn: ({ signal }) => client.call("getReady", { signal }),
    refetchInterval: 15_000,
    retry: false,
  });

/** How people sign in here; open to everyone. */
export const accessQuery = () =>
  queryOptions({
    queryKey: ["access"],
    queryFn: ({ signal }) => client.call("musterGetAccess", { signal }),
    staleTime: seldom,
  });

export const meQuery = () =>
  queryOptions({
    queryKey: ["me"],
    queryFn: ({ signal }) => client.call("musterGetMe", { signal }),
    staleTime: seldom,
    retry: false,
  });
