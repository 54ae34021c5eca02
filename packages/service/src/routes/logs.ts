import { Readable } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import { receiveClusterLogs, receiveHostLogs, reportClusterLogs } from "@muster/core";
import { decided } from "../aggregates/aggregate.ts";
import { changeHost } from "../aggregates/change-host.ts";
import { attachment, download } from "../http/download.ts";
import type { Handlers, Request } from "../http/handler.ts";
import { badRequest, HttpProblem, notFound } from "../http/problem.ts";
import { allLogs } from "../logs/archive.ts";
import { controllerLogsKey, hostLogsKey } from "../logs/keys.ts";
import type { Service } from "../service.ts";

export function logHandlers(service: Service) {
  const { aggregates, objects } = service;
  return {
    V2UploadLogs: async (request) => {
      const { params, query, requestId } = request;
      const clusterId = params.cluster_id;
      if (query.logs_type === "controller") {
        await aggregates.cluster(clusterId);
        await store(request, service, controllerLogsKey(clusterId));
        await aggregates.changeCluster(
          clusterId,
          ({ root }, now) => decided(receiveClusterLogs(root, now), undefined),
          requestId,
        );
        return { status: 204, body: undefined };
      }
      const { host_id: hostId } = query;
      if (hostId === undefined) throw badRequest("host_id is missing: give the host whose logs these are");
      const place = await aggregates.place(hostId);
      if (!place || (place.clusterId !== null && place.clusterId !== clusterId)) {
        throw notFound(`Cluster ${clusterId} has no host ${hostId}.`);
      }
      await store(request, service, hostLogsKey(place.clusterId ?? place.infraEnvId, hostId));
      await changeHost(
        service,
        { infraEnvId: place.infraEnvId, hostId },
        ({ host, now }) => ({ changes: receiveHostLogs(host, now), answer: undefined }),
        requestId,
      );
      return { status: 204, body: undefined };
    },
    V2DownloadClusterLogs: async ({ params, query }) => {
      const aggregate = await aggregates.cluster(params.cluster_id);
      const { root: cluster } = aggregate;
      const type = query.logs_type ?? (query.host_id === undefined ? "all" : "host");
      if (type === "all") {
        return {
          status: 200,
          body: allLogs(service, aggregates.snapshot(aggregate)),
          headers: { "content-disposition": attachment(`${cluster.name}_${cluster.id}_logs.tar`) },
        };
      }
      if (type === "host" && query.host_id === undefined) {
        throw badRequest("host_id is missing: give the host whose logs are wanted, or ask for logs_type=all");
      }
      const key = type === "host" ? hostLogsKey(cluster.id, query.host_id ?? "") : controllerLogsKey(cluster.id);
      const object = await objects.get(key);
      if (!object) {
        throw notFound(
          `No logs of ${type === "host" ? `host ${query.host_id}` : "the controller"} have been received.`,
        );
      }
      return download(object, `${cluster.name}_${type}_${query.host_id ?? "controller"}.tar.gz`);
    },
    v2UpdateClusterLogsProgress: async ({ params, body, requestId }) => {
      await aggregates.changeCluster(
        params.cluster_id,
        ({ root }, now) => decided(reportClusterLogs(root, body.logs_state, now), undefined),
        requestId,
      );
      return { status: 204, body: undefined };
    },
  } satisfies Handlers;
}

async function store(
  { raw }: Pick<Request<"V2UploadLogs">, "raw">,
  { objects, settings }: Service,
  key: string,
): Promise<void> {
  const upload = await raw.file();
  if (!upload) throw badRequest("upfile is missing: give one file in the form");
  // Thrown before the object is replaced, so that logs which came before stay.
  await objects.put(key, Readable.from(whole(upload.file, settings.MUSTER_UPLOAD_LIMIT)));
}

async function* whole(file: MultipartFile["file"], limit: number): AsyncGenerator<Buffer> {
  yield* file;
  if (file.truncated) {
    throw new HttpProblem(
      413,
      `The logs have more than ${limit} bytes, and were not kept. Send less, or raise MUSTER_UPLOAD_LIMIT.`,
    );
  }
}
