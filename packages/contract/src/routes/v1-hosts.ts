import { Type } from "typebox";
import { Host, HostCreateParams, HostList, HostProgress, HostRegistrationResponse } from "../models/host.ts";
import { LogsProgressParams } from "../models/logs.ts";
import { StepReply, Steps } from "../models/step.ts";
import { Binary, Fields } from "../schema.ts";
import { v1 } from "./groups.ts";
import { agentHeaders, upload } from "./parameters.ts";
import { agent, defineRoutes, editors, errors, readers } from "./route.ts";

/** The 2021 operations on hosts, which belonged to a cluster from the start: there were no infra-envs. */
export const v1HostRoutes = defineRoutes(v1, {
  ListHosts: {
    method: "GET",
    path: "/clusters/{cluster_id}/hosts",
    summary: "List the hosts of a cluster.",
    auth: [...readers, agent],
    responses: { 200: HostList },
  },
  GetHost: {
    method: "GET",
    path: "/clusters/{cluster_id}/hosts/{host_id}",
    summary: "Read one host.",
    auth: readers,
    responses: { 200: Host, ...errors(404) },
  },
  DeregisterHost: {
    method: "DELETE",
    path: "/clusters/{cluster_id}/hosts/{host_id}",
    summary: "Forget a host.",
    auth: editors,
    responses: { 204: null, ...errors(400, 404) },
  },
  RegisterHost: {
    method: "POST",
    path: "/clusters/{cluster_id}/hosts",
    summary: "Announce a machine that has booted the discovery image.",
    auth: [agent],
    headers: agentHeaders,
    body: HostCreateParams,
    responses: { 201: HostRegistrationResponse, ...errors(400, 404, 409) },
  },
  GetNextSteps: {
    method: "GET",
    path: "/clusters/{cluster_id}/hosts/{host_id}/instructions",
    summary: "Ask what to do next, and when to ask again.",
    auth: [agent],
    headers: agentHeaders,
    query: Fields({ timestamp: Type.Optional(Type.Integer()) }),
    responses: { 200: Steps, ...errors(404) },
  },
  PostStepReply: {
    method: "POST",
    path: "/clusters/{cluster_id}/hosts/{host_id}/instructions",
    summary: "Report the outcome of one step.",
    auth: [agent],
    headers: agentHeaders,
    body: StepReply,
    bodyOptional: true,
    responses: { 204: null, ...errors(400, 404) },
  },
  UpdateHostInstallProgress: {
    method: "PUT",
    path: "/clusters/{cluster_id}/hosts/{host_id}/progress",
    summary: "Report the stage that the installation of a host has reached.",
    auth: [agent],
    headers: agentHeaders,
    body: HostProgress,
    responses: { 200: null, ...errors(404) },
  },
  UpdateHostLogsProgress: {
    method: "PUT",
    path: "/clusters/{cluster_id}/hosts/{host_id}/logs_progress",
    summary: "Report how far the collection of a host's logs is.",
    auth: [agent],
    body: LogsProgressParams,
    responses: { 204: null, ...errors(404, 409) },
  },
  UploadHostLogs: {
    method: "POST",
    path: "/clusters/{cluster_id}/hosts/{host_id}/logs",
    summary: "Hand in the logs of a host.",
    auth: [agent],
    body: upload,
    bodyType: "multipart",
    responses: { 204: null, ...errors(400, 404, 409) },
  },
  DownloadHostLogs: {
    method: "GET",
    path: "/clusters/{cluster_id}/hosts/{host_id}/logs",
    summary: "Download the logs of a host.",
    auth: [...readers, { scheme: "urlAuth" }],
    responses: { 200: Binary, ...errors(404, 409) },
    responseType: "octet-stream",
  },
});
