import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, anInventory } from "../../test/builders.ts";
import type { Disk, Interface, Inventory } from "../model/observations.ts";
import { refusalSentence } from "../refusal.ts";
import { checkInstallerArgs, installerArgs } from "./installer-args.ts";

const staticNetwork = { staticNetworkConfig: [{ networkYaml: "interfaces: []", macInterfaceMap: [] }] };
const noMachineNetworks = { machineNetworks: [] };

function argsOf(
  inventory: Partial<Inventory> | null,
  { given = [], cluster = {}, infraEnv = {} }: { given?: string[]; cluster?: object; infraEnv?: object } = {},
) {
  const disk = inventory?.disks?.[0];
  const host = aHost({
    inventory: inventory && anInventory(1, inventory),
    installerArgs: given,
    installationDiskId: disk?.id ?? "",
  });
  return installerArgs(host, aCluster(cluster), anInfraEnv(infraEnv)).join(" ");
}

const nic = (over: Partial<Interface>): Interface => ({
  name: "eno1",
  macAddress: "52:54:00:00:00:01",
  type: "physical",
  ipv4Addresses: ["192.168.10.11/24"],
  ipv6Addresses: [],
  ...over,
});
const disk = (driveType: Disk["driveType"], over: Partial<Disk> = {}): Disk => ({
  id: `/dev/disk/by-id/${driveType}`,
  name: "dm-0",
  path: "/dev/dm-0",
  ...(driveType && { driveType }),
  ...over,
});

describe("the network of an installed host", () => {
  test.each<[string, Interface[], object, string]>([
    ["an interface in the machine network", [nic({})], {}, "--append-karg ip=eno1:dhcp"],
    ["a name that moves between boots", [nic({ name: "eth0" })], {}, "--append-karg ip=52-54-00-00-00-01:dhcp"],
    [
      "IPv6",
      [nic({ ipv4Addresses: [], ipv6Addresses: ["fd00::5/64"] })],
      { machineNetworks: ["fd00::/64"] },
      "--append-karg ip=eno1:dhcp6",
    ],
    [
      "both families",
      [nic({ ipv6Addresses: ["fd00::5/64"] })],
      { machineNetworks: ["192.168.10.0/24", "fd00::/64"] },
      "--append-karg ip=eno1:dhcp,dhcp6",
    ],
    [
      "two interfaces, one elsewhere",
      [nic({}), nic({ name: "eno2", ipv4Addresses: ["10.0.0.1/24"] })],
      {},
      "--append-karg ip=eno1:dhcp",
    ],
    ["a bond", [nic({ name: "bond0", type: "bond" })], {}, ""],
    ["no machine network", [nic({})], noMachineNetworks, ""],
  ])("%s", (_, interfaces, cluster, expected) => {
    expect(argsOf({ interfaces, disks: [] }, { cluster })).toBe(expected);
  });

  test("a static network is copied, once", () => {
    expect(argsOf({ disks: [] }, { infraEnv: staticNetwork })).toBe("--copy-network");
    expect(argsOf({ disks: [] }, { infraEnv: staticNetwork, given: ["-n"] })).toBe("-n");
  });

  test.each([
    ["an address", ["--append-karg", "ip=eno1:dhcp6"]],
    ["the live network", ["--copy-network"]],
    ["a directory", ["--network-dir", "/etc/net"]],
  ])("a user who asked for %s gets just that", (_, given) => {
    expect(argsOf({ disks: [] }, { given })).toBe(given.join(" "));
  });

  test("other arguments of the user stay in front", () => {
    expect(argsOf({ disks: [] }, { given: ["--append-karg", "console=ttyS0"] })).toBe(
      "--append-karg console=ttyS0 --append-karg ip=eno1:dhcp",
    );
  });

  test("without an inventory only the user speaks", () => {
    expect(argsOf(null, { given: ["--copy-network"] })).toBe("--copy-network");
  });
});

