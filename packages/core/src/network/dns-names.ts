import type { Cluster } from "../model/cluster.ts";

type Named = Pick<Cluster, "name" | "baseDnsDomain">;

/** `demo.example.com`; empty until both parts are known. */
export const clusterDomain = ({ name, baseDnsDomain }: Named): string =>
  name && baseDnsDomain ? `${name}.${baseDnsDomain.replace(/\.$/, "")}` : "";

export type ClusterDnsNames = Readonly<{
  domain: string;
  api: string;
  apiInt: string;
  apps: string;
  /** A name under `apps`, which has a wildcard record: the one that hosts are asked to resolve. */
  console: string;
  /** Must not resolve: if it does, a wildcard record for the whole domain is in the way. */
  wildcardProbe: string;
}>;

export function clusterDnsNames(cluster: Named): ClusterDnsNames | null {
  const domain = clusterDomain(cluster);
  if (!domain) return null;
  return {
    domain,
    api: `api.${domain}`,
    apiInt: `api-int.${domain}`,
    apps: `apps.${domain}`,
    console: `console-openshift-console.apps.${domain}`,
    wildcardProbe: `validateNoWildcardDNS.${domain}`,
  };
}

/** `api.demo.example.com` → demo, example.com. An address, or a name of another form, says nothing about the cluster. */
export function parseApiName(dnsName: string): Readonly<{ name: string; baseDnsDomain: string }> | null {
  const match = /^api\.([^.]+)\.(.*[a-z].*)$/i.exec(dnsName);
  const [, name, baseDnsDomain] = match ?? [];
  return name && baseDnsDomain ? { name, baseDnsDomain } : null;
}
