import * as wire from "@muster/contract";
import { diskId } from "../hardware/install-disk.ts";
import type { Cluster } from "../model/cluster.ts";
import { effectiveRole, type Host } from "../model/host.ts";
import { extendedNoProxy } from "../network/no-proxy.ts";
import type { Policy } from "../policy.ts";
import { atLeast } from "../version.ts";
import { installerArgs } from "./installer-args.ts";
import { installationDevice } from "./preparation.ts";
import { mustGatherArgument } from "./release-images.ts";
import { forCluster, type StepArguments } from "./step.ts";

export const install: StepArguments = forCluster(({ host, cluster, infraEnv, policy }) => {
  const bootDevice = installationDevice(host);
  const role = effectiveRole(host);
  if (bootDevice === "" || role === "auto-assign") return null;
  const args = installerArgs(host, cluster, infraEnv);
  const { httpProxy, httpsProxy } = cluster.proxy;
  const mcoImage = cluster.releaseComponents?.machineConfigOperator;
  const coreosImage = cluster.releaseComponents?.coreOs;
  const mustGather = mustGatherArgument(cluster, policy);
  const toFormat = disksToFormat(host);
  const request = wire.toWire(wire.InstallCmdRequest, {
    clusterId: cluster.id,
    infraEnvId: host.infraEnvId,
    hostId: host.id,
    role: host.bootstrap ? "bootstrap" : role,
    bootDevice,
    controllerImage: policy.controllerImage,
    installerImage: policy.installerImage,
    controlPlaneCount: cluster.controlPlaneCount,
    checkCvo: policy.checkClusterVersion,
    enableSkipMcoReboot: skipsMcoReboot(host, cluster, bootDevice, policy),
    notifyNumReboots: !policy.kubeApi,
    ...((httpProxy || httpsProxy) && {
      proxy: { ...(httpProxy && { httpProxy }), ...(httpsProxy && { httpsProxy }), noProxy: extendedNoProxy(cluster) },
    }),
    ...(toFormat.length > 0 && { disksToFormat: toFormat }),
    ...(mustGather && { mustGatherImage: mustGather }),
    ...(mcoImage && { mcoImage }),
    ...(cluster.openshiftVersion && { openshiftVersion: cluster.openshiftVersion }),
    ...(args.length > 0 && { installerArgs: JSON.stringify(args) }),
    ...(savesPartitions(args) && { skipInstallationDiskCleanup: true }),
    // A machine that booted from its own disk is installed over the system that runs on it.
    ...(coreosImage && host.inventory?.boot?.deviceType === "persistent" && { coreosImage }),
  });
  return [JSON.stringify(request)];
});

/** By path: the installer opens them as devices. */
function disksToFormat({ disksToBeFormatted, skipFormattingDisks, inventory }: Host): string[] {
  return disksToBeFormatted
    .filter((id) => !skipFormattingDisks.includes(id))
    .map((id) => inventory?.disks?.find((disk) => diskId(disk) === id)?.path ?? id)
    .filter((path) => path.startsWith("/dev/"));
}

/** Cleaning the disk would take the partitions that were to be kept. */
const savesPartitions = (args: readonly string[]) =>
  args.some((arg) => arg.startsWith("--save-partlabel") || arg.startsWith("--save-partindex"));

function skipsMcoReboot(host: Host, cluster: Cluster, bootDevice: string, policy: Policy): boolean {
  return (
    policy.skipMcoReboot &&
    atLeast(cluster.openshiftVersion, "4.15") &&
    host.inventory?.cpu?.architecture !== "s390x" &&
    !bootDevice.startsWith("/dev/dm-")
  );
}
