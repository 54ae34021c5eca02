import type { Manifest } from "@muster/contract";
import type { Cluster, ManifestFile } from "@muster/core";
import { download } from "../http/download.ts";
import type { Handlers } from "../http/handler.ts";
import { badRequest, notFound } from "../http/problem.ts";
import { readManifest } from "../manifests/content.ts";
import { contentName, ManifestFiles, manifestKey } from "../manifests/files.ts";
import type { Service } from "../service.ts";

type Name = Readonly<{ folder: ManifestFile["folder"]; fileName: string }>;

// A thousand times what anybody needs would still be a document that is read and written with each change.
const mostManifests = 500;

export function manifestHandlers(service: Service) {
  const { aggregates, objects } = service;
  const files = new ManifestFiles(service);

  return {
    V2ListClusterManifests: async ({ params, query }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      const shown = root.manifests.filter(({ source }) => query.include_system_generated || source === "user");
      return { status: 200, body: shown.map(presentManifest) };
    },
    V2CreateClusterManifest: async ({ params, body, requestId }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      checkOpen(root);
      const name: Name = { folder: body.folder ?? "manifests", fileName: body.file_name };
      const bytes = readManifest(name.fileName, body.content);
      const file: ManifestFile = { ...name, source: "user", content: contentName(bytes) };
      const decide = (cluster: Cluster) => {
        checkOpen(cluster);
        checkDistinct(cluster, file);
        const others = cluster.manifests.filter((other) => !isSame(other, file));
        checkRoom(cluster, others);
        return [...others, file];
      };
      await files.change({ clusterId: root.id, requestId, bytes, decide });
      return { status: 201, body: presentManifest(file) };
    },
    V2UpdateClusterManifest: async ({ params, body, requestId }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      checkOpen(root);
      const before: Name = { folder: body.folder, fileName: body.file_name };
      const after: Name = {
        folder: body.updated_folder ?? before.folder,
        fileName: body.updated_file_name ?? before.fileName,
      };
      listed(root, before);
      const { updated_content: text } = body;
      if (text === undefined && isSame(before, after)) {
        throw badRequest("Nothing would change: give updated_content, updated_folder or updated_file_name.");
      }
      const bytes = text === undefined ? undefined : readManifest(after.fileName, text);
      const decide = (cluster: Cluster): ManifestFile[] => {
        checkOpen(cluster);
        const { content } = listed(cluster, before);
        if (!isSame(before, after)) checkDistinct(cluster, after, before);
        const others = cluster.manifests.filter((other) => !isSame(other, before) && !isSame(other, after));
        return [...others, { ...after, source: "user", content: bytes ? contentName(bytes) : content }];
      };
      await files.change({ clusterId: root.id, requestId, decide, ...(bytes && { bytes }) });
      return { status: 200, body: presentManifest({ ...after, source: "user" }) };
    },
    V2DeleteClusterManifest: async ({ params, query, requestId }) => {
      const name: Name = { folder: query.folder, fileName: query.file_name };
      const decide = (cluster: Cluster) => {
        checkOpen(cluster);
        listed(cluster, name);
        return cluster.manifests.filter((other) => !isSame(other, name));
      };
      await files.change({ clusterId: params.cluster_id, requestId, decide });
      return { status: 200, body: undefined };
    },
    v2DownloadClusterManifest: async ({ params, query }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      const name: Name = { folder: query.folder, fileName: query.file_name };
      const object = await objects.get(manifestKey(root.id, listed(root, name)));
      if (!object) throw missing(root, name);
      return download(object, name.fileName);
    },
  } satisfies Handlers;
}

function listed(cluster: Cluster, name: Name): ManifestFile {
  const file = cluster.manifests.find((other) => isSame(other, name));
  if (!file) throw missing(cluster, name);
  return file;
}

const missing = (cluster: Cluster, { folder, fileName }: Name) =>
  notFound(`Cluster ${cluster.name} has no manifest ${folder}/${fileName}.`);

function checkRoom(cluster: Cluster, others: readonly ManifestFile[]): void {
  if (others.length < mostManifests) return;
  throw badRequest(
    `Cluster ${cluster.name} has ${others.length} manifests, the most that a cluster may have. Delete some first, or put several into one file.`,
  );
}

const isSame = (one: Name, other: Name): boolean => one.folder === other.folder && one.fileName === other.fileName;

/** The two folders become one directory for the installer: a name may stand in only one of them. */
function checkDistinct(cluster: Cluster, file: Name, moved?: Name): void {
  const twin = cluster.manifests.find(
    (other) => other.fileName === file.fileName && other.folder !== file.folder && !(moved && isSame(other, moved)),
  );
  if (twin) {
    throw badRequest(
      `${file.fileName} exists in folder ${twin.folder} already; needed: a name that is in one folder only. To go on, choose another name.`,
    );
  }
}

const open: ReadonlySet<Cluster["status"]> = new Set<Cluster["status"]>(["insufficient", "ready", "pending-for-input"]);

function checkOpen(cluster: Cluster): void {
  if (open.has(cluster.status)) return;
  throw badRequest(
    `cluster ${cluster.name} is ${cluster.status}; needed: a cluster whose installation has not begun. To go on, reset the installation first.`,
  );
}

const presentManifest = ({ folder, fileName, source }: Omit<ManifestFile, "content">): Manifest => ({
  folder,
  file_name: fileName,
  manifest_source: source,
});
