import type { Disk } from "../model/observations.ts";
import type { BoundHostFacts } from "./definition.ts";

const usableTypes: readonly Disk["driveType"][] = ["HDD", "SSD"];

/** Disks that a storage operator may take: not the one the system goes to, not removable, big enough. */
export function spareDisks({ host, inventory }: BoundHostFacts, minBytes = 0): readonly Disk[] {
  return (inventory.disks ?? []).filter(
    (disk) =>
      usableTypes.includes(disk.driveType) &&
      !disk.removable &&
      !disk.isInstallationMedia &&
      (disk.sizeBytes ?? 0) >= minBytes &&
      !(host.installationDiskId && disk.id === host.installationDiskId) &&
      !(host.installationDiskPath && disk.path === host.installationDiskPath),
  );
}
