import { Type } from "typebox";
import { Credentials, PresignedUrl } from "../models/cluster.ts";
import { Binary, Enumeration, Fields, Uuid } from "../schema.ts";
import { v2 } from "./groups.ts";
import { agentHeaders, credentialFile } from "./parameters.ts";
import { agent, defineRoutes, errors, readers, user } from "./route.ts";

export const clusterFileRoutes = defineRoutes(v2, {
  V2GetCredentials: {
    method: "GET",
    path: "/clusters/{cluster_id}/credentials",
    summary: "Read the administrator's name and password and the console's address.",
    auth: [user("user")],
    responses: { 200: Credentials, ...errors(404, 409) },
  },
  V2DownloadClusterCredentials: {
    method: "GET",
    path: "/clusters/{cluster_id}/downloads/credentials",
    summary: "Download a kubeconfig or the administrator's password.",
    auth: [user("user"), agent],
    query: Fields({ file_name: credentialFile }),
    responses: { 200: Binary, ...errors(404, 409, 503) },
    responseType: "octet-stream",
  },
  V2GetPresignedForClusterCredentials: {
    method: "GET",
    path: "/clusters/{cluster_id}/downloads/credentials-presigned",
    summary: "Get a link that downloads a kubeconfig or the administrator's password.",
    auth: [user("user")],
    query: Fields({ file_name: credentialFile }),
    responses: { 200: PresignedUrl, ...errors(400, 404, 409) },
  },
  V2DownloadClusterFiles: {
    method: "GET",
    path: "/clusters/{cluster_id}/downloads/files",
    summary: "Download a file made for the installation of a cluster.",
    auth: [...readers, agent, { scheme: "urlAuth" }],
    headers: agentHeaders,
    query: Fields({
      file_name: Enumeration([
        "bootstrap.ign",
        "master.ign",
        "metadata.json",
        "worker.ign",
        "install-config.yaml",
        "custom_manifests.json",
        "custom_manifests.yaml",
        "arbiter.ign",
      ]),
    }),
    responses: { 200: Binary, ...errors(404, 409, 503) },
    responseType: "octet-stream",
  },
  V2GetPresignedForClusterFiles: {
    method: "GET",
    path: "/clusters/{cluster_id}/downloads/files-presigned",
    summary: "Get a link that downloads a file, logs or a manifest of a cluster.",
    auth: readers,
    query: Fields({
      file_name: Enumeration([
        "bootstrap.ign",
        "master.ign",
        "metadata.json",
        "worker.ign",
        "install-config.yaml",
        "logs",
        "manifests",
      ]),
      logs_type: Type.Optional(Enumeration(["host", "controller", "all"])),
      host_id: Type.Optional(Uuid()),
      additional_name: Type.Optional(Type.String()),
    }),
    responses: { 200: PresignedUrl, ...errors(400, 404, 409) },
  },
});
