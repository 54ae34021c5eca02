import { noChanges, registrationCommand, reportHostLogs, reportProgress } from "@muster/core";
import { poll } from "../agents/poll.ts";
import { Registrations } from "../agents/register.ts";
import { Replies } from "../agents/reply.ts";
import { changeHost } from "../aggregates/change-host.ts";
import type { Handlers } from "../http/handler.ts";
import { orRefuse } from "../http/problem.ts";
import { presentHost } from "../present/host.ts";
import type { Service } from "../service.ts";

/** What agents, installers and controllers call about a host. */
export function hostProtocolHandlers(service: Service) {
  const { policy, access } = service;
  const registrations = new Registrations(service);
  const replies = new Replies(service);
  return {
    v2RegisterHost: async ({ params, headers, body, requestId }) => {
      const { host, cluster } = await registrations.register({
        infraEnvId: params.infra_env_id,
        hostId: body.host_id.toLowerCase(),
        agentVersion: body.discovery_agent_version ?? headers.discovery_agent_version ?? "",
        requestId,
      });
      const { command, args, retrySeconds } = registrationCommand(host, policy);
      // An agent that can keep a token of its own gets one; others go on with the one of their infra-env.
      const token =
        headers["muster-agent"] === undefined ? null : await access.links.forHost(params.infra_env_id, host.id);
      return {
        status: 201,
        ...(token !== null && { headers: { "muster-host-token": token } }),
        body: {
          ...presentHost(host, cluster, { policy }),
          next_step_runner_command: { command, args, retry_seconds: retrySeconds },
        },
      };
    },
    v2GetNextSteps: async ({ params, query, headers }) => ({
      status: 200,
      body: await poll(service, {
        infraEnvId: params.infra_env_id,
        hostId: params.host_id,
        timestamp: query.timestamp,
        agentVersion: headers.discovery_agent_version,
      }),
    }),
    v2PostStepReply: async ({ params, body, requestId }) => {
      const place = { infraEnvId: params.infra_env_id, hostId: params.host_id };
      if (body) await replies.receive(place, body, requestId);
      return { status: 204, body: undefined };
    },
    v2UpdateHostInstallProgress: async ({ params, body, requestId }) => {
      const { current_stage: stage, progress_info: info = "" } = body;
      await changeHost(
        service,
        { infraEnvId: params.infra_env_id, hostId: params.host_id },
        (facts) => ({
          changes: stage === undefined ? noChanges : orRefuse(reportProgress(facts, { stage, info })),
          answer: undefined,
        }),
        requestId,
      );
      return { status: 200, body: undefined };
    },
    v2UpdateHostLogsProgress: async ({ params, body, requestId }) => {
      await changeHost(
        service,
        { infraEnvId: params.infra_env_id, hostId: params.host_id },
        ({ host, now }) => ({ changes: reportHostLogs(host, body.logs_state, now), answer: undefined }),
        requestId,
      );
      return { status: 204, body: undefined };
    },
  } satisfies Handlers;
}
