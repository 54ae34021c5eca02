import type * as wire from "@muster/contract";
import { changeClusterSettings } from "../clusters/update.ts";
import type { Handlers, Request } from "../http/handler.ts";
import { HttpProblem } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { creationToday, hostUpdates, updateToday } from "../v1/cluster-body.ts";
import { asIn2021 } from "../v1/cluster-view.ts";
import { imageSettings, type OwnInfraEnvs } from "../v1/own-infra-env.ts";
import type { Today } from "../v1/today.ts";

/** Clusters as published guides of 2021 use them (reference service 1.4). */
export function v1ClusterHandlers(service: Service, today: Today, ownInfraEnvs: OwnInfraEnvs) {
  const { aggregates } = service;
  const show = async (cluster: wire.Cluster): Promise<wire.V1Cluster> =>
    (await asIn2021(service, [cluster]))[0] ?? cluster;
  const readBack = async (request: Omit<Request<"GetCluster">, "body" | "headers">): Promise<wire.V1Cluster> => {
    const headers = { get_unregistered_clusters: false };
    return show((await today.v2GetCluster({ ...request, headers, query: {}, body: undefined })).body);
  };

  return {
    RegisterCluster: async (request) => {
      const body = creationToday(request.body);
      const create = async (dhcp: boolean) => {
        const made = await today.v2RegisterCluster({ ...request, body: { ...body, vip_dhcp_allocation: dhcp } });
        return { status: made.status, body: await show(made.body) };
      };
      if (body.vip_dhcp_allocation !== undefined) return create(body.vip_dhcp_allocation);
      // In 2021 VIPs came from DHCP unless the caller said otherwise. Today that is refused for most clusters, and whoever
      // follows an old guide said nothing about it.
      return create(true).catch((error) => {
        if (error instanceof HttpProblem && error.status === 400) return create(false);
        throw error;
      });
    },
    ListClusters: async (request) => {
      const query = { ...request.query, with_hosts: true };
      const { status, body } = await today.v2ListClusters({ ...request, query });
      return { status, body: await asIn2021(service, body) };
    },
    GetCluster: async (request) => {
      const { status, body } = await today.v2GetCluster({ ...request, query: {} });
      return { status, body: await show(body) };
    },
    UpdateCluster: async (request) => {
      const { params, body, requestId } = request;
      const patch = { clusterId: params.cluster_id, body: updateToday(body), hosts: hostUpdates(body) };
      await changeClusterSettings(service, patch, requestId);
      return { status: 201, body: await readBack(request) };
    },
    DeregisterCluster: async (request) => {
      const { params } = request;
      const answer = await today.v2DeregisterCluster(request);
      if (await ownInfraEnvs.find(params.cluster_id)) {
        await today.DeregisterInfraEnv({ ...request, params: { infra_env_id: params.cluster_id } });
      }
      return answer;
    },
    GenerateClusterISO: async (request) => {
      const { params, body: image, caller, requestId } = request;
      const clusterId = params.cluster_id;
      const { root: cluster } = await aggregates.cluster(clusterId);
      if ((await ownInfraEnvs.findOrMake({ clusterId, image, caller, requestId })) === "found") {
        const body = imageSettings(cluster, image);
        await today.UpdateInfraEnv({ ...request, params: { infra_env_id: clusterId }, body });
      }
      return { status: 201, body: await readBack(request) };
    },
    InstallCluster: async (request) => {
      const { status, body } = await today.v2InstallCluster(request);
      return { status, body: await show(body) };
    },
    CancelInstallation: async (request) => {
      const { status, body } = await today.V2CancelInstallation(request);
      return { status, body: await show(body) };
    },
    ResetCluster: async (request) => {
      const { status, body } = await today.v2ResetCluster(request);
      return { status, body: await show(body) };
    },
    GetClusterDefaultConfig: today.V2GetClusterDefaultConfig,
    GetClusterInstallConfig: today.v2GetClusterInstallConfig,
    UpdateClusterInstallConfig: today.v2UpdateClusterInstallConfig,
    ListOfClusterOperators: today.V2ListOfClusterOperators,
    ReportMonitoredOperatorStatus: today.v2ReportMonitoredOperatorStatus,
    ListEvents: async (request) => {
      const { params, query } = request;
      await aggregates.cluster(params.cluster_id);
      const { status, body } = await today.v2ListEvents({
        ...request,
        query: { ...query, cluster_id: params.cluster_id, order: "ascending" },
      });
      return { status, body };
    },
    ListComponentVersions: today.v2ListComponentVersions,
    ListSupportedOpenshiftVersions: (request) => today.v2ListSupportedOpenshiftVersions({ ...request, query: {} }),
  } satisfies Handlers;
}
