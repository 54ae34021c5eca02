import { parse, stringify } from "yaml";
import { badRequest } from "../http/problem.ts";

type Kubeconfig = { clusters?: { cluster?: Record<string, unknown> }[] };

/** A kubeconfig that also trusts the certificate authority of the cluster's ingress. */
export function trustIngress(kubeconfig: string, certificates: string): string {
  if (!/-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(certificates)) {
    throw badRequest(
      "The ingress certificate is not PEM: give one or more certificates that begin with -----BEGIN CERTIFICATE-----.",
    );
  }
  const config: Kubeconfig = parse(kubeconfig);
  for (const { cluster } of config.clusters ?? []) {
    if (!cluster) continue;
    const before = String(cluster["certificate-authority-data"] ?? "");
    const trusted = `${Buffer.from(before, "base64").toString("utf8").trimEnd()}\n${certificates}`.trimStart();
    cluster["certificate-authority-data"] = Buffer.from(trusted).toString("base64");
  }
  return stringify(config);
}
