import { chooseInstallDisk, diskId, formattingCandidates } from "../hardware/install-disk.ts";
import type { Host } from "../model/host.ts";
import type { Inventory } from "../model/observations.ts";

type DiskChoice = Pick<Host, "installationDiskId" | "installationDiskPath" | "disksToBeFormatted">;

/** Where a host would be installed and which disks would be wiped, by the wishes that were made and what is there. */
export function disksOf(host: Host, inventory: Inventory): DiskChoice {
  const disk = chooseInstallDisk(inventory, host.installationDiskId);
  return {
    installationDiskId: disk ? diskId(disk) : "",
    installationDiskPath: disk ? (disk.path ?? `/dev/${disk.name ?? ""}`) : "",
    disksToBeFormatted: formattingCandidates(inventory, host.skipFormattingDisks),
  };
}
