import { type Changes, noChanges } from "../../changes.ts";
import { aboutCluster } from "../../events/subject.ts";
import type { Cluster, Vip } from "../../model/cluster.ts";
import { contains, parseNetwork, sameAddress } from "../../network/address.ts";
import type { Reply } from "../../steps/reply.ts";
import type { HostFacts } from "../../validations/facts.ts";
import { clusterChanges } from "../patch.ts";

type VipLease = Extract<Reply, { kind: "dhcp-lease" }>["lease"];
type VerifiedVips = Extract<Reply, { kind: "verified-vips" }>["vips"];

const beforeInstallation: ReadonlySet<Cluster["status"]> = new Set<Cluster["status"]>([
  "insufficient",
  "ready",
  "pending-for-input",
]);

/** Addresses that a DHCP server leased to the cluster. They stay what they were once the installation has begun. */
export function receiveLease({ cluster }: HostFacts, lease: VipLease): Changes {
  if (cluster === null || !cluster.vipDhcpAllocation) return noChanges;
  const { apiVipAddress: apiVip, ingressVipAddress: ingressVip, apiVipLease = "", ingressVipLease = "" } = lease;
  const isSame = cluster.apiVips[0]?.ip === apiVip && cluster.ingressVips[0]?.ip === ingressVip;
  if (isSame) return clusterChanges(cluster, { apiVipLease, ingressVipLease });
  const isInside = [apiVip, ingressVip].every((ip) => holds(cluster.machineNetworks, ip));
  if (!beforeInstallation.has(cluster.status) || !isInside) return noChanges;
  const told = aboutCluster("api_ingress_vip_updated", cluster, { api_vip: apiVip, ingress_vip: ingressVip });
  const patch = {
    apiVips: [{ ip: apiVip, verification: "unverified" }],
    ingressVips: [{ ip: ingressVip, verification: "unverified" }],
    apiVipLease,
    ingressVipLease,
  } as const satisfies Partial<Cluster>;
  return clusterChanges(cluster, patch, [told]);
}

/** The network may have changed since the host asked. */
const holds = (machineNetworks: readonly string[], ip: string): boolean =>
  machineNetworks.some((cidr) => {
    const network = parseNetwork(cidr);
    return network !== null && contains(network, ip);
  });

/** Whether anybody answered on the virtual IPs before the cluster took them. */
export function receiveVerifiedVips({ cluster }: HostFacts, verified: VerifiedVips): Changes {
  if (cluster === null || !beforeInstallation.has(cluster.status)) return noChanges;
  const judge = (type: "api" | "ingress") => (vip: Vip) => {
    const answer = verified.find((one) => one.vipType === type && sameAddress(one.vip ?? "", vip.ip));
    return { ...vip, verification: answer?.verification ?? vip.verification };
  };
  return clusterChanges(cluster, {
    apiVips: cluster.apiVips.map(judge("api")),
    ingressVips: cluster.ingressVips.map(judge("ingress")),
  });
}
