import type { Cluster, InfraEnvCreateParams } from "@muster/contract";

const single = ["x86_64", "aarch64", "arm64", "ppc64le", "s390x"] as const;

/** The discovery image that goes with a cluster. */
export function infraEnvRequest(
  cluster: Pick<Cluster, "id" | "name" | "openshift_version" | "cpu_architecture">,
  pullSecret: string,
  sshKey: string,
): InfraEnvCreateParams {
  const architecture = single.find((candidate) => candidate === cluster.cpu_architecture) ?? "x86_64";
  return {
    name: `${cluster.name}_infra-env`,
    cluster_id: cluster.id,
    pull_secret: pullSecret,
    cpu_architecture: architecture,
    image_type: "full-iso",
    ...(cluster.openshift_version !== undefined && { openshift_version: cluster.openshift_version }),
    ...(sshKey !== "" && { ssh_authorized_key: sshKey }),
  };
}
