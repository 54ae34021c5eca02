import type * as wire from "@muster/contract";
import { Missing } from "../aggregates/actor.ts";
import type { Handlers, Request } from "../http/handler.ts";
import { conflict } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { asIn2021 } from "../v1/cluster-view.ts";
import type { OwnInfraEnvs } from "../v1/own-infra-env.ts";
import type { Today } from "../v1/today.ts";

type Params = Readonly<{ cluster_id: string; host_id: string }>;

/** What else the API of 2021 knew, each by what does it today. */
export function v1NeighbourHandlers(service: Service, today: Today, ownInfraEnvs: OwnInfraEnvs) {
  const { aggregates } = service;
  const show = async (cluster: wire.Cluster): Promise<wire.V1Cluster> =>
    (await asIn2021(service, [cluster]))[0] ?? cluster;
  /** The same request about the host of today, which is in an infra-env. */
  const inInfraEnv = async <R extends Readonly<{ params: Params }>>(request: R) => {
    const { cluster_id, host_id } = request.params;
    const place = await aggregates.place(host_id);
    if (place?.clusterId !== cluster_id) throw new Missing();
    return { ...request, params: { ...request.params, infra_env_id: place.infraEnvId } };
  };
  const own = async ({
    params,
    caller,
    requestId,
  }: Pick<Request<"GetDiscoveryIgnition">, "params" | "caller" | "requestId">) => {
    await ownInfraEnvs.findOrMake({ clusterId: params.cluster_id, image: {}, caller, requestId });
    return { infra_env_id: params.cluster_id };
  };

  return {
    GetPresignedForClusterFiles: today.V2GetPresignedForClusterFiles,
    GetDiscoveryIgnition: async (request) => {
      const query = { file_name: "discovery.ign" } as const;
      const { body } = await today.v2DownloadInfraEnvFiles({ ...request, params: await own(request), query });
      return { status: 200, body: { config: body.toString() } };
    },
    UpdateDiscoveryIgnition: async (request) => {
      const body = { ignition_config_override: request.body.config ?? "" };
      await today.UpdateInfraEnv({ ...request, params: await own(request), body });
      return { status: 201, body: undefined };
    },
    ListClusterManifests: (request) =>
      today.V2ListClusterManifests({ ...request, query: { include_system_generated: false } }),
    CreateClusterManifest: today.V2CreateClusterManifest,
    DeleteClusterManifest: today.V2DeleteClusterManifest,
    DownloadClusterManifest: today.v2DownloadClusterManifest,
    UploadClusterIngressCert: today.v2UploadClusterIngressCert,
    InstallHosts: async (request) => {
      const { root, hosts } = await aggregates.cluster(request.params.cluster_id);
      const ready = [...hosts.values()].filter(({ status }) => status === "known");
      if (ready.length === 0) {
        throw conflict(
          `cluster ${root.name} has no host that is known; needed: at least one. To go on, wait until the checks of its hosts pass.`,
        );
      }
      for (const { id: host_id, infraEnvId: infra_env_id } of ready) {
        await today.v2InstallHost({ ...request, params: { infra_env_id, host_id } });
      }
      const answer = await today.v2GetCluster({
        ...request,
        headers: { get_unregistered_clusters: false },
        query: {},
      });
      return { status: 202, body: await show(answer.body) };
    },
    CompleteInstallation: async (request) => {
      const { status, body } = await today.v2CompleteInstallation(request);
      return { status, body: await show(body) };
    },
    UpdateHostInstallerArgs: async (request) => today.v2UpdateHostInstallerArgs(await inInfraEnv(request)),
    InstallHost: async (request) => today.v2InstallHost(await inInfraEnv(request)),
    ResetHost: async (request) => today.v2ResetHost(await inInfraEnv(request)),
    ResetHostValidation: async (request) => today.v2ResetHostValidation(await inInfraEnv(request)),
    GetHostIgnition: async (request) => today.v2GetHostIgnition(await inInfraEnv(request)),
    UpdateHostIgnition: async (request) => today.v2UpdateHostIgnition(await inInfraEnv(request)),
    DownloadHostIgnition: async (request) => today.v2DownloadHostIgnition(await inInfraEnv(request)),
    GetPreflightRequirements: today.v2GetPreflightRequirements,
    ListManagedDomains: today.V2ListManagedDomains,
    ListSupportedOperators: today.V2ListSupportedOperators,
    ListOperatorProperties: today.V2ListOperatorProperties,
  } satisfies Handlers;
}
