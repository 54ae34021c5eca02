import { Type } from "typebox";
import { PresignedUrl } from "../models/cluster.ts";
import { ImageType, InfraEnv, InfraEnvCreateParams, InfraEnvList, InfraEnvUpdateParams } from "../models/infra-env.ts";
import { Binary, Enumeration, Fields, Mac, Uuid } from "../schema.ts";
import { v2 } from "./groups.ts";
import { ipxeScriptType } from "./parameters.ts";
import { type Auth, agent, defineRoutes, editors, errors, readers } from "./route.ts";

const imageCallers: readonly Auth[] = [
  ...readers,
  agent,
  { scheme: "urlAuth" },
  { scheme: "imageAuth" },
  { scheme: "imageURLAuth" },
];

export const infraEnvRoutes = defineRoutes(v2, {
  RegisterInfraEnv: {
    method: "POST",
    path: "/infra-envs",
    summary: "Describe a new infra-env: the image that machines boot, and the pool they join.",
    auth: editors,
    body: InfraEnvCreateParams,
    responses: { 201: InfraEnv, ...errors(400, 404, 409, 501) },
  },
  ListInfraEnvs: {
    method: "GET",
    path: "/infra-envs",
    summary: "List infra-envs.",
    auth: [...readers, { scheme: "watcherAuth" }],
    query: Fields({ cluster_id: Type.Optional(Uuid()), owner: Type.Optional(Type.String()) }),
    responses: { 200: InfraEnvList, ...errors(501, 503) },
  },
  GetInfraEnv: {
    method: "GET",
    path: "/infra-envs/{infra_env_id}",
    summary: "Read one infra-env.",
    auth: imageCallers,
    responses: { 200: InfraEnv, ...errors(404, 501, 503) },
  },
  UpdateInfraEnv: {
    method: "PATCH",
    path: "/infra-envs/{infra_env_id}",
    summary: "Change an infra-env; fields left out stay as they are.",
    auth: editors,
    body: InfraEnvUpdateParams,
    responses: { 201: InfraEnv, ...errors(400, 404, 409, 501) },
  },
  DeregisterInfraEnv: {
    method: "DELETE",
    path: "/infra-envs/{infra_env_id}",
    summary: "Forget an infra-env that has no hosts.",
    auth: editors,
    responses: { 204: null, ...errors(404, 409, 501) },
  },
  GetInfraEnvDownloadURL: {
    method: "GET",
    path: "/infra-envs/{infra_env_id}/downloads/image-url",
    summary: "Get a fresh link to the discovery image.",
    auth: editors,
    responses: { 200: PresignedUrl, ...errors(400, 404, 501, 503) },
  },
  v2DownloadInfraEnvFiles: {
    method: "GET",
    path: "/infra-envs/{infra_env_id}/downloads/files",
    summary: "Download the discovery ignition, the iPXE script or the static network configuration.",
    auth: imageCallers,
    query: Fields({
      file_name: Enumeration(["discovery.ign", "ipxe-script", "static-network-config"]),
      mac: Type.Optional(Mac()),
      ipxe_script_type: Type.Optional(ipxeScriptType),
      discovery_iso_type: Type.Optional(ImageType),
    }),
    responses: { 200: Binary, ...errors(400, 404, 409, 501, 503) },
    responseType: "octet-stream",
  },
  GetInfraEnvPresignedFileURL: {
    method: "GET",
    path: "/infra-envs/{infra_env_id}/downloads/files-presigned",
    summary: "Get a link to the discovery ignition or the iPXE script.",
    auth: editors,
    query: Fields({
      file_name: Enumeration(["discovery.ign", "ipxe-script"]),
      ipxe_script_type: Type.Optional(ipxeScriptType),
    }),
    responses: { 200: PresignedUrl, ...errors(404, 501, 503) },
  },
  DownloadMinimalInitrd: {
    method: "GET",
    path: "/infra-envs/{infra_env_id}/downloads/minimal-initrd",
    summary: "Download the part of the initrd that is particular to an infra-env; empty when there is none.",
    auth: [...readers, { scheme: "urlAuth" }, { scheme: "imageAuth" }],
    responses: { 200: Binary, 204: null, ...errors(404, 409) },
    responseType: "octet-stream",
  },
  RegenerateInfraEnvSigningKey: {
    method: "POST",
    path: "/infra-envs/{infra_env_id}/regenerate-signing-key",
    summary: "Make a new key for image links; links made before stop working.",
    auth: editors,
    responses: { 204: null, ...errors(404) },
  },
});
