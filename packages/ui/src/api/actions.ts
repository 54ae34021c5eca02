// Everything the interface changes, in one place. Each answer goes into the cache; what else it touches is fetched again.
import type {
  Cluster,
  ClusterCreateParams,
  CreateManifestParams,
  Host,
  HostUpdateParams,
  InfraEnv,
  InfraEnvCreateParams,
  InfraEnvUpdateParams,
  UpdateManifestParams,
  V2ClusterUpdateParams,
} from "@muster/contract";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";

function keepCluster({ hosts: _, ...cluster }: Cluster): Cluster {
  queryClient.setQueryData<Cluster>(keys.cluster(cluster.id), (old) => ({ ...old, ...cluster }));
  void queryClient.invalidateQueries({ queryKey: keys.explainCluster(cluster.id) });
  void queryClient.invalidateQueries({ queryKey: keys.plan(cluster.id) });
  return cluster;
}

export async function createCluster(body: ClusterCreateParams): Promise<Cluster> {
  const cluster = keepCluster(await client.call("v2RegisterCluster", { body }));
  // The answer does not tell yet what the first checks found.
  void queryClient.invalidateQueries({ queryKey: keys.cluster(cluster.id) });
  void queryClient.invalidateQueries({ queryKey: keys.clusters() });
  return cluster;
}

export const updateCluster = async (cluster_id: string, body: V2ClusterUpdateParams): Promise<Cluster> =>
  keepCluster(await client.call("V2UpdateCluster", { params: { cluster_id }, body }));

type ClusterAction = "v2InstallCluster" | "V2CancelInstallation" | "v2ResetCluster" | "TransformClusterToAddingHosts";

export const actOnCluster = async (action: ClusterAction, cluster_id: string): Promise<Cluster> =>
  keepCluster(await client.call(action, { params: { cluster_id } }));

/** A cluster goes with its hosts and the images that were made for it. */
export async function deleteCluster(cluster_id: string): Promise<void> {
  const infraEnvs = await client.call("ListInfraEnvs", { query: { cluster_id } });
  for (const { id: infra_env_id } of infraEnvs) {
    for (const { id: host_id } of await client.call("v2ListHosts", { params: { infra_env_id } })) {
      await client.call("v2DeregisterHost", { params: { infra_env_id, host_id } });
    }
  }
  await client.call("v2DeregisterCluster", { params: { cluster_id } });
  for (const { id: infra_env_id } of infraEnvs) await client.call("DeregisterInfraEnv", { params: { infra_env_id } });
  queryClient.setQueryData<readonly Cluster[]>(keys.clusters(), (old) => old?.filter(({ id }) => id !== cluster_id));
  queryClient.removeQueries({ queryKey: keys.cluster(cluster_id) });
  void queryClient.invalidateQueries({ queryKey: keys.infraEnvs() });
}

function keepInfraEnv(infraEnv: InfraEnv): InfraEnv {
  void queryClient.invalidateQueries({ queryKey: keys.infraEnvs() });
  return infraEnv;
}

export const createInfraEnv = async (body: InfraEnvCreateParams): Promise<InfraEnv> =>
  keepInfraEnv(await client.call("RegisterInfraEnv", { body }));

export const updateInfraEnv = async (infra_env_id: string, body: InfraEnvUpdateParams): Promise<InfraEnv> =>
  keepInfraEnv(await client.call("UpdateInfraEnv", { params: { infra_env_id }, body }));

export async function deleteInfraEnv(infra_env_id: string): Promise<void> {
  await client.call("DeregisterInfraEnv", { params: { infra_env_id } });
  void queryClient.invalidateQueries({ queryKey: keys.infraEnvs() });
}

export type HostAddress = Readonly<{ infraEnvId: string; id: string }>;

const paramsOf = ({ infraEnvId, id }: HostAddress) => ({ params: { infra_env_id: infraEnvId, host_id: id } });

function keepHost(host: Host): Host {
  queryClient.setQueryData(keys.host(host.id), host);
  void queryClient.invalidateQueries({ queryKey: keys.explainHost(host.id) });
  return host;
}

export const updateHost = async (host: HostAddress, body: HostUpdateParams): Promise<Host> =>
  keepHost(await client.call("v2UpdateHost", { ...paramsOf(host), body }));

export const deleteHost = async (host: HostAddress): Promise<void> => {
  await client.call("v2DeregisterHost", paramsOf(host));
};

export const bindHost = async (host: HostAddress, cluster_id: string): Promise<Host> =>
  keepHost(await client.call("BindHost", { ...paramsOf(host), body: { cluster_id } }));

type HostAction = "UnbindHost" | "v2ResetHost" | "v2InstallHost";

export const actOnHost = async (action: HostAction, host: HostAddress): Promise<Host> =>
  keepHost(await client.call(action, paramsOf(host)));

export async function createManifest(cluster_id: string, body: CreateManifestParams): Promise<void> {
  await client.call("V2CreateClusterManifest", { params: { cluster_id }, body });
  await queryClient.invalidateQueries({ queryKey: keys.manifests(cluster_id) });
}

export async function updateManifest(cluster_id: string, body: UpdateManifestParams): Promise<void> {
  await client.call("V2UpdateClusterManifest", { params: { cluster_id }, body });
  await queryClient.invalidateQueries({ queryKey: keys.manifests(cluster_id) });
}

export async function deleteManifest(
  cluster_id: string,
  query: Readonly<{ folder: "manifests" | "openshift"; file_name: string }>,
): Promise<void> {
  await client.call("V2DeleteClusterManifest", { params: { cluster_id }, query });
  await queryClient.invalidateQueries({ queryKey: keys.manifests(cluster_id) });
}

/** Downloads go through the client, so that refusals are told and the caller is known. */
export const downloads = {
  kubeconfig: (cluster_id: string) =>
    client.call("V2DownloadClusterCredentials", { params: { cluster_id }, query: { file_name: "kubeconfig" } }),
  logs: (cluster_id: string) =>
    client.call("V2DownloadClusterLogs", { params: { cluster_id }, query: { logs_type: "all" } }),
  hostLogs: (cluster_id: string, host_id: string) =>
    client.call("V2DownloadClusterLogs", { params: { cluster_id }, query: { logs_type: "host", host_id } }),
  installConfig: (cluster_id: string) =>
    client.call("V2DownloadClusterFiles", { params: { cluster_id }, query: { file_name: "install-config.yaml" } }),
} as const;

/** Ends the browser's session where the service keeps one. */
export const endSession = async (): Promise<void> => {
  await client.call("musterLogout");
};
