import { describe, expect, test } from "vitest";
import { anInventory } from "../../test/builders.ts";
import type { Disk, Inventory } from "../model/observations.ts";
import type { DriveType } from "./disk-types.ts";
import { assessDisks, isEligible } from "./disks.ts";

const aDisk = (over: Partial<Disk> = {}): Disk => ({
  id: `/dev/disk/by-id/${over.name ?? "sda"}`,
  name: "sda",
  driveType: "SSD",
  sizeBytes: 480e9,
  ...over,
});

const rules = { openshiftVersion: "4.22.9", minimumSizeGb: 100 };

const inventoryWith = (disks: Disk[], over: Partial<Inventory> = {}) => anInventory(1, { disks, ...over });

const reasons = (inventory: Inventory, over: Partial<typeof rules> = {}): (string[] | undefined)[] =>
  assessDisks(inventory, { ...rules, ...over }).disks?.map(
    ({ installationEligibility }) => installationEligibility?.notEligibleReasons,
  ) ?? [];

describe("drive types", () => {
  const never: DriveType[] = ["Unknown", "FDD", "ODD", "virtual", "LVM"];
  const mainframe: DriveType[] = ["ECKD", "ECKD (ESE)", "FBA"];
  test.each<[string, string, DriveType[], DriveType[]]>([
    ["4.13.0", "x86_64", ["HDD", "SSD", "Multipath", "FC"], [...never, ...mainframe, "RAID", "iSCSI"]],
    ["4.14.1", "x86_64", ["HDD", "SSD", "Multipath", "FC", "RAID"], [...never, ...mainframe, "iSCSI"]],
    ["4.15.0", "x86_64", ["HDD", "SSD", "Multipath", "FC", "RAID", "iSCSI"], [...never, ...mainframe]],
    ["4.22.9", "aarch64", ["HDD", "SSD", "Multipath", "RAID", "iSCSI"], [...never, ...mainframe, "FC"]],
    ["4.22.9", "ppc64le", ["HDD", "SSD", "Multipath", "RAID", "iSCSI"], [...never, ...mainframe, "FC"]],
    ["4.22.9", "s390x", ["HDD", "SSD", "Multipath", "RAID", "iSCSI", "FC", ...mainframe], never],
    ["my-own-build", "x86_64", ["HDD", "SSD", "Multipath", "FC", "RAID", "iSCSI"], [...never, ...mainframe]],
  ])("of %s on %s", (openshiftVersion, architecture, usable, unusable) => {
    const disks = [...usable, ...unusable].map((driveType) =>
      aDisk({ driveType, iscsi: { hostIpAddress: "10.9.0.5" }, name: driveType }),
    );
    const inventory = inventoryWith(disks, { cpu: { architecture } });
    const eligible = assessDisks(inventory, { ...rules, openshiftVersion }).disks?.filter(isEligible);
    expect(eligible?.map(({ driveType }) => driveType)).toEqual(usable);
  });

  test("the reason names the type and what is possible instead", () => {
    expect(reasons(inventoryWith([aDisk({ driveType: "LVM" })]))).toEqual([
      ["Unsuitable drive type: found LVM, needed one of HDD, SSD, Multipath, RAID, iSCSI, FC"],
    ]);
  });

  test("a disk whose type is missing counts as unknown", () => {
    const { driveType: _, ...disk } = aDisk();
    expect(reasons(inventoryWith([disk]))[0]?.[0]).toContain("found Unknown");
  });
});

describe("size", () => {
  test.each([
    [100e9, []],
    [100e9 - 1, ["Too small: the disk has 99.99 GB, 100 GB are needed"]],
  ])("%d bytes", (sizeBytes, expected) => {
    expect(reasons(inventoryWith([aDisk({ sizeBytes })]))).toEqual([expected]);
  });

  test("counts for every other reason too", () => {
    expect(reasons(inventoryWith([aDisk({ sizeBytes: 1e9, driveType: "ODD" })]))[0]).toHaveLength(2);
  });
});

describe("multipath", () => {
  const path = (name: string, driveType: DriveType, hostIpAddress = "10.9.0.5") =>
    aDisk({ name, driveType, holders: "dm-0", iscsi: { hostIpAddress } });
  const device = aDisk({ name: "dm-0", driveType: "Multipath" });

  test.each<[string, Disk[], string[]]>([
    ["over Fibre Channel is eligible", [path("sda", "FC"), path("sdb", "FC")], []],
    ["over iSCSI is eligible", [path("sda", "iSCSI"), path("sdb", "iSCSI")], []],
    ["whose paths are not reported is eligible", [], []],
    [
      "of mixed paths is not",
      [path("sda", "FC"), path("sdb", "iSCSI")],
      ["Unsuitable multipath: its paths are of types FC and iSCSI, they must all be of one type"],
    ],
    [
      "over other paths is not",
      [path("sda", "FC"), path("sdb", "HDD")],
      ["Unsuitable multipath: found paths of type HDD, needed only FC or iSCSI"],
    ],
    [
      "over iSCSI through the cluster's own interface is not, and says so once",
      [path("sda", "iSCSI", "192.168.10.11"), path("sdb", "iSCSI", "192.168.10.11")],
      [
        "Unsuitable iSCSI network: 192.168.10.11 is on eno1, which has the default route; reach the disk through another interface",
      ],
    ],
  ])("%s", (_, paths, expected) => {
    expect(reasons(inventoryWith([device, ...paths]))[0]).toEqual(expected);
  });

  test("its paths cannot be chosen themselves", () => {
    const other = aDisk({ name: "sdc", driveType: "FC", holders: "dm-7" });
    expect(reasons(inventoryWith([path("sda", "FC"), path("sdb", "iSCSI"), device, other]))).toEqual([
      ["Part of the multipath device dm-0: choose that device instead"],
      ["Part of the multipath device dm-0: choose that device instead"],
      ["Unsuitable multipath: its paths are of types FC and iSCSI, they must all be of one type"],
      [],
    ]);
  });

  test("several holders are told apart", () => {
    const member = aDisk({ name: "sda", driveType: "FC", holders: "dm-3, dm-0" });
    expect(reasons(inventoryWith([device, member]))[1]).toEqual([
      "Part of the multipath device dm-0: choose that device instead",
    ]);
  });
});

