import { describe, expect, test } from "vitest";
import { anInventory } from "../../test/builders.ts";
import type { Disk } from "../model/observations.ts";
import { chooseInstallDisk, formattingCandidates } from "./install-disk.ts";

const aDisk = (name: string, over: Partial<Disk> = {}): Disk => ({
  id: name,
  name,
  path: `/dev/${name}`,
  driveType: "HDD",
  sizeBytes: 480e9,
  installationEligibility: { eligible: true, notEligibleReasons: [] },
  ...over,
});
const ineligible = { installationEligibility: { eligible: false, notEligibleReasons: ["no"] } };

describe("the disk to install to", () => {
  test.each<[string, Disk[], string]>([
    ["a disk that boots comes first", [aDisk("sda"), aDisk("nvme0n1", { bootable: true, sizeBytes: 2e12 })], "nvme0n1"],
    ["then any that is no NVMe", [aDisk("nvme0n1", { driveType: "HDD", sizeBytes: 1 }), aDisk("sdb")], "sdb"],
    ["then by type: HDD before SSD", [aDisk("sda", { driveType: "SSD" }), aDisk("sdb")], "sdb"],
    ["then the smallest", [aDisk("sda"), aDisk("sdb", { sizeBytes: 200e9 })], "sdb"],
    ["then by position", [aDisk("sda", { hctl: "0:0:10:0" }), aDisk("sdb", { hctl: "0:0:2:0" })], "sdb"],
    ["among equals the first", [aDisk("sda", { hctl: "0:0:0:0" }), aDisk("sdb", { hctl: "0:0:0:0" })], "sda"],
    ["never one that is not eligible", [aDisk("sda", { bootable: true, ...ineligible }), aDisk("sdb")], "sdb"],
  ])("%s", (_, disks, name) => {
    expect(chooseInstallDisk(anInventory(1, { disks }))?.name).toBe(name);
  });

  test("is the one asked for, as long as it is eligible", () => {
    const disks = [aDisk("sda"), aDisk("sdb"), aDisk("sdc", ineligible)];
    const choose = (wanted: string) => chooseInstallDisk(anInventory(1, { disks }), wanted)?.name;
    expect([choose("sdb"), choose("sdc"), choose("gone")]).toEqual(["sdb", "sda", "sda"]);
  });

  test("is none when no disk is eligible", () => {
    expect(chooseInstallDisk(anInventory(1, { disks: [aDisk("sda", ineligible)] }))).toBeNull();
  });
});

describe("disks to be formatted", () => {
  test.each<[string, Disk, boolean]>([
    ["a bootable disk", aDisk("sda", { bootable: true }), true],
    ["a bootable disk that cannot be installed to", aDisk("sda", { bootable: true, ...ineligible }), true],
    ["a disk without a boot sector", aDisk("sda"), false],
    ["a removable disk", aDisk("sda", { bootable: true, removable: true }), false],
    ["a memory card", aDisk("mmcblk0", { bootable: true }), false],
    ["the installation media", aDisk("sda", { bootable: true, isInstallationMedia: true }), false],
    ["a Fibre Channel disk", aDisk("sda", { bootable: true, driveType: "FC" }), false],
    ["an iSCSI disk", aDisk("sda", { bootable: true, driveType: "iSCSI" }), false],
    ["a logical volume", aDisk("dm-0", { bootable: true, driveType: "LVM" }), false],
    ["a multipath device", aDisk("dm-0", { bootable: true, driveType: "Multipath" }), false],
  ])("%s: %#", (_, disk, formatted) => {
    expect(formattingCandidates(anInventory(1, { disks: [disk] })).length === 1).toBe(formatted);
  });

  test("leave out those that a person wants kept", () => {
    const disks = [aDisk("sda", { bootable: true }), aDisk("sdb", { bootable: true })];
    expect(formattingCandidates(anInventory(1, { disks }), ["sda"])).toEqual(["sdb"]);
  });

  test("a disk without an id goes by its path", () => {
    const { id: _, ...disk } = aDisk("sda", { bootable: true });
    expect(formattingCandidates(anInventory(1, { disks: [disk] }))).toEqual(["/dev/sda"]);
  });
});
