import type { Manifest } from "@muster/contract";
import { type Cluster, clusterChanges, type ManifestFile } from "@muster/core";
import { decided } from "../aggregates/aggregate.ts";
import { download } from "../http/download.ts";
import type { Handlers } from "../http/handler.ts";
import { badRequest, notFound } from "../http/problem.ts";
import { readManifest } from "../manifests/content.ts";
import type { Service } from "../service.ts";

type Name = Readonly<{ folder: ManifestFile["folder"]; fileName: string }>;

export function manifestHandlers({ aggregates, objects }: Service) {
  const keyOf = (clusterId: string, { folder, fileName }: Name) => `${clusterId}/manifests/${folder}/${fileName}`;

  /** The list in the cluster is what counts; a file without an entry is nobody's. */
  const setManifests = (clusterId: string, requestId: string, change: (cluster: Cluster) => ManifestFile[]) =>
    aggregates.changeCluster(
      clusterId,
      ({ root }) => {
        checkOpen(root);
        return decided(clusterChanges(root, { manifests: change(root) }), undefined);
      },
      requestId,
    );

  return {
    V2ListClusterManifests: async ({ params, query }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      const shown = root.manifests.filter(({ source }) => query.include_system_generated || source === "user");
      return { status: 200, body: shown.map(presentManifest) };
    },
    V2CreateClusterManifest: async ({ params, body, requestId }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      checkOpen(root);
      const file: ManifestFile = { folder: body.folder ?? "manifests", fileName: body.file_name, source: "user" };
      const content = readManifest(file.fileName, body.content);
      checkDistinct(root, file);
      await objects.put(keyOf(root.id, file), content);
      await setManifests(root.id, requestId, (cluster) => {
        checkDistinct(cluster, file);
        return [...cluster.manifests.filter((other) => !isSame(other, file)), file];
      });
      return { status: 201, body: presentManifest(file) };
    },
    V2UpdateClusterManifest: async ({ params, body, requestId }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      checkOpen(root);
      const before: Name = { folder: body.folder, fileName: body.file_name };
      const after: ManifestFile = {
        folder: body.updated_folder ?? before.folder,
        fileName: body.updated_file_name ?? before.fileName,
        source: "user",
      };
      const stored = await existing(root, before);
      if (body.updated_content === undefined && isSame(before, after)) {
        throw badRequest("Nothing would change: give updated_content, updated_folder or updated_file_name.");
      }
      if (!isSame(before, after)) checkDistinct(root, after, before);
      const content =
        body.updated_content === undefined ? stored.open() : readManifest(after.fileName, body.updated_content);
      await objects.put(keyOf(root.id, after), content);
      await setManifests(root.id, requestId, (cluster) => [
        ...cluster.manifests.filter((other) => !isSame(other, before) && !isSame(other, after)),
        after,
      ]);
      if (!isSame(before, after)) await objects.delete(keyOf(root.id, before));
      return { status: 200, body: presentManifest(after) };
    },
    V2DeleteClusterManifest: async ({ params, query, requestId }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      const file: Name = { folder: query.folder, fileName: query.file_name };
      checkOpen(root);
      await existing(root, file);
      await setManifests(root.id, requestId, (cluster) => cluster.manifests.filter((other) => !isSame(other, file)));
      await objects.delete(keyOf(root.id, file));
      return { status: 200, body: undefined };
    },
    v2DownloadClusterManifest: async ({ params, query }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      return download(await existing(root, { folder: query.folder, fileName: query.file_name }), query.file_name);
    },
  } satisfies Handlers;

  async function existing(cluster: Cluster, name: Name) {
    const listed = cluster.manifests.some((other) => isSame(other, name));
    const object = listed ? await objects.get(keyOf(cluster.id, name)) : null;
    if (!object) throw notFound(`Cluster ${cluster.name} has no manifest ${name.folder}/${name.fileName}.`);
    return object;
  }
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

const presentManifest = ({ folder, fileName, source }: ManifestFile): Manifest => ({
  folder,
  file_name: fileName,
  manifest_source: source,
});