describe("an iSCSI disk", () => {
  const reachedFrom = (hostIpAddress: string) => aDisk({ driveType: "iSCSI", iscsi: { hostIpAddress } });
  const nics = [
    { name: "eno1", ipv4Addresses: ["192.168.10.11/24"], ipv6Addresses: ["fd00::11/64"] },
    { name: "eno2", ipv4Addresses: ["10.9.0.5/24"] },
  ];
  const v6Route = { interface: "eno1", gateway: "fe80::1", destination: "::", family: 10 };
  test.each<[string, string, Partial<Inventory>, string[]]>([
    ["behind another interface is eligible", "10.9.0.5", {}, []],
    [
      "behind the interface with the default route is not",
      "192.168.10.11",
      {},
      [
        "Unsuitable iSCSI network: 192.168.10.11 is on eno1, which has the default route; reach the disk through another interface",
      ],
    ],
    [
      "behind the IPv6 default route is not",
      "fd00::11",
      { routes: [v6Route] },
      [
        "Unsuitable iSCSI network: fd00::11 is on eno1, which has the default route; reach the disk through another interface",
      ],
    ],
    [
      "that does not say how it is reached is not",
      "",
      {},
      ["Unsuitable iSCSI network: the inventory does not say from which address the disk is reached"],
    ],
    [
      "of a machine without a default route is not",
      "10.9.0.5",
      { routes: [] },
      ["Unsuitable iSCSI network: no interface with a default route was found to tell it apart from"],
    ],
  ])("%s", (_, address, over, expected) => {
    expect(reasons(inventoryWith([reachedFrom(address)], { interfaces: nics, ...over }))).toEqual([expected]);
  });
});

describe("assessing again", () => {
  const mounted = "Disk has partition 'sda1' mounted on '/mnt'";
  const fromAgent = aDisk({ installationEligibility: { eligible: false, notEligibleReasons: [mounted] } });

  test("keeps what the agent held against a disk", () => {
    expect(reasons(inventoryWith([fromAgent]))).toEqual([[mounted]]);
  });

  test("takes its own reasons back when they no longer hold", () => {
    const strict = assessDisks(inventoryWith([fromAgent, aDisk({ driveType: "RAID" })]), {
      openshiftVersion: "4.13.0",
      minimumSizeGb: 500,
    });
    expect(strict.disks?.map((disk) => disk.installationEligibility?.notEligibleReasons?.length)).toEqual([2, 2]);
    expect(reasons(strict)).toEqual([[mounted], []]);
  });

  test("gives the very same inventory back when nothing changed", () => {
    const once = assessDisks(inventoryWith([fromAgent, aDisk({ sizeBytes: 1 })]), rules);
    expect(assessDisks(once, rules)).toBe(once);
  });

  test("judges anew when only the size or only the version is another", () => {
    const inventory = inventoryWith([aDisk({ driveType: "RAID", sizeBytes: 120e9 })]);
    expect(reasons(inventory)).toEqual([[]]);
    expect(reasons(inventory, { openshiftVersion: "4.13.0" })[0]?.[0]).toContain("drive type");
    expect(reasons(inventory, { minimumSizeGb: 121 })[0]?.[0]).toContain("Too small");
    expect(reasons(inventory, { minimumSizeGb: 122 })[0]?.[0]).toContain("122 GB");
  });

  test("changes those disks that it sees otherwise, and only those", () => {
    const inventory = assessDisks(inventoryWith([aDisk({ sizeBytes: 1e9 }), aDisk({ sizeBytes: 200e9 })]), rules);
    const again = assessDisks(inventory, { ...rules, minimumSizeGb: 300 });
    expect(again.disks?.map(isEligible)).toEqual([false, false]);
    const less = assessDisks(inventory, { ...rules, minimumSizeGb: 101 });
    expect(less.disks?.[0]?.installationEligibility?.notEligibleReasons?.[0]).toContain("101 GB are needed");
    expect(less.disks?.[1]).toBe(inventory.disks?.[1]);
  });

  test("an inventory without disks stays as it is", () => {
    const { disks: _, ...inventory } = anInventory();
    expect(assessDisks(inventory, rules)).toBe(inventory);
  });
});
