import { type Finding, fail, pass, pending } from "../../finding.ts";
import { isSingleNode } from "../../model/cluster.ts";
import { minute } from "../../model/instant.ts";
import { clusterFamilies, familiesOf } from "../../network/families.ts";
import { judgeVip, needsVips, type VipKind, vipsOf } from "../../network/vips.ts";
import type { ClusterFacts } from "../facts.ts";
import { anyDiscovered, type ClusterValidation } from "./validation.ts";

const notNeeded = (kind: VipKind, { cluster }: ClusterFacts): Finding =>
  isSingleNode(cluster)
    ? pass(`No ${kind} virtual IP is needed: the single node is reached on its own address.`)
    : pass(`No ${kind} virtual IP is needed: networking is left to the user.`);

function checkDefined(kind: VipKind, facts: ClusterFacts): Finding {
  const { cluster } = facts;
  if (!needsVips(cluster)) return notNeeded(kind, facts);
  if (vipsOf(cluster, kind).length > 0) return pass(`The ${kind} virtual IP is set.`);
  if (cluster.vipDhcpAllocation) return checkLease(kind, facts);
  return fail({
    found: `no ${kind} virtual IP`,
    needed: "a free address in the network of the hosts",
    remedy: `choose such an address as ${kind} virtual IP (${kind === "API" ? "api_vips" : "ingress_vips"})`,
  });
}

/** The hosts ask the DHCP server as soon as they know in which network (reference service 4.3). */
function checkLease(kind: VipKind, { cluster, policy, now }: ClusterFacts): Finding {
  if (cluster.machineNetworks.length === 0) return pending("the machine network to be set");
  const minutes = policy.vipDhcpTimeout / minute;
  const since = cluster.machineNetworksUpdatedAt ?? now;
  if (now - since <= policy.vipDhcpTimeout) {
    return fail({
      found: `no ${kind} virtual IP yet`,
      needed: "a lease from the DHCP server",
      remedy: `wait: it may take up to ${minutes} minutes`,
    });
  }
  return fail({
    found: `no ${kind} virtual IP after ${minutes} minutes`,
    needed: "a lease from the DHCP server",
    remedy: "check the DHCP server of the machine network, or switch vip_dhcp_allocation off and set the virtual IPs",
  });
}

function checkValid(kind: VipKind, facts: ClusterFacts): Finding {
  const { cluster, hosts } = facts;
  if (!needsVips(cluster)) return notNeeded(kind, facts);
  const vips = vipsOf(cluster, kind);
  if (vips.length === 0) return pending(`the ${kind} virtual IP to be set`);
  if (!anyDiscovered(hosts)) return pending("the first host to be discovered");
  if (cluster.loadBalancer !== "user-managed" && cluster.machineNetworks.length === 0) {
    return pending("the machine network to be known");
  }
  const verdicts = vips.map((vip) => judgeVip(vip, kind, facts));
  for (const verdict of verdicts) if (verdict.kind === "unusable") return fail(verdict.problem);
  const order = checkFamilies(kind, facts);
  if (order) return order;
  const unverified = verdicts.flatMap((verdict) => (verdict.kind === "unverified" ? verdict.ip : []));
  if (unverified.length > 0) return pending(`a host to verify that nobody answers on ${unverified.join(", ")}`);
  return pass(`The ${kind} virtual IP ${vips.map(({ ip }) => ip).join(", ")} can be used.`);
}

/** The first VIP speaks for the primary family of the cluster; a second one needs dual stack. */
function checkFamilies(kind: VipKind, { cluster }: ClusterFacts): Finding | null {
  const wanted = clusterFamilies(cluster);
  const found = familiesOf(vipsOf(cluster, kind).map(({ ip }) => ip));
  if (wanted.length === 0 || found.every((family, index) => family === wanted[index])) return null;
  return fail({
    found: `${kind} virtual IPs of ${found.join(" and ")}`,
    needed: `${wanted.join(" and ")}, the order of families of the cluster's networks`,
    remedy: "change the virtual IPs or the networks",
  });
}

export const apiVipsDefined: ClusterValidation = {
  id: "api-vips-defined",
  category: "network",
  needs: [],
  check: (facts) => checkDefined("API", facts),
};

export const ingressVipsDefined: ClusterValidation = {
  id: "ingress-vips-defined",
  category: "network",
  needs: [],
  check: (facts) => checkDefined("ingress", facts),
};

export const apiVipsValid: ClusterValidation = {
  id: "api-vips-valid",
  category: "network",
  needs: [],
  check: (facts) => checkValid("API", facts),
};

export const ingressVipsValid: ClusterValidation = {
  id: "ingress-vips-valid",
  category: "network",
  needs: [],
  check: (facts) => checkValid("ingress", facts),
};
