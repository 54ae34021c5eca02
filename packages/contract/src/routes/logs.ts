import { Type } from "typebox";
import { LogsProgressParams } from "../models/logs.ts";
import { Binary, Enumeration, Fields, Uuid } from "../schema.ts";
import { v2 } from "./groups.ts";
import { hostLogsQuery, upload } from "./parameters.ts";
import { agent, defineRoutes, errors, readers } from "./route.ts";

export const logRoutes = defineRoutes(v2, {
  V2DownloadClusterLogs: {
    method: "GET",
    path: "/clusters/{cluster_id}/logs",
    summary: "Download the logs of one host, of the controller, or all as one archive.",
    auth: [...readers, { scheme: "urlAuth" }],
    query: Fields({
      logs_type: Type.Optional(Enumeration(["host", "controller", "all"])),
      host_id: Type.Optional(Uuid()),
    }),
    responses: { 200: Binary, ...errors(404, 409) },
    responseType: "octet-stream",
  },
  V2UploadLogs: {
    method: "POST",
    path: "/clusters/{cluster_id}/logs",
    summary: "Hand in the logs of a host or of the controller.",
    auth: [agent],
    query: Fields({ logs_type: Enumeration(["host", "controller"]), ...hostLogsQuery }),
    body: upload,
    bodyType: "multipart",
    responses: { 204: null, ...errors(400, 404, 409, 503) },
  },
  v2UpdateClusterLogsProgress: {
    method: "PUT",
    path: "/clusters/{cluster_id}/logs-progress",
    summary: "Report how far the collection of the controller's logs is.",
    auth: [agent],
    body: LogsProgressParams,
    responses: { 204: null, ...errors(404, 409, 503) },
  },
});
