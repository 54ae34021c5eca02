// Names that hosts must be able to resolve, and one that they must not.
import { fail, type HostValidationId, pass, pending } from "../../finding.ts";
import { type Cluster, isSingleNode } from "../../model/cluster.ts";
import { type Host, isDay2 } from "../../model/host.ts";
import { type ClusterDnsNames, clusterDnsNames } from "../../network/dns-names.ts";
import { type HostValidation, inCluster } from "./validation.ts";

/** The pods with which a cluster answers for its own names and virtual IPs, as nodes get them (reference host-side A6.3). */
const ownPods = ["/etc/kubernetes/manifests/coredns.yaml", "/etc/kubernetes/manifests/keepalived.yaml"];

/** Where the cluster itself does not answer, somebody must have created the records (reference service 4.2). */
function needsOwnRecords(cluster: Cluster, host: Host): boolean | "unknown" {
  if (!isDay2(host)) return cluster.userManagedNetworking && !isSingleNode(cluster);
  if (!cluster.imported) return false;
  // Nobody said here how an imported cluster manages its network; what it gives its nodes does.
  const ignition = host.apiVipConnectivity?.ignition;
  return ignition ? !ownPods.some((path) => ignition.includes(path)) : "unknown";
}

type Resolution = "unknown" | readonly string[];

function resolutionOf(host: Host, name: string): Resolution {
  const answer = host.domainNameResolutions?.resolutions.find(({ domainName }) => domainName === name);
  return answer ? [...(answer.ipv4Addresses ?? []), ...(answer.ipv6Addresses ?? [])] : "unknown";
}

function resolves(id: HostValidationId, target: string, nameFrom: (names: ClusterDnsNames) => string): HostValidation {
  return {
    id,
    category: "network",
    needs: [],
    check: inCluster(({ host }, cluster) => {
      const needed = needsOwnRecords(cluster, host);
      const names = needed ? clusterDnsNames(cluster) : null;
      if (!names) return pass("This name needs no DNS record of its own here.");
      if (needed === "unknown") return pending("the configuration that the cluster has for this host");
      const name = nameFrom(names);
      const addresses = resolutionOf(host, name);
      if (addresses === "unknown") return pending(`the host to look up ${name}`);
      if (addresses.length > 0) return pass(`${name} resolves to ${addresses.join(", ")}.`);
      return fail({
        found: `no address for ${name} on the host`,
        needed: `a DNS record that leads ${name} to ${target}`,
        remedy: "create the record, or point the host to a DNS server that knows it",
      });
    }),
  };
}

export const apiDomainResolved = resolves(
  "api-domain-name-resolved-correctly",
  "the load balancer of the API",
  ({ api }) => api,
);

export const apiIntDomainResolved = resolves(
  "api-int-domain-name-resolved-correctly",
  "the internal load balancer of the API",
  ({ apiInt }) => apiInt,
);

export const appsDomainResolved = resolves(
  "apps-domain-name-resolved-correctly",
  "the load balancer of the application ingress",
  (names) => names.console,
);

/** `quay.io/org/name:tag` → quay.io; null when there is nothing to look up, as with an address. */
export function releaseDomain({ releaseImage }: Pick<Cluster, "releaseImage">): string | null {
  const slash = releaseImage.indexOf("/");
  const registry = slash < 0 ? "" : releaseImage.slice(0, slash);
  const name = registry.replace(/:\d+$/, "");
  return /[a-z]/i.test(name) && !name.includes(":") ? name : null;
}

export const releaseDomainResolved: HostValidation = {
  id: "release-domain-name-resolved-correctly",
  category: "network",
  needs: [],
  check: inCluster(({ host, infraEnv }, cluster) => {
    const name = releaseDomain(cluster);
    // A proxy looks names up for the host.
    const proxied = [cluster.proxy, infraEnv?.proxy].some((proxy) => proxy?.httpProxy || proxy?.httpsProxy);
    if (!name || isDay2(host) || proxied) return pass("The host needs not look up the release registry by itself.");
    const addresses = resolutionOf(host, name);
    if (addresses === "unknown") return pending(`the host to look up ${name}`);
    if (addresses.length > 0) return pass(`${name} can be looked up.`);
    return fail({
      found: `no address for ${name} on the host`,
      needed: "the registry that holds the release image",
      remedy: "check the DNS servers of the host, or configure a proxy or a mirror registry",
    });
  }),
};

export const dnsWildcardNotConfigured: HostValidation = {
  id: "dns-wildcard-not-configured",
  category: "network",
  needs: [],
  check: inCluster(({ host }, cluster) => {
    if (isDay2(host)) return pass("Not asked of hosts that join a running cluster.");
    const names = clusterDnsNames(cluster);
    if (!names) return pending("the name and the base domain of the cluster");
    const [plain, rooted] = [names.wildcardProbe, `${names.wildcardProbe}.`].map((name) => resolutionOf(host, name));
    const known = [rooted, plain].filter((answer): answer is readonly string[] => Array.isArray(answer));
    if (known.length === 0) return pending(`the host to look up ${names.wildcardProbe}`);
    const addresses = known.find((answer) => answer.length > 0);
    if (!addresses) return pass(`No DNS wildcard covers ${names.domain}.`);
    const bySearch = rooted !== addresses;
    return fail({
      found: `that any name under ${names.domain} resolves to ${addresses.join(", ")}${bySearch ? " by way of a search domain" : ""}`,
      needed: `no wildcard record ${bySearch ? "in a search domain of the host" : `*.${names.domain}`}: the cluster would mistake it for its own`,
      remedy: bySearch
        ? "remove the search domain from the host's DNS settings, or the wildcard record from that domain"
        : "remove the wildcard record",
    });
  }),
};
