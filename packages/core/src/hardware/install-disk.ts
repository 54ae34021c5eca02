// Which disk the operating system goes to, and which disks are wiped so that the machine cannot boot anything else.
import type { Disk, Inventory } from "../model/observations.ts";
import { isEligible } from "./disks.ts";

/** What the wire calls a disk: agents fill `id`; very old ones only the path. */
export const diskId = (disk: Disk): string => disk.id ?? disk.path ?? "";

/** The disk asked for while it is eligible, else the default one; null when no disk is eligible. */
export function chooseInstallDisk(inventory: Inventory, wantedId = ""): Disk | null {
  const eligible = (inventory.disks ?? []).filter(isEligible);
  const wanted = wantedId === "" ? undefined : eligible.find((disk) => diskId(disk) === wantedId);
  return wanted ?? eligible.sort(byPreference)[0] ?? null;
}

/** Reference service 4.5: a disk that boots already, then no NVMe (kept for data), then the smallest. */
function byPreference(one: Disk, other: Disk): number {
  return (
    Number(other.bootable === true) - Number(one.bootable === true) ||
    Number(isNvme(one)) - Number(isNvme(other)) ||
    compare(one.driveType ?? "", other.driveType ?? "") ||
    (one.sizeBytes ?? 0) - (other.sizeBytes ?? 0) ||
    compareHctl(one.hctl ?? "", other.hctl ?? "")
  );
}

const isNvme = ({ name }: Disk): boolean => name?.startsWith("nvme") === true;

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** `host:channel:target:lun`, part by part as numbers: 0:0:2:0 comes before 0:0:10:0. */
function compareHctl(one: string, other: string): number {
  const [left, right] = [one.split(":").map(Number), other.split(":").map(Number)];
  for (const [index, part] of left.entries()) {
    const difference = part - (right[index] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

const neverFormatted: ReadonlySet<string | undefined> = new Set(["FC", "iSCSI", "LVM", "Multipath"]);

/** Bootable local disks, by id. Shared storage and removable media are nobody's to wipe. */
export function formattingCandidates(inventory: Inventory, skipFormatting: readonly string[] = []): string[] {
  return (inventory.disks ?? [])
    .filter(
      (disk) =>
        disk.bootable === true &&
        disk.removable !== true &&
        disk.isInstallationMedia !== true &&
        !disk.name?.startsWith("mmcblk") &&
        !neverFormatted.has(disk.driveType),
    )
    .map(diskId)
    .filter((id) => !skipFormatting.includes(id));
}
