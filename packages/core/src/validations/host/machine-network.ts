// The networks that the machines of a cluster share.
import { fail, pass } from "../../finding.ts";
import { iscsiPathsOf } from "../../hardware/disks.ts";
import { diskId } from "../../hardware/install-disk.ts";
import type { Cluster } from "../../model/cluster.ts";
import { type Host, isDay2 } from "../../model/host.ts";
import type { Inventory } from "../../model/observations.ts";
import { type Network, parseNetwork } from "../../network/address.ts";
import { hostAddresses, isWithin } from "../../network/host-addresses.ts";
import { boundWithInventory, type HostValidation, inCluster, wholeInventory } from "./validation.ts";

const notNeeded = (host: Host, cluster: Cluster): string | null => {
  if (isDay2(host)) return "No machine network is needed to join a running cluster.";
  return cluster.userManagedNetworking ? "No machine network is needed with user-managed networking." : null;
};

export const machineCidrDefined: HostValidation = {
  id: "machine-cidr-defined",
  category: "network",
  needs: [],
  check: inCluster(({ host }, cluster) => {
    const reason = notNeeded(host, cluster);
    if (reason) return pass(reason);
    if (cluster.machineNetworks.length > 0) return pass("The machine network is known.");
    return fail({
      found: "no machine network",
      needed: "the network that the hosts share",
      remedy: cluster.vipDhcpAllocation
        ? "choose the machine network of the cluster"
        : "set the API or the ingress virtual IPs: the machine network follows from them",
    });
  }),
};

export const belongsToMachineCidr: HostValidation = {
  id: "belongs-to-machine-cidr",
  category: "network",
  needs: [...wholeInventory, "machine-cidr-defined"],
  check: boundWithInventory(({ host }, cluster, inventory) => {
    const reason = notNeeded(host, cluster);
    if (reason) return pass(reason);
    const networks = machineNetworksOf(cluster);
    const missing = networks.filter(({ network }) => !hasAddressIn(inventory, network)).map(({ cidr }) => cidr);
    const oneIsEnough = cluster.loadBalancer === "user-managed";
    const belongs = oneIsEnough ? missing.length < networks.length : missing.length === 0;
    if (belongs) return pass("The host has an address in the machine network.");
    return fail({
      found: `no address of the host in ${missing.join(", ")}`,
      needed: oneIsEnough ? "an address in one of the machine networks" : "an address in every machine network",
      remedy: "correct the host's addresses (DHCP, static configuration, cabling), or the cluster's machine networks",
    });
  }),
};

export const noIscsiNicInMachineCidr: HostValidation = {
  id: "no-iscsi-nic-belongs-to-machine-cidr",
  category: "network",
  needs: [...wholeInventory, "machine-cidr-defined"],
  check: boundWithInventory(({ host }, cluster, inventory) => {
    const storage = new Set(storageAddresses(inventory, host));
    const shared = hostAddresses(inventory).filter(
      (own) =>
        storage.has(own.address) &&
        machineNetworksOf(cluster).some(({ network }) => network !== null && isWithin(own, network)),
    );
    if (shared.length === 0) return pass("The installation disk is not reached through the machine network.");
    return fail({
      found: `an iSCSI installation disk reached from ${shared.map(({ address }) => address).join(", ")}, which is in the machine network`,
      needed: "another network for storage: the cluster reconfigures its own, and the disk would be lost",
      remedy: "reach the disk through another interface, or choose another installation disk",
    });
  }),
};

/** The addresses from which the installation disk is reached, if that is over iSCSI. */
function storageAddresses(inventory: Inventory, { installationDiskId }: Host): readonly string[] {
  if (installationDiskId === "") return [];
  const disk = inventory.disks?.find((candidate) => diskId(candidate) === installationDiskId);
  return disk ? iscsiPathsOf(disk, inventory).flatMap(({ iscsi }) => iscsi?.hostIpAddress ?? []) : [];
}

const hasAddressIn = (inventory: Inventory, network: Network | null): boolean =>
  network !== null && hostAddresses(inventory).some((address) => isWithin(address, network));

type MachineNetwork = Readonly<{ cidr: string; network: Network | null }>;

/** All hosts of a cluster ask for the same list during one refresh. */
const parsed = new WeakMap<readonly string[], readonly MachineNetwork[]>();

export function machineNetworksOf({ machineNetworks }: Cluster): readonly MachineNetwork[] {
  const before = parsed.get(machineNetworks);
  if (before) return before;
  const networks = machineNetworks.map((cidr) => ({ cidr, network: parseNetwork(cidr) }));
  parsed.set(machineNetworks, networks);
  return networks;
}
