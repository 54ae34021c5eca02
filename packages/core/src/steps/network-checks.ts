// Steps that ask a host about the networks around it.
import * as wire from "@muster/contract";
import { coversRole } from "../hardware/disk-encryption.ts";
import type { Cluster } from "../model/cluster.ts";
import { effectiveRole, type Host, isDay2 } from "../model/host.ts";
import { formatNetwork, parseAddress, parseNetwork } from "../network/address.ts";
import { clusterDnsNames } from "../network/dns-names.ts";
import { hostAddresses, isWithin } from "../network/host-addresses.ts";
import { vipMacAddress } from "../network/vip-mac.ts";
import { needsVips } from "../network/vips.ts";
import { releaseDomain } from "../validations/host/dns.ts";
import { connectivityParams, isTurnToCheck } from "./connectivity.ts";
import { forCluster, type StepArguments } from "./step.ts";

/** Larger networks take a scanner too long. */
const largestScannedPrefix = 22;

export const connectivityCheck: StepArguments = forCluster(({ host, hosts, now }) => {
  if (!isTurnToCheck(host, hosts, now)) return null;
  const params = connectivityParams(host, hosts);
  return params === null ? null : [params];
});

export const freeNetworkAddresses: StepArguments = forCluster(({ host, policy }) => {
  if (policy.kubeApi || !host.inventory) return null;
  const networks = hostAddresses(host.inventory)
    .map(({ network }) => network)
    .filter(({ family, prefix }) => family === "IPv4" && prefix >= largestScannedPrefix)
    .map(formatNetwork);
  return networks.length === 0 ? null : [JSON.stringify([...new Set(networks)])];
});

export const dhcpLeaseAllocate: StepArguments = forCluster(({ host, cluster }) => {
  const [cidr] = cluster.machineNetworks;
  const network = cidr && cluster.vipDhcpAllocation ? parseNetwork(cidr) : null;
  if (!network || !host.inventory) return null;
  const nic = hostAddresses(host.inventory).find((address) => isWithin(address, network));
  if (!nic) return null;
  const request = wire.toWire(wire.DhcpAllocationRequest, {
    interface: nic.interfaceName,
    apiVipMac: vipMacAddress(cluster.id, "api"),
    ingressVipMac: vipMacAddress(cluster.id, "ingress"),
    ...(cluster.apiVipLease && { apiVipLease: cluster.apiVipLease }),
    ...(cluster.ingressVipLease && { ingressVipLease: cluster.ingressVipLease }),
  });
  return [JSON.stringify(request)];
});

/** Addresses from DHCP are known to be free; those of a user's load balancer are known to be in use. */
export const verifyVips: StepArguments = forCluster(({ cluster }) => {
  if (!needsVips(cluster) || cluster.vipDhcpAllocation || cluster.loadBalancer === "user-managed") return null;
  const vips = [
    ...cluster.apiVips.map(({ ip }) => ({ vip: ip, vipType: "api" as const })),
    ...cluster.ingressVips.map(({ ip }) => ({ vip: ip, vipType: "ingress" as const })),
  ];
  return vips.length === 0 ? null : [JSON.stringify(wire.toWire(wire.VerifyVipsRequest, vips))];
});

export const domainResolution: StepArguments = forCluster(({ cluster }) => {
  const names = clusterDnsNames(cluster);
  const release = releaseDomain(cluster);
  const own = names ? [names.api, names.apiInt, names.console, names.wildcardProbe, `${names.wildcardProbe}.`] : [];
  const domains = [...own, ...(release ? [release] : [])];
  if (domains.length === 0) return null;
  return [JSON.stringify({ domains: domains.map((name) => ({ domain_name: name })) })];
});

export const tangConnectivityCheck: StepArguments = forCluster(({ host, cluster }) => {
  const tangServers = tangServersOf(host, cluster);
  return tangServers === "" ? null : [JSON.stringify(wire.toWire(wire.TangConnectivityRequest, { tangServers }))];
});

function tangServersOf(host: Host, { diskEncryption }: Cluster): string {
  const { mode, enableOn, tangServers } = diskEncryption;
  if (mode === "tang" && coversRole(enableOn, effectiveRole(host)) !== false) return tangServers;
  return isDay2(host) ? tangServersOfPool(host.apiVipConnectivity?.ignition ?? "") : "";
}

type Luks = { clevis?: { tang?: { url?: string; thumbprint?: string }[] } };

/** A running cluster tells through the ignition of its pool which servers unlock the disks of its hosts. */
function tangServersOfPool(ignition: string): string {
  if (!ignition.includes('"tang"')) return "";
  try {
    const { storage }: { storage?: { luks?: Luks[] } } = JSON.parse(ignition);
    const servers = storage?.luks?.flatMap(({ clevis }) => clevis?.tang ?? []) ?? [];
    return servers.length === 0 ? "" : JSON.stringify(servers.map(({ url, thumbprint }) => ({ url, thumbprint })));
  } catch {
    return "";
  }
}

export const apiVipConnectivityCheck: StepArguments = forCluster(({ host, cluster }) => {
  const url = ignitionUrl(host, cluster);
  if (url === null) return null;
  const headers = Object.entries(host.ignitionEndpointHttpHeaders).map(([key, value]) => ({ key, value }));
  const request = wire.toWire(wire.ApiVipConnectivityRequest, {
    url,
    ...(cluster.ignitionEndpoint.caCertificate && { caCertificate: cluster.ignitionEndpoint.caCertificate }),
    ...(host.ignitionEndpointToken && { ignitionEndpointToken: host.ignitionEndpointToken }),
    ...(headers.length > 0 && { requestHeaders: headers }),
  });
  return [JSON.stringify(request)];
});

/** Where a host that joins a running cluster gets its ignition from (reference service 3.11). */
export function ignitionUrl(host: Host, cluster: Cluster): string | null {
  const role = effectiveRole(host);
  const pool = host.machineConfigPoolName || (role === "auto-assign" ? "worker" : role);
  const { url, caCertificate } = cluster.ignitionEndpoint;
  if (url) return `${url.replace(/\/+$/, "")}/${pool}`;
  const api = cluster.apiVipDnsName || clusterDnsNames(cluster)?.api;
  if (!api) return null;
  const name = parseAddress(api)?.family === "IPv6" ? `[${api}]` : api;
  return caCertificate ? `https://${name}:22623/config/${pool}` : `http://${name}:22624/config/${pool}`;
}
