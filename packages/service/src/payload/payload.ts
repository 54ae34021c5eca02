import type { ClusterSnapshot } from "@muster/core";

/** The files that a prepared cluster has, by their name in the object store under the cluster's id. */
export type Artefacts = Readonly<{
  /** From metadata.json: the id that the installed cluster will have. */
  openshiftClusterId: string;
  /** install-config.yaml, bootstrap.ign, master.ign, <role>-<host id>.ign, kubeconfig-noingress, kubeadmin-password … */
  files: ReadonlyMap<string, string>;
}>;

export type Payload = Readonly<{
  /** Makes everything that an installation needs. Throws an error for people when it cannot. */
  prepare(snapshot: ClusterSnapshot, secrets: { pullSecret: string }): Promise<Artefacts>;
}>;
