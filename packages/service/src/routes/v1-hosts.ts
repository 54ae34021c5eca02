import { Missing } from "../aggregates/actor.ts";
import type { Handlers } from "../http/handler.ts";
import type { Service } from "../service.ts";
import type { OwnInfraEnvs } from "../v1/own-infra-env.ts";
import type { Today } from "../v1/today.ts";

type Params = Readonly<{ cluster_id: string; host_id: string }>;

/** Hosts as they were in 2021: in a cluster, whichever infra-env they came from. */
export function v1HostHandlers({ aggregates }: Service, today: Today, ownInfraEnvs: OwnInfraEnvs) {
  const inInfraEnv = async ({ cluster_id, host_id }: Params) => {
    const place = await aggregates.place(host_id);
    if (place?.clusterId !== cluster_id) throw new Missing();
    return { infra_env_id: place.infraEnvId, host_id };
  };

  return {
    ListHosts: (request) =>
      today.ListClusterHosts({ ...request, query: { "with-inventory": true, "with-connectivity": true } }),
    GetHost: async (request) => today.v2GetHost({ ...request, params: await inInfraEnv(request.params) }),
    DeregisterHost: async (request) => today.v2DeregisterHost({ ...request, params: await inInfraEnv(request.params) }),
    RegisterHost: async (request) => {
      const { cluster_id: clusterId } = request.params;
      const { caller, requestId } = request;
      await ownInfraEnvs.findOrMake({ clusterId, image: {}, caller, requestId });
      return today.v2RegisterHost({ ...request, params: { infra_env_id: clusterId } });
    },
    GetNextSteps: async (request) => today.v2GetNextSteps({ ...request, params: await inInfraEnv(request.params) }),
    PostStepReply: async (request) => today.v2PostStepReply({ ...request, params: await inInfraEnv(request.params) }),
    UpdateHostInstallProgress: async (request) =>
      today.v2UpdateHostInstallProgress({ ...request, params: await inInfraEnv(request.params) }),
    UpdateHostLogsProgress: async (request) =>
      today.v2UpdateHostLogsProgress({ ...request, params: await inInfraEnv(request.params) }),
  } satisfies Handlers;
}
