// What is tried on a host before anything is written: is the disk fast enough, can the images be pulled.
import * as wire from "@muster/contract";
import { diskId } from "../hardware/install-disk.ts";
import type { Host } from "../model/host.ts";
import { second } from "../model/instant.ts";
import type { Disk } from "../model/observations.ts";
import { mustGatherImage } from "./release-images.ts";
import { forCluster, type StepArguments } from "./step.ts";

export const installationDisk = (host: Host): Disk | null =>
  host.inventory?.disks?.find((disk) => host.installationDiskId !== "" && diskId(disk) === host.installationDiskId) ??
  null;

/** Kernel names move between boots; the id finds the disk again. */
export const installationDevice = (host: Host): string => installationDisk(host)?.path ?? host.installationDiskPath;

export const installationDiskSpeedCheck: StepArguments = ({ host, policy }) => {
  const path = installationDevice(host);
  const measured = (host.disksInfo[host.installationDiskId] ?? host.disksInfo[path])?.diskSpeed;
  if (path === "" || (measured?.tested && (measured.exitCode ?? 0) === 0)) return null;
  const request = wire.toWire(wire.DiskSpeedCheckRequest, { path });
  return [JSON.stringify(request), (policy.diskCheckTimeout / second).toFixed(2)];
};

export const containerImageAvailability: StepArguments = forCluster(({ host, cluster, policy }) => {
  const needed = [
    cluster.releaseImage,
    cluster.releaseComponents?.machineConfigOperator ?? "",
    mustGatherImage(cluster, policy),
    policy.installerImage,
  ];
  const images = [...new Set(needed)].filter((image) => image !== "" && !Object.hasOwn(host.imagesStatus, image));
  if (images.length === 0) return null;
  const timeout = policy.imageAvailabilityTimeout / second;
  return [JSON.stringify(wire.toWire(wire.ContainerImageAvailabilityRequest, { timeout, images }))];
});
