import type { Host } from "../model/host.ts";

const gib = 1024 ** 3;

/** How much more a host is than a control plane node needs to be: light hosts make the control plane, heavy ones work. */
export function weight({ inventory, installationDiskId }: Host): number {
  const disks = inventory?.disks ?? [];
  const disk =
    disks.find(({ id }) => id === installationDiskId) ?? disks.find((one) => one.installationEligibility?.eligible);
  const cpu = inventory?.cpu?.count ?? 0;
  const memoryGib = (inventory?.memory?.physicalBytes ?? 0) / gib;
  const diskGib = (disk?.sizeBytes ?? 0) / gib;
  return cpu - 4 + 0.1 * (memoryGib - 16) + 0.004 * (diskGib - 100);
}

const hasGpu = ({ inventory }: Host): boolean => (inventory?.gpus?.length ?? 0) > 0;

/** Hosts with a GPU last, then by weight; of equals the one that came first (reference service 3.10). */
export function byFitnessForControlPlane(hosts: readonly Host[]): readonly Host[] {
  return hosts
    .map((host) => ({ host, gpu: hasGpu(host), weight: weight(host) }))
    .sort(
      (one, other) =>
        Number(one.gpu) - Number(other.gpu) ||
        one.weight - other.weight ||
        one.host.createdAt - other.host.createdAt ||
        (one.host.id < other.host.id ? -1 : 1),
    )
    .map(({ host }) => host);
}
