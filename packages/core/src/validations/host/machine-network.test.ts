import { outcomes } from "../../../test/host-facts.ts";
import type { Disk } from "../../model/observations.ts";

const day2 = {
  host: { kind: "AddToExistingClusterHost" },
  cluster: { kind: "AddHostsCluster", machineNetworks: [] },
} as const;
const managed = { cluster: { userManagedNetworking: true, machineNetworks: [] } };

outcomes("machine-cidr-defined", [
  ["known", {}, "success"],
  ["unknown", { cluster: { machineNetworks: [] } }, "failure", "virtual IPs"],
  [
    "unknown with DHCP for VIPs",
    { cluster: { machineNetworks: [], vipDhcpAllocation: true } },
    "failure",
    "choose the machine network",
  ],
  [
    "unknown with a load balancer of one's own",
    { cluster: { machineNetworks: [], loadBalancer: "user-managed" } },
    "failure",
  ],
  ["user-managed networking", managed, "success", "user-managed networking"],
  ["a host that joins", day2, "success", "running cluster"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);

const dualStack = ["192.168.10.0/24", "fd00::/64"];
const address = (...ipv4Addresses: string[]) => ({ interfaces: [{ name: "eno1", ipv4Addresses }] });

outcomes("belongs-to-machine-cidr", [
  ["in it", {}, "success"],
  ["elsewhere", { inventory: address("10.0.0.7/24") }, "failure", "192.168.10.0/24"],
  ["in it by address, though the host sees a wider network", { inventory: address("192.168.10.7/16") }, "success"],
  ["in one of two", { cluster: { machineNetworks: dualStack } }, "failure", "fd00::/64"],
  [
    "in both",
    {
      cluster: { machineNetworks: dualStack },
      inventory: { interfaces: [{ name: "eno1", ipv4Addresses: ["192.168.10.7/24"], ipv6Addresses: ["fd00::7/64"] }] },
    },
    "success",
  ],
  [
    "in one of two, with a load balancer of one's own",
    { cluster: { machineNetworks: ["10.0.0.0/24", "192.168.10.0/24"], loadBalancer: "user-managed" } },
    "success",
  ],
  [
    "in none of two, with a load balancer of one's own",
    { cluster: { machineNetworks: ["10.0.0.0/24", "10.0.1.0/24"], loadBalancer: "user-managed" } },
    "failure",
    "one of the machine networks",
  ],
  ["a network that cannot be read", { cluster: { machineNetworks: ["nonsense"] } }, "failure"],
  ["user-managed networking", managed, "success"],
  ["a host that joins", day2, "success"],
  ["unknown", { cluster: { machineNetworks: [] } }, "pending", "machine-cidr-defined"],
  ["no inventory", { inventory: null }, "pending", "has-inventory"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);

const installedTo = (disk: Partial<Disk>, ...more: Disk[]) => ({
  host: { installationDiskId: "boot" },
  inventory: {
    disks: [{ id: "boot", name: "sda", ...disk }, ...more],
    interfaces: [
      { name: "eno1", ipv4Addresses: ["192.168.10.11/24"] },
      { name: "eno2", ipv4Addresses: ["10.9.0.5/24"] },
    ],
  },
});
const iscsi = (hostIpAddress: string) => ({ driveType: "iSCSI", iscsi: { hostIpAddress } }) as const;

outcomes("no-iscsi-nic-belongs-to-machine-cidr", [
  ["a local disk", installedTo({ driveType: "SSD" }), "success"],
  ["no disk chosen", {}, "success"],
  ["iSCSI through another network", installedTo(iscsi("10.9.0.5")), "success"],
  ["iSCSI through the machine network", installedTo(iscsi("192.168.10.11")), "failure", "reached from 192.168.10.11"],
  [
    "iSCSI through one of two machine networks",
    { ...installedTo(iscsi("192.168.10.11")), cluster: { machineNetworks: ["172.16.0.0/24", "192.168.10.0/24"] } },
    "failure",
  ],
  [
    "multipath whose paths are iSCSI through the machine network",
    installedTo({ driveType: "Multipath", name: "dm-0" }, { name: "sdb", holders: "dm-0", ...iscsi("192.168.10.11") }),
    "failure",
  ],
  [
    "an iSCSI disk that is not installed to",
    installedTo({ driveType: "SSD" }, { id: "other", name: "sdb", ...iscsi("192.168.10.11") }),
    "success",
  ],
  ["machine network unknown", { ...installedTo(iscsi("192.168.10.11")), cluster: { machineNetworks: [] } }, "pending"],
  ["no inventory", { inventory: null }, "pending"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);
