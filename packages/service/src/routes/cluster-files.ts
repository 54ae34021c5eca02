import { clusterFile, credentialsFile } from "../clusters/files.ts";
import { download } from "../http/download.ts";
import type { Handlers } from "../http/handler.ts";
import { badRequest, conflict, notFound } from "../http/problem.ts";
import { readText } from "../objects/objects.ts";
import type { Service } from "../service.ts";

export function clusterFileHandlers(service: Service) {
  const { aggregates, objects, settings } = service;
  // Links with a signature would pass by the encryption of files and the checks of who may read them (reference service 1.3).
  const noLinks = () => {
    throw badRequest("This service makes no links to its object store. Download the file itself instead.");
  };
  return {
    V2GetCredentials: async ({ params }) => {
      const { root: cluster } = await aggregates.cluster(params.cluster_id);
      const console = cluster.monitoredOperators.find(({ name }) => name === "console");
      if (console?.status !== "available" && settings.INSTALL_INVOKER !== "agent-installer") {
        throw conflict(
          `the console of cluster ${cluster.name} is not available yet (the cluster is ${cluster.status}); needed: a console operator that is available. To go on, wait for the installation to finish.`,
        );
      }
      const password = await readText(objects, `${cluster.id}/kubeadmin-password`);
      if (password === null) throw notFound(`Cluster ${cluster.name} has no stored password.`);
      const consoleUrl = `https://console-openshift-console.apps.${cluster.name}.${cluster.baseDnsDomain}`;
      return { status: 200, body: { username: "kubeadmin", password, console_url: consoleUrl } };
    },
    V2DownloadClusterCredentials: async ({ params, query }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      return download(await credentialsFile(objects, root, query.file_name), query.file_name);
    },
    V2DownloadClusterFiles: async ({ params, query }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      return download(await clusterFile(objects, root, query.file_name), query.file_name);
    },
    V2GetPresignedForClusterCredentials: async ({ params }) => {
      await aggregates.cluster(params.cluster_id);
      return noLinks();
    },
    V2GetPresignedForClusterFiles: async ({ params }) => {
      await aggregates.cluster(params.cluster_id);
      return noLinks();
    },
  } satisfies Handlers;
}
