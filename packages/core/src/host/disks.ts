import { isEligible } from "../hardware/disks.ts";
import { diskId, formattingCandidates } from "../hardware/install-disk.ts";
import type { Host } from "../model/host.ts";
import type { Disk } from "../model/observations.ts";
import { invalid, notNow } from "../problem.ts";
import { done, type Outcome, refused } from "../refusal.ts";

type DiskChoice = Readonly<{ id: string; role?: "none" | "install" }>;
type FormattingChoice = Readonly<{ diskId: string; skipFormatting: boolean }>;

const names = (disk: Disk): readonly (string | undefined)[] => [disk.id, disk.path, disk.byId, disk.byPath];
const findDisk = (host: Host, wanted: string): Disk | undefined =>
  host.inventory?.disks?.find((disk) => names(disk).includes(wanted));

const undiscovered = notNow({
  found: "a host that has not reported its disks",
  needed: "its inventory",
  remedy: "wait until the host has been discovered",
});

export function chooseDisk(
  host: Host,
  choices: readonly DiskChoice[],
): Outcome<Pick<Host, "installationDiskId" | "installationDiskPath">> {
  if (!host.inventory) return refused(undiscovered);
  const field = "disks_selected_config";
  const wanted = choices.filter(({ role }) => role === "install");
  const [choice] = wanted;
  if (!choice || wanted.length > 1) {
    return refused(
      invalid(field, {
        found: `${wanted.length} disks with role install`,
        needed: "exactly one",
        remedy: "mark one disk for the installation",
      }),
    );
  }
  const disk = findDisk(host, choice.id);
  if (!disk || !isEligible(disk)) {
    const reasons = disk?.installationEligibility?.notEligibleReasons ?? [];
    return refused(
      invalid(field, {
        found: disk
          ? `disk ${choice.id}, which is not eligible: ${reasons.join("; ")}`
          : `no disk ${choice.id} in the host`,
        needed: "an eligible disk of the host",
        remedy: "choose one that the inventory lists as eligible",
      }),
    );
  }
  return done({ installationDiskId: diskId(disk), installationDiskPath: disk.path ?? "" });
}

export function chooseFormatting(
  host: Host,
  choices: readonly FormattingChoice[],
): Outcome<Pick<Host, "skipFormattingDisks" | "disksToBeFormatted">> {
  if (!host.inventory) return refused(undiscovered);
  const kept = new Set(host.skipFormattingDisks);
  for (const { diskId: wanted, skipFormatting } of choices) {
    const disk = findDisk(host, wanted);
    if (!skipFormatting) {
      // A disk that is gone can still be taken off the list.
      kept.delete(disk ? diskId(disk) : wanted);
    } else if (disk) {
      kept.add(diskId(disk));
    } else {
      return refused(
        invalid("disks_skip_formatting", {
          found: `no disk ${wanted} in the host`,
          needed: "a disk of the host",
          remedy: "choose one that the inventory lists",
        }),
      );
    }
  }
  const skipFormattingDisks = [...kept];
  return done({ skipFormattingDisks, disksToBeFormatted: formattingCandidates(host.inventory, skipFormattingDisks) });
}
