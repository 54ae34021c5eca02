import { aHost, fullMesh, id } from "../../../test/builders.ts";
import { outcomes } from "../../../test/host-facts.ts";
import type { ConnectivityReport } from "../../model/observations.ts";

const day2 = {
  host: { kind: "AddToExistingClusterHost", connectivity: null },
  cluster: { kind: "AddHostsCluster" },
} as const;
const alone = { cluster: { controlPlaneCount: 1 }, others: [], host: { connectivity: null } };
const [me, two, three] = [id(1), id(2), id(3)];
const outside = { "192.168.10.0/24": [two, three, id(4)], IPv4: [two, three, id(4)] };
const inside = (...names: string[]) => Object.fromEntries(names.map((name) => [name, [me, two, three]]));
const groups = (connectivityMajorityGroups: Record<string, string[]>) => ({ connectivityMajorityGroups });

outcomes("belongs-to-majority-group", [
  ["in the group", {}, "success"],
  ["left out", { cluster: groups(outside) }, "failure", "over 192.168.10.0/24"],
  ["there is no group", { cluster: groups({ "192.168.10.0/24": [] }) }, "failure"],
  [
    "in the group of one network of two",
    { cluster: { ...groups(inside("192.168.10.0/24")), machineNetworks: ["192.168.10.0/24", "fd00::/64"] } },
    "failure",
    "fd00::/64",
  ],
  [
    "a machine network wider than that of the hosts",
    { cluster: { ...groups(inside("192.168.10.0/24")), machineNetworks: ["192.168.0.0/16"] } },
    "success",
  ],
  [
    "user-managed networking: routes are enough",
    { cluster: { ...groups(inside("IPv4")), userManagedNetworking: true, machineNetworks: [] } },
    "success",
  ],
  [
    "user-managed networking: not routed",
    { cluster: { ...groups(outside), userManagedNetworking: true } },
    "failure",
    "IPv4",
  ],
  [
    "user-managed networking: both families must be routed",
    {
      cluster: {
        ...groups(inside("IPv4")),
        userManagedNetworking: true,
        serviceNetworks: ["172.30.0.0/16", "fd02::/112"],
      },
    },
    "failure",
    "over IPv6",
  ],
  [
    "a load balancer of one's own: routes are enough",
    { cluster: { ...groups(inside("IPv4")), loadBalancer: "user-managed" } },
    "success",
  ],
  ["too few hosts", { cluster: groups({}), others: fullMesh([aHost({}, 2)]) }, "pending", "at least 3 hosts"],
  ["this host has not reported", { cluster: groups({}), host: { connectivity: null } }, "pending", "report"],
  ["the others have not reported", { cluster: groups({}), others: [aHost({}, 2), aHost({}, 3)] }, "pending", "report"],
  [
    "two nodes with fencing are enough",
    {
      cluster: { ...groups({ "192.168.10.0/24": [] }), controlPlaneCount: 2 },
      host: {
        fencingCredentials: {
          address: "redfish://bmc",
          username: "admin",
          password: "secret",
          certificateVerification: "Enabled",
          macAddress: null,
        },
      },
      others: fullMesh([aHost({}, 2)]),
    },
    "failure",
  ],
  ["a single node", alone, "success"],
  ["a host that joins", day2, "success"],
  ["machine network unknown", { cluster: { machineNetworks: [] } }, "pending", "machine-cidr-defined"],
  ["no inventory", { inventory: null }, "pending", "has-inventory"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);

type L3 = { successful?: boolean; averageRttMs?: number; packetLossPercentage?: number };
const measured = (...entries: L3[]): { connectivity: ConnectivityReport } => ({
  connectivity: {
    remoteHosts: [
      {
        hostId: two,
        l3Connectivity: entries.map((entry) => ({ successful: true, remoteIpAddress: "192.168.10.12", ...entry })),
      },
      { hostId: id(77), l3Connectivity: [{ successful: true, averageRttMs: 9_999, packetLossPercentage: 99 }] },
    ],
  },
});
const others = (role: "master" | "worker") => [aHost({ role, requestedHostname: "neighbour" }, 2)];

outcomes("sufficient-network-latency-requirement-for-role", [
  ["fast", {}, "success", "100 ms"],
  ["at the limit", { host: measured({ averageRttMs: 100 }) }, "success"],
  [
    "too slow between masters",
    { host: measured({ averageRttMs: 3 }, { averageRttMs: 100.256 }), others: others("master") },
    "failure",
    "neighbour (100.26 ms)",
  ],
  ["slow towards a worker", { host: measured({ averageRttMs: 500 }), others: others("worker") }, "success"],
  [
    "between workers",
    { host: { role: "worker", ...measured({ averageRttMs: 500 }) }, others: others("worker") },
    "success",
  ],
  [
    "too slow between workers",
    { host: { role: "worker", ...measured({ averageRttMs: 1_001 }) }, others: others("worker") },
    "failure",
  ],
  ["an address that does not answer", { host: measured({ successful: false, averageRttMs: 900 }) }, "success"],
  ["not reported yet", { host: { connectivity: null } }, "pending"],
  [
    "an edge worker has no limit",
    {
      host: { role: "worker", ...measured({ averageRttMs: 5_000 }) },
      others: others("worker"),
      inventory: { cpu: { count: 8, architecture: "aarch64" }, systemVendor: { productName: "BlueField SoC" } },
    },
    "success",
    "No limit",
  ],
  ["a single node", alone, "success"],
  ["the first host", { others: [], host: { connectivity: null } }, "success"],
  ["a host that joins", day2, "success"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);

outcomes("sufficient-packet-loss-requirement-for-role", [
  ["none", {}, "success"],
  [
    "some between masters",
    { host: measured({ packetLossPercentage: 0.5 }), others: others("master") },
    "failure",
    "neighbour (0.5 %)",
  ],
  ["some towards a worker", { host: measured({ packetLossPercentage: 50 }), others: others("worker") }, "success"],
  [
    "some between workers",
    { host: { role: "worker", ...measured({ packetLossPercentage: 10 }) }, others: others("worker") },
    "success",
  ],
  [
    "much between workers",
    { host: { role: "worker", ...measured({ packetLossPercentage: 11 }) }, others: others("worker") },
    "failure",
  ],
  ["not reported yet", { host: { connectivity: null } }, "pending"],
  ["a single node", alone, "success"],
  ["a host that joins", day2, "success"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);

const mtu = (mtuSuccessful: boolean) => ({
  host: {
    connectivity: {
      remoteHosts: [
        { hostId: two, mtuReport: [{ outgoingNic: "eno1", remoteIpAddress: "192.168.10.12", mtuSuccessful }] },
      ],
    },
  },
});

outcomes("mtu-valid", [
  ["large packets arrive", mtu(true), "success"],
  ["the usual size is not tried", { host: { connectivity: { remoteHosts: [{ hostId: two }] } } }, "success"],
  ["large packets get lost", mtu(false), "failure", "192.168.10.12 through eno1"],
  ["not reported yet", { host: { connectivity: null } }, "pending"],
  ["a single node", alone, "success"],
  ["a host that joins", day2, "success"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);
