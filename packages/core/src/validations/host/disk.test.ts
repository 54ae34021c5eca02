import { describe, expect, test } from "vitest";
import { outcomes, resultOf } from "../../../test/host-facts.ts";
import type { Disk, DiskInfo } from "../../model/observations.ts";

const aDisk = (name: string, over: Partial<Disk> = {}): Disk => ({
  id: name,
  name,
  driveType: "SSD",
  sizeBytes: 480e9,
  ...over,
});
const disks = (...list: Disk[]) => ({ inventory: { disks: list } });

outcomes("has-min-valid-disks", [
  ["one that is good is enough", disks(aDisk("sr0", { driveType: "ODD" }), aDisk("sda")), "success"],
  [
    "all too small",
    disks(aDisk("sda", { sizeBytes: 20e9 })),
    "failure",
    "sda (Too small: the disk has 20 GB, 100 GB are needed); needed:",
  ],
  ["no disks", disks(), "failure", "no disks"],
  [
    "a small disk that an arbiter can use",
    { ...disks(aDisk("sda", { sizeBytes: 60e9 })), host: { role: "arbiter" } },
    "success",
  ],
  [
    "a disk that was good for an earlier version of the choice",
    disks(aDisk("sda", { driveType: "LVM", installationEligibility: { eligible: true } })),
    "failure",
  ],
  ["a small disk in a pool", { ...disks(aDisk("sda", { sizeBytes: 20e9 })), cluster: null }, "failure"],
  ["no inventory", { inventory: null }, "pending"],
]);

describe("many unusable disks", () => {
  test("are not all listed", () => {
    const list = Array.from({ length: 500 }, (_, index) => aDisk(`sd${index}`, { sizeBytes: 1 }));
    expect(resultOf("has-min-valid-disks", disks(...list))?.found).toMatch(/^.{0,400} and 497 more$/);
  });
});

const measured = (diskSpeed: DiskInfo["diskSpeed"] = {}) => ({
  host: { installationDiskId: "sda", disksInfo: { sda: { diskSpeed } } },
});

outcomes("sufficient-installation-disk-speed", [
  ["not measured yet", {}, "success", "will be measured"],
  ["fast enough", measured({ tested: true, exitCode: 0, speedMs: 10 }), "success", "fast enough"],
  ["too slow", measured({ tested: true, exitCode: 0, speedMs: 11 }), "failure", "takes 11 ms"],
  ["could not be measured", measured({ tested: true, exitCode: 1 }), "failure", "could not be measured"],
  ["measured before, but to be measured again", measured({ tested: false, speedMs: 50 }), "success"],
  [
    "another disk was too slow",
    { host: { installationDiskId: "sdb", disksInfo: { sda: { diskSpeed: { tested: true, speedMs: 50 } } } } },
    "success",
  ],
  ["in a pool", { ...measured({ tested: true, speedMs: 50 }), cluster: null }, "not-applicable"],
]);

outcomes("no-skip-installation-disk", [
  ["nothing is to be kept", {}, "success"],
  ["another disk is to be kept", { host: { installationDiskId: "sda", skipFormattingDisks: ["sdb"] } }, "success"],
  [
    "the installation disk is to be kept",
    { host: { installationDiskId: "sda", skipFormattingDisks: ["sda"] } },
    "failure",
  ],
  ["no disk is chosen", { host: { installationDiskId: "", skipFormattingDisks: [""] } }, "success"],
]);

outcomes("no-skip-missing-disk", [
  ["nothing is to be kept", {}, "success"],
  ["what is to be kept is there", { ...disks(aDisk("sda")), host: { skipFormattingDisks: ["sda"] } }, "success"],
  ["what is to be kept is gone", { ...disks(aDisk("sda")), host: { skipFormattingDisks: ["sdb"] } }, "failure", "sdb"],
  ["no inventory", { inventory: null, host: { skipFormattingDisks: ["sdb"] } }, "pending"],
]);
