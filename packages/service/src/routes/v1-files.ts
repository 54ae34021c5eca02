import type { Handlers } from "../http/handler.ts";
import { notFound } from "../http/problem.ts";
import { answerWithBytes, type Download } from "../images/answer.ts";
import { fileNameOf } from "../images/file-name.ts";
import type { Service } from "../service.ts";
import type { OwnInfraEnvs } from "../v1/own-infra-env.ts";
import type { Today } from "../v1/today.ts";

/** Images, files and logs of a cluster as they were called in 2021. */
export function v1FileHandlers(service: Service, today: Today, ownInfraEnvs: OwnInfraEnvs) {
  const image = async (clusterId: string): Promise<Download> => {
    const { root: cluster } = await service.aggregates.cluster(clusterId);
    const infraEnv = await ownInfraEnvs.find(clusterId);
    if (infraEnv) {
      const { openshiftVersion: version, cpuArchitecture: architecture, imageType: type } = infraEnv;
      const held = await service.images.image(infraEnv, { version, architecture, type });
      return { held, fileName: fileNameOf(infraEnv, { type, architecture }) };
    }
    throw notFound(
      `Cluster ${cluster.name} has no image yet. Make it first: POST /api/assisted-install/v1/clusters/${clusterId}/downloads/image.`,
    );
  };

  return {
    DownloadClusterISO: async (request) =>
      answerWithBytes(request, await image(request.params.cluster_id), service.streams),
    DownloadClusterISOHeaders: async (request) => {
      const { headers } = await answerWithBytes(request, await image(request.params.cluster_id), service.streams);
      return { status: 200, body: undefined, headers };
    },
    DownloadClusterFiles: async (request) => {
      const { file_name: name } = request.query;
      switch (name) {
        case "kubeadmin-password":
        case "kubeconfig":
        case "kubeconfig-noingress":
          return today.V2DownloadClusterCredentials({ ...request, query: { file_name: name } });
        case "discovery.ign": {
          const params = { infra_env_id: request.params.cluster_id };
          return today.v2DownloadInfraEnvFiles({ ...request, params, query: { file_name: name } });
        }
        default:
          return today.V2DownloadClusterFiles({ ...request, headers: {}, query: { file_name: name } });
      }
    },
    DownloadClusterKubeconfig: (request) =>
      today.V2DownloadClusterCredentials({ ...request, query: { file_name: "kubeconfig" } }),
    GetCredentials: today.V2GetCredentials,
    DownloadClusterLogs: today.V2DownloadClusterLogs,
    UploadLogs: today.V2UploadLogs,
    UpdateClusterLogsProgress: today.v2UpdateClusterLogsProgress,
    DownloadHostLogs: (request) =>
      today.V2DownloadClusterLogs({ ...request, query: { logs_type: "host", host_id: request.params.host_id } }),
    UploadHostLogs: (request) =>
      today.V2UploadLogs({ ...request, query: { logs_type: "host", host_id: request.params.host_id } }),
  } satisfies Handlers;
}
