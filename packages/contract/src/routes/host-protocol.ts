import { Type } from "typebox";
import { HostCreateParams, HostProgress, HostRegistrationResponse } from "../models/host.ts";
import { LogsProgressParams } from "../models/logs.ts";
import { StepReply, Steps } from "../models/step.ts";
import { Fields } from "../schema.ts";
import { v2 } from "./groups.ts";
import { agentHeaders } from "./parameters.ts";
import { agent, defineRoutes, errors } from "./route.ts";

/** What a machine says to the service, from its first boot to its last report. */
export const hostProtocolRoutes = defineRoutes(v2, {
  v2RegisterHost: {
    method: "POST",
    path: "/infra-envs/{infra_env_id}/hosts",
    summary: "Announce a machine that has booted the discovery image.",
    auth: [agent],
    // Muster's own: an agent that can keep a token of its own says so, and gets one.
    headers: Fields({ ...agentHeaders.properties, "muster-agent": Type.Optional(Type.String({ maxLength: 64 })) }),
    responseHeaders: Fields({ "muster-host-token": Type.Optional(Type.String()) }),
    body: HostCreateParams,
    responses: { 201: HostRegistrationResponse, ...errors(400, 404, 409, 501, 503) },
  },
  v2GetNextSteps: {
    method: "GET",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/instructions",
    summary: "Ask what to do next, and when to ask again.",
    auth: [agent],
    headers: agentHeaders,
    query: Fields({ timestamp: Type.Optional(Type.Integer()) }),
    responses: { 200: Steps, ...errors(404, 501, 503) },
  },
  v2PostStepReply: {
    method: "POST",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/instructions",
    summary: "Report the outcome of one step.",
    auth: [agent],
    headers: agentHeaders,
    body: StepReply,
    bodyOptional: true,
    responses: { 204: null, ...errors(400, 404, 501, 503) },
  },
  v2UpdateHostInstallProgress: {
    method: "PUT",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/progress",
    summary: "Report the stage that the installation of a host has reached.",
    auth: [agent],
    headers: agentHeaders,
    body: HostProgress,
    responses: { 200: null, ...errors(404, 503) },
  },
  v2UpdateHostLogsProgress: {
    method: "PUT",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/logs-progress",
    summary: "Report how far the collection of a host's logs is.",
    auth: [agent],
    body: LogsProgressParams,
    responses: { 204: null, ...errors(404, 409, 501, 503) },
  },
});
