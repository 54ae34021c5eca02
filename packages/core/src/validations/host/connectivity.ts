// What the hosts of a cluster reported about the way to each other.
import { fail, type HostValidationId, pass, pending } from "../../finding.ts";
import { requirementsFor } from "../../hardware/requirements.ts";
import { type Cluster, isSingleNode } from "../../model/cluster.ts";
import { effectiveRole, type Host, hostName, isDay2 } from "../../model/host.ts";
import type { ConnectivityReport, Inventory } from "../../model/observations.ts";
import { formatNetwork } from "../../network/address.ts";
import { clusterFamilies } from "../../network/families.ts";
import { hostAddresses, isWithin } from "../../network/host-addresses.ts";
import { smallestGroup } from "../../network/majority-groups.ts";
import type { RoleRequirements } from "../../policy.ts";
import type { HostFacts } from "../facts.ts";
import { delayOf, type L3, lossOf, worstOf } from "./link-quality.ts";
import { machineNetworksOf } from "./machine-network.ts";
import { neighbours } from "./neighbours.ts";
import { boundWithInventory, type HostValidation, inCluster, wholeInventory } from "./validation.ts";

const reports = "the hosts to report how they reach each other";

/** Why the way to other hosts does not matter; null when it does. */
function alone({ host, hosts }: HostFacts, cluster: Cluster): string | null {
  if (isDay2(host)) return "Not asked of hosts that join a running cluster.";
  return isSingleNode(cluster) || hosts.length < 2 ? "There is no other host to reach." : null;
}

export const belongsToMajorityGroup: HostValidation = {
  id: "belongs-to-majority-group",
  category: "network",
  needs: [...wholeInventory, "machine-cidr-defined"],
  check: boundWithInventory(({ host, hosts }, cluster, inventory) => {
    if (isDay2(host)) return pass("Not asked of hosts that join a running cluster.");
    if (isSingleNode(cluster)) return pass("There is no other host to reach.");
    const missing = groupsOf(cluster, inventory).filter(({ members }) => !members?.includes(host.id));
    if (missing.length === 0) return pass("The host reaches most hosts of the cluster.");
    const enough = smallestGroup({ cluster, hosts });
    if (hosts.length < enough) return pending(`at least ${enough} hosts in the cluster`);
    if (!host.connectivity || hosts.filter(({ connectivity }) => connectivity).length < enough) return pending(reports);
    return fail({
      found: `that the host does not reach most other hosts over ${missing.map(({ name }) => name).join(" and ")}`,
      needed: "the hosts of a cluster to reach each other, both ways",
      remedy: "check cabling, VLANs, addresses and firewalls between this host and the others",
    });
  }),
};

type Group = Readonly<{ name: string; members: readonly string[] | undefined }>;

/**
 * Hosts share networks, so the way is tried on layer 2 in each of them; where a person manages the networking or the load
 * balancer, hosts may sit in different networks and routes must do.
 */
function groupsOf(cluster: Cluster, inventory: Inventory): readonly Group[] {
  const groups = cluster.connectivityMajorityGroups;
  if (cluster.userManagedNetworking || cluster.loadBalancer === "user-managed") {
    return clusterFamilies(cluster).map((name) => ({ name, members: groups[name] }));
  }
  return machineNetworksOf(cluster).map(({ cidr, network }) => {
    if (groups[cidr] || !network) return { name: cidr, members: groups[cidr] };
    // A machine network may be given wider than the networks that the hosts see themselves in.
    const own = hostAddresses(inventory).find((address) => isWithin(address, network));
    return { name: cidr, members: own && groups[formatNetwork(own.network)] };
  });
}

export const sufficientLatency = withinLimit({
  id: "sufficient-network-latency-requirement-for-role",
  limitOf: ({ networkLatencyThresholdMs }) => networkLatencyThresholdMs,
  worstIn: (report) => worstOf(report).delayMs,
  read: delayOf,
  unit: "ms",
  what: "delay",
});

export const sufficientPacketLoss = withinLimit({
  id: "sufficient-packet-loss-requirement-for-role",
  limitOf: ({ packetLossPercentage }) => packetLossPercentage,
  worstIn: (report) => worstOf(report).lossPercentage,
  read: lossOf,
  unit: "%",
  what: "packet loss",
});

type Measure = Readonly<{
  id: HostValidationId;
  limitOf: (requirements: RoleRequirements) => number | null;
  worstIn: (report: ConnectivityReport) => number;
  read: (entry: L3) => number;
  unit: string;
  what: string;
}>;

/** Measured among hosts of the same role: the control plane is what must keep in step. */
function withinLimit({ id, limitOf, worstIn, read, unit, what }: Measure): HostValidation {
  return {
    id,
    category: "network",
    needs: [],
    check: inCluster((facts, cluster) => {
      const reason = alone(facts, cluster);
      if (reason) return pass(reason);
      const limit = limitOf(requirementsFor(facts).total);
      if (limit === null) return pass("No limit is set for this role.");
      const { connectivity } = facts.host;
      if (!connectivity) return pending(reports);
      const role = effectiveRole(facts.host);
      const beyond = worstIn(connectivity) > limit ? peersBeyond(limit, connectivity, facts, read) : [];
      if (beyond.length === 0) return pass(`No more than ${limit} ${unit} of ${what} to other hosts of role ${role}.`);
      const peers = beyond.map(({ peer, value }) => `${hostName(peer)} (${Math.round(value * 100) / 100} ${unit})`);
      return fail({
        found: `too much ${what} to ${peers.join(", ")}`,
        needed: `at most ${limit} ${unit} between hosts of role ${role}`,
        remedy: "look for overloaded or faulty links between these hosts, or give one of them another role",
      });
    }),
  };
}

function peersBeyond(
  limit: number,
  { remoteHosts = [] }: ConnectivityReport,
  { host, hosts }: HostFacts,
  read: Measure["read"],
): readonly Readonly<{ peer: Host; value: number }>[] {
  const { byId } = neighbours(hosts);
  return remoteHosts.flatMap(({ hostId = "", l3Connectivity = [] }) => {
    const value = Math.max(0, ...l3Connectivity.map(read));
    const peer = byId.get(hostId);
    return value > limit && peer && effectiveRole(peer) === effectiveRole(host) ? [{ peer, value }] : [];
  });
}

/** Agents try large packets only where an interface has an unusual MTU, so silence is a good sign. */
export const mtuValid: HostValidation = {
  id: "mtu-valid",
  category: "network",
  needs: [],
  check: inCluster((facts, cluster) => {
    const reason = alone(facts, cluster);
    if (reason) return pass(reason);
    if (!facts.host.connectivity) return pending(reports);
    const { brokenMtu } = worstOf(facts.host.connectivity);
    if (brokenMtu.length === 0) return pass("Packets of full size arrive at the other hosts.");
    return fail({
      found: `that packets of full size do not arrive at ${brokenMtu.join(", ")}`,
      needed: "the MTU of the interface on every switch along the way",
      remedy: "raise the MTU of the switches, or lower that of the interfaces",
    });
  }),
};
