import { fail, pass } from "../../finding.ts";
import { assessDisks, isEligible } from "../../hardware/disks.ts";
import { diskId } from "../../hardware/install-disk.ts";
import { diskRules, requirementsFor } from "../../hardware/requirements.ts";
import type { Disk } from "../../model/observations.ts";
import { type HostValidation, inCluster, wholeInventory, withInventory } from "./validation.ts";

/** Judged anew each time: a change of role, version or operators can make a disk too small. */
export const hasMinValidDisks: HostValidation = {
  id: "has-min-valid-disks",
  category: "hardware",
  needs: wholeInventory,
  check: withInventory((inventory, facts) => {
    const disks = assessDisks(inventory, diskRules(facts)).disks ?? [];
    if (disks.some(isEligible)) return pass("There is a disk to install to.");
    return fail({
      found: disks.length === 0 ? "no disks" : `no disk that can be installed to: ${listObjections(disks)}`,
      needed: "at least one disk that is large enough, of a suitable type and not in use",
      remedy: "add a disk, or remove what stands against one of these",
    });
  }),
};

const shown = 3;

function listObjections(disks: readonly Disk[]): string {
  const objections = disks
    .slice(0, shown)
    .map((disk) => `${disk.name || diskId(disk)} (${disk.installationEligibility?.notEligibleReasons?.join(", ")})`);
  const rest = disks.length - objections.length;
  return `${objections.join("; ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

export const sufficientDiskSpeed: HostValidation = {
  id: "sufficient-installation-disk-speed",
  category: "hardware",
  needs: [],
  check: inCluster((facts) => {
    const { installationDiskId, disksInfo } = facts.host;
    const measured = disksInfo[installationDiskId]?.diskSpeed;
    if (!measured?.tested) return pass("The installation disk will be measured when the installation is prepared.");
    const { diskSpeedThresholdMs } = requirementsFor(facts).total;
    const failed = (measured.exitCode ?? 0) !== 0;
    if (!failed && (measured.speedMs ?? 0) <= diskSpeedThresholdMs)
      return pass("The installation disk is fast enough.");
    return fail({
      found: failed
        ? "that the installation disk could not be measured"
        : `an installation disk that takes ${measured.speedMs} ms to store a write for good`,
      needed: `at most ${diskSpeedThresholdMs} ms, or etcd will not keep up`,
      remedy: "choose a faster disk, or reset this check to measure again",
    });
  }),
};

export const noSkipInstallationDisk: HostValidation = {
  id: "no-skip-installation-disk",
  category: "hardware",
  needs: [],
  check: ({ host: { installationDiskId, skipFormattingDisks } }) =>
    installationDiskId === "" || !skipFormattingDisks.includes(installationDiskId)
      ? pass("The installation disk may be formatted.")
      : fail({
          found: `a wish to keep the contents of ${installationDiskId}, which is the installation disk`,
          needed: "an installation disk that may be formatted",
          remedy: "allow it to be formatted, or choose another installation disk",
        }),
};

export const noSkipMissingDisk: HostValidation = {
  id: "no-skip-missing-disk",
  category: "hardware",
  needs: ["has-inventory"],
  check: withInventory(({ disks = [] }, { host: { skipFormattingDisks } }) => {
    if (skipFormattingDisks.length === 0) return pass("No disk is to be kept from formatting.");
    const present = new Set(disks.map(diskId));
    const missing = skipFormattingDisks.filter((id) => !present.has(id));
    if (missing.length === 0) return pass("All disks that are to be kept are present.");
    return fail({
      found: `that disks which are to be kept are gone: ${missing.join(", ")}`,
      needed: "every such disk present: under a new name it would be formatted after all",
      remedy: "connect the disks again, or take them off the list of disks to keep",
    });
  }),
};