describe("the disk of an installed host", () => {
  const cluster = noMachineNetworks;

  test("multipath", () => {
    expect(argsOf({ disks: [disk("Multipath")] }, { cluster })).toBe(
      "--append-karg rw --append-karg rd.multipath=default",
    );
  });

  test("RAID", () => {
    expect(argsOf({ disks: [disk("RAID")] }, { cluster })).toBe("--append-karg rd.md=1 --append-karg rd.auto=1");
  });

  test("iSCSI brings up the interface that leads to its target, and only that", () => {
    const disks = [disk("iSCSI", { iscsi: { hostIpAddress: "10.0.0.7" } })];
    const interfaces = [nic({}), nic({ name: "eno2", ipv4Addresses: ["10.0.0.7/24"] })];
    const expected = "--append-karg rd.iscsi.firmware=1 --append-karg ip=eno2:dhcp";
    expect(argsOf({ disks, interfaces }, { cluster })).toBe(expected);
    expect(argsOf({ disks, interfaces })).toBe(expected);
  });

  test("iSCSI over IPv6, and with an address that no interface has", () => {
    const interfaces = [nic({ ipv6Addresses: ["fd00::7/64"] })];
    const over = (hostIpAddress: string) =>
      argsOf({ disks: [disk("iSCSI", { iscsi: { hostIpAddress } })], interfaces }, { cluster });
    expect(over("fd00::7")).toBe("--append-karg rd.iscsi.firmware=1 --append-karg ip=eno1:dhcp6");
    expect(over("fd00::8")).toBe("--append-karg rd.iscsi.firmware=1");
  });

  test("multipath over iSCSI needs both, each argument once", () => {
    const path = (name: string, hostIpAddress: string) =>
      disk("iSCSI", { id: name, name, path: `/dev/${name}`, holders: "dm-0", iscsi: { hostIpAddress } });
    const interfaces = [nic({ ipv4Addresses: ["10.0.0.7/24"] }), nic({ name: "eno2", ipv4Addresses: ["10.0.1.7/24"] })];
    const disks = [disk("Multipath"), path("sda", "10.0.0.7"), path("sdb", "10.0.1.7")];
    expect(argsOf({ disks, interfaces }, { cluster })).toBe(
      "--append-karg rw --append-karg rd.multipath=default --append-karg rd.iscsi.firmware=1 --append-karg ip=eno1:dhcp --append-karg ip=eno2:dhcp",
    );
  });

  test("an argument that the user gave is not repeated", () => {
    expect(argsOf({ disks: [disk("RAID")] }, { cluster, given: ["--append-karg", "rd.md=1"] })).toBe(
      "--append-karg rd.md=1 --append-karg rd.auto=1",
    );
  });
});

describe("s390x", () => {
  const commandLine =
    "coreos.live.rootfs_url=http://x ip=10.0.0.2::10.0.0.1:255.255.255.0:host:encbdf0:none nameserver=10.0.0.1 rd.znet=qeth,0.0.bdf0 rd.dasd=0.0.5235 rd.zfcp=0.0.8002,0x50,0x40 rd.neednet=1 zfcp.allow_lun_scan=0 random.trust_cpu=on";

  test("networks and disks are taken over from the live system's command line", () => {
    const inventory = { cpu: { architecture: "s390x" }, boot: { commandLine }, disks: [] };
    expect(argsOf(inventory)).toBe(
      [
        "ip=10.0.0.2::10.0.0.1:255.255.255.0:host:encbdf0:none",
        "nameserver=10.0.0.1",
        "rd.znet=qeth,0.0.bdf0",
        "rd.dasd=0.0.5235",
        "rd.zfcp=0.0.8002,0x50,0x40",
        "rd.neednet=1",
        "zfcp.allow_lun_scan=0",
      ]
        .map((karg) => `--append-karg ${karg}`)
        .join(" "),
    );
  });

  test("elsewhere the command line says nothing", () => {
    expect(argsOf({ boot: { commandLine }, disks: [] })).toBe("--append-karg ip=eno1:dhcp");
  });
});

describe("arguments that users set", () => {
  test.each([
    [[]],
    [["--append-karg", "console=ttyS0,115200n8", "--delete-karg", "quiet", "-n"]],
    [["--copy-network", "--network-dir", "/etc/net", "--save-partlabel", "data*", "--save-partindex", "5-"]],
    [["--image-url", "https://example.com/os.raw?a=1&b=2", "--image-file", "/tmp/x"]],
    [["--append-karg=nosmt"]],
  ])("%j are taken", (args) => {
    expect(checkInstallerArgs(args)).toBeNull();
  });

  test.each([
    [["--ignition-url", "http://evil"], /needed: one of --append-karg/],
    [["rm"], /"rm"/],
    [["--append-karg"], /a value after --append-karg/],
    [["--append-karg", "-n"], /a value after --append-karg/],
    [["--append-karg="], /a value after/],
    [["--append-karg", "a'; reboot; '"], /without quotes/],
    [["--append-karg", "a\nb"], /without quotes/],
    [["--append-karg", "`id`"], /without quotes/],
  ])("%j are refused", (args, expected) => {
    const refusal = checkInstallerArgs(args);
    expect(refusal?.status).toBe(400);
    expect(refusal && refusalSentence(refusal)).toMatch(expected);
  });
});
