// Which files of a cluster may be downloaded when (reference service 1.3).
import type { Cluster } from "@muster/core";
import { conflict, notFound } from "../http/problem.ts";
import type { Objects, StoredObject } from "../objects/objects.ts";

const afterPreparation: ReadonlySet<Cluster["status"]> = new Set<Cluster["status"]>([
  "installing",
  "finalizing",
  "installed",
  "error",
  "adding-hosts",
  "cancelled",
  "installing-pending-user-action",
]);

export async function clusterFile(objects: Objects, cluster: Cluster, name: string): Promise<StoredObject> {
  const early = name === "kubeconfig" && cluster.status === "installing";
  if (!afterPreparation.has(cluster.status) || early) {
    throw conflict(
      `cluster ${cluster.name} is ${cluster.status}; needed: ${early ? "finalizing or later" : "an installation that has begun"}. To go on, download ${name} later.`,
    );
  }
  const object = await objects.get(`${cluster.id}/${name}`);
  if (!object) throw notFound(`Cluster ${cluster.name} has no file ${name}.`);
  return object;
}

/** Until the ingress has handed in its certificate, the kubeconfig without it has to do. */
export async function credentialsFile(objects: Objects, cluster: Cluster, name: string): Promise<StoredObject> {
  if (name !== "kubeconfig" || cluster.kubeconfigStored) return clusterFile(objects, cluster, name);
  if (cluster.status === "installing") return clusterFile(objects, cluster, name);
  return clusterFile(objects, cluster, "kubeconfig-noingress");
}
