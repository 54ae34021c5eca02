import * as wire from "@muster/contract";
import type { Cluster } from "../model/cluster.ts";
import { effectiveRole, type Host } from "../model/host.ts";
import { parseNetwork } from "../network/address.ts";
import { hostAddresses, isWithin } from "../network/host-addresses.ts";
import { forCluster, type StepArguments } from "./step.ts";

/** Logs are asked for once. The bootstrap host gathers those of the control plane too. */
export const logsGather: StepArguments = forCluster(({ host, cluster, hosts }) => {
  if (host.logs.collectedAt !== null) return null;
  const masterIps = host.bootstrap ? controlPlaneAddresses(host, cluster, hosts) : [];
  const request = wire.toWire(wire.LogsGatherCmdRequest, {
    clusterId: cluster.id,
    infraEnvId: host.infraEnvId,
    hostId: host.id,
    bootstrap: host.bootstrap,
    installerGather: true,
    ...(masterIps.length > 0 && { masterIps }),
  });
  return [JSON.stringify(request)];
});

function controlPlaneAddresses(self: Host, cluster: Cluster, hosts: readonly Host[]): string[] {
  const networks = cluster.machineNetworks.flatMap((cidr) => parseNetwork(cidr) ?? []);
  return hosts.flatMap((host) => {
    if (host.id === self.id || effectiveRole(host) !== "master" || !host.inventory) return [];
    const addresses = hostAddresses(host.inventory);
    const inMachineNetwork = addresses.find((address) => networks.some((network) => isWithin(address, network)));
    const chosen = inMachineNetwork ?? addresses[0];
    return chosen ? [chosen.address] : [];
  });
}

export const stopInstallation: StepArguments = () => [];
