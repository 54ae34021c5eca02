import type { Cluster } from "../model/cluster.ts";
import { clusterDnsNames } from "./dns-names.ts";

type Proxied = Pick<
  Cluster,
  | "name"
  | "baseDnsDomain"
  | "proxy"
  | "clusterNetworks"
  | "serviceNetworks"
  | "machineNetworks"
  | "apiVips"
  | "ingressVips"
>;

/** What a host being installed must reach directly: what the user listed, then the cluster's own networks, names and VIPs. */
export function extendedNoProxy(cluster: Proxied): string {
  const { httpProxy, httpsProxy, noProxy } = cluster.proxy;
  if (!httpProxy && !httpsProxy) return noProxy;
  const given = noProxy.split(",").map((entry) => entry.trim());
  if (given.includes("*")) return "*";
  const names = clusterDnsNames(cluster);
  const own = [
    ...cluster.machineNetworks,
    ...cluster.clusterNetworks.map(({ cidr }) => cidr),
    ...cluster.serviceNetworks,
    ...(names ? [`.${names.domain}`, names.apiInt] : []),
    ...[...cluster.apiVips, ...cluster.ingressVips].map(({ ip }) => ip),
  ];
  return [...new Set([...given, ...own])].filter((entry) => entry !== "").join(",");
}
