import { type Cluster, effectiveRole, type Host, hostName, ignitionUrl, isDay2 } from "@muster/core";
import {
  describeProblem,
  file,
  type HttpHeader,
  type IgnitionConfig,
  ignitionConfig,
  mergeIgnition,
  type Problem,
  parseIgnition,
  printIgnition,
} from "@muster/ignition";
import { badRequest, notFound } from "../http/problem.ts";
import { readText } from "../objects/objects.ts";
import type { Service } from "../service.ts";

/** The name of a host's own ignition among its cluster's files. */
export const ignitionName = (host: Host): string =>
  `${host.bootstrap ? "bootstrap" : effectiveRole(host)}-${host.id}.ign`;

/** What a host is installed with: made with its cluster, or, for a host that is added, a pointer to the running one. */
export async function hostIgnition({ objects }: Service, host: Host, cluster: Cluster | null): Promise<string> {
  if (cluster && isDay2(host)) return printIgnition(withOverrides(pointer(host, cluster), host));
  const text = cluster ? await readText(objects, `${cluster.id}/${ignitionName(host)}`) : null;
  if (text !== null) return text;
  throw notFound(
    `Host ${hostName(host)} has no ignition yet: it is made when its cluster is prepared for installation.`,
  );
}

/** With what the user wants of this one host, merged last (reference service 7.2). */
export function withOverrides(config: IgnitionConfig, { ignitionConfigOverrides: text }: Host): IgnitionConfig {
  if (text === "") return config;
  const merged = mergeIgnition(config, overridesIn(text));
  if (merged.kind === "ok") return merged.value;
  throw refused(merged.problems);
}

/** Refuses what could not be merged, before a host is installed with it. */
export function checkOverrides(text: string): void {
  if (text !== "") overridesIn(text);
}

function overridesIn(text: string): IgnitionConfig {
  const parsed = parseIgnition(text, { oldest: "3.1.0" });
  if (parsed.kind === "ok") return parsed.value;
  throw refused(parsed.problems);
}

const refused = (problems: readonly Problem[]) =>
  badRequest(`The ignition of the host cannot be used. ${problems.slice(0, 10).map(describeProblem).join(". ")}`);

function pointer(host: Host, cluster: Cluster): IgnitionConfig {
  const { caCertificate } = cluster.ignitionEndpoint;
  const source = (content: string) => `data:text/plain;charset=utf-8;base64,${content}`;
  const url = ignitionUrl(host, cluster);
  const headers = endpointHeaders(host);
  return ignitionConfig("3.1.0", {
    ignition: {
      config: { merge: url === null ? [] : [{ source: url, ...(headers.length > 0 && { httpHeaders: headers }) }] },
      ...(caCertificate && { security: { tls: { certificateAuthorities: [{ source: source(caCertificate) }] } } }),
    },
    files: [file("/etc/hostname", hostName(host))],
  });
}

/** What an endpoint wants to see that does not give its ignition to everybody; headers that were given count more. */
function endpointHeaders({ ignitionEndpointToken: token, ignitionEndpointHttpHeaders: given }: Host): HttpHeader[] {
  const isGiven = Object.keys(given).some((name) => name.toLowerCase() === "authorization");
  return [
    ...(token && !isGiven ? [{ name: "Authorization", value: `Bearer ${token}` }] : []),
    ...Object.entries(given).map(([name, value]) => ({ name, value })),
  ];
}
