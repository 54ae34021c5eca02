import { type Cluster, effectiveRole, type Host, hostName, ignitionUrl, isDay2 } from "@muster/core";
import { notFound } from "../http/problem.ts";
import { readText } from "../objects/objects.ts";
import type { Service } from "../service.ts";

/** The name of a host's own ignition among its cluster's files. */
export const ignitionName = (host: Host): string =>
  `${host.bootstrap ? "bootstrap" : effectiveRole(host)}-${host.id}.ign`;

/** What a host is installed with: made with its cluster, or, for a host that is added, a pointer to the running one. */
export async function hostIgnition({ objects }: Service, host: Host, cluster: Cluster | null): Promise<string> {
  if (cluster && isDay2(host)) return pointer(host, cluster);
  const text = cluster ? await readText(objects, `${cluster.id}/${ignitionName(host)}`) : null;
  if (text !== null) return text;
  throw notFound(
    `Host ${hostName(host)} has no ignition yet: it is made when its cluster is prepared for installation.`,
  );
}

function pointer(host: Host, cluster: Cluster): string {
  const { caCertificate } = cluster.ignitionEndpoint;
  const source = (content: string) => `data:text/plain;charset=utf-8;base64,${content}`;
  return JSON.stringify({
    ignition: {
      version: "3.1.0",
      config: { merge: [{ source: ignitionUrl(host, cluster) }] },
      ...(caCertificate && { security: { tls: { certificateAuthorities: [{ source: source(caCertificate) }] } } }),
    },
    storage: {
      files: [
        {
          path: "/etc/hostname",
          mode: 0o644,
          overwrite: true,
          contents: { source: `data:,${encodeURIComponent(hostName(host))}` },
        },
      ],
    },
  });
}
