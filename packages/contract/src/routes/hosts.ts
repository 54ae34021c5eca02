import {
  BindHostParams,
  Host,
  HostIgnitionParams,
  HostList,
  HostUpdateParams,
  InstallerArgsParams,
} from "../models/host.ts";
import { Binary } from "../schema.ts";
import { v2 } from "./groups.ts";
import { agent, defineRoutes, editors, errors, readers } from "./route.ts";

/** What people do with hosts. What hosts themselves say is in host-protocol.ts. */
export const hostRoutes = defineRoutes(v2, {
  v2ListHosts: {
    method: "GET",
    path: "/infra-envs/{infra_env_id}/hosts",
    summary: "List the hosts of an infra-env.",
    auth: [...readers, agent],
    responses: { 200: HostList, ...errors(501, 503) },
  },
  v2GetHost: {
    method: "GET",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}",
    summary: "Read one host.",
    auth: readers,
    responses: { 200: Host, ...errors(404, 501) },
  },
  v2UpdateHost: {
    method: "PATCH",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}",
    summary: "Change a host's role, name, disks, labels and the like; fields left out stay as they are.",
    auth: editors,
    body: HostUpdateParams,
    responses: { 201: Host, ...errors(400, 404, 409) },
  },
  v2DeregisterHost: {
    method: "DELETE",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}",
    summary: "Forget a host.",
    auth: editors,
    responses: { 204: null, ...errors(400, 404) },
  },
  BindHost: {
    method: "POST",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/actions/bind",
    summary: "Give a host of the pool to a cluster.",
    auth: editors,
    body: BindHostParams,
    responses: { 200: Host, ...errors(400, 404, 501, 503) },
  },
  UnbindHost: {
    method: "POST",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/actions/unbind",
    summary: "Take a host back from its cluster into the pool.",
    auth: editors,
    responses: { 200: Host, ...errors(400, 404, 409, 501, 503) },
  },
  v2ResetHostValidation: {
    method: "PATCH",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/actions/reset-validation/{validation_id}",
    summary: "Forget the result of a failed validation, so that the host is asked again.",
    auth: editors,
    responses: { 200: Host, ...errors(400, 404, 409) },
  },
  v2ResetHost: {
    method: "POST",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/actions/reset",
    summary: "Bring a failed day-2 host back to where it can be installed again.",
    auth: editors,
    responses: { 200: Host, ...errors(404, 409) },
  },
  v2InstallHost: {
    method: "POST",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/actions/install",
    summary: "Install a host into a cluster that takes more hosts.",
    auth: editors,
    responses: { 202: Host, ...errors(404, 409) },
  },
  v2UpdateHostInstallerArgs: {
    method: "PATCH",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/installer-args",
    summary: "Set arguments for the program that writes the host's disk.",
    auth: editors,
    body: InstallerArgsParams,
    responses: { 201: Host, ...errors(400, 404, 409, 501) },
  },
  v2GetHostIgnition: {
    method: "GET",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/ignition",
    summary: "Read the ignition that the host will be installed with, as text in JSON.",
    auth: editors,
    responses: { 200: HostIgnitionParams, ...errors(404, 501, 503) },
  },
  v2UpdateHostIgnition: {
    method: "PATCH",
    path: "/infra-envs/{infra_env_id}/hosts/{host_id}/ignition",
    summary: "Set overrides of the host's ignition.",
    auth: editors,
    body: HostIgnitionParams,
    responses: { 201: null, ...errors(400, 404, 501) },
  },
  // The path says infra-env, without an s; clients in the field ask for exactly this (reference host-side G11).
  v2DownloadHostIgnition: {
    method: "GET",
    path: "/infra-env/{infra_env_id}/hosts/{host_id}/downloads/ignition",
    summary: "Download the ignition that the host will be installed with.",
    auth: [...readers, agent],
    responses: { 200: Binary, ...errors(404, 409, 503) },
    responseType: "octet-stream",
  },
});
