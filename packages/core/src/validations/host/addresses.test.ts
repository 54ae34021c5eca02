import { outcomes } from "../../../test/host-facts.ts";
import type { Interface } from "../../model/observations.ts";

outcomes("has-default-route", [
  ["there is one", {}, "success"],
  ["an IPv6 one", { inventory: { routes: [{ interface: "eno1", gateway: "fe80::1", destination: "::" }] } }, "success"],
  [
    "one among others",
    {
      inventory: {
        routes: [
          { interface: "eno1", gateway: "192.168.10.1", destination: "10.0.0.0" },
          { interface: "eno1", gateway: "192.168.10.1", destination: "0.0.0.0" },
        ],
      },
    },
    "success",
  ],
  [
    "only routes to single networks",
    { inventory: { routes: [{ interface: "eno1", gateway: "192.168.10.1", destination: "10.0.0.0" }] } },
    "failure",
  ],
  ["no routes reported", { inventory: { routes: [] } }, "pending", "routes"],
  ["in a pool", { cluster: null }, "success"],
  ["no inventory", { inventory: null }, "pending", "has-inventory"],
]);

const nics = (...interfaces: Interface[]) => ({ inventory: { interfaces } });

outcomes("non-overlapping-subnets", [
  [
    "apart",
    nics({ name: "eno1", ipv4Addresses: ["192.168.10.7/24"] }, { name: "eno2", ipv4Addresses: ["192.168.11.7/24"] }),
    "success",
  ],
  [
    "the same network twice",
    nics({ name: "eno1", ipv4Addresses: ["192.168.10.7/24"] }, { name: "eno2", ipv4Addresses: ["192.168.10.8/24"] }),
    "success",
  ],
  [
    "one inside the other",
    nics({ name: "eno1", ipv4Addresses: ["192.168.10.7/24"] }, { name: "eno2", ipv4Addresses: ["192.168.10.99/25"] }),
    "failure",
    "192.168.10.0/24 (eno1) with 192.168.10.0/25 (eno2)",
  ],
  [
    "a small one behind others in a large one",
    nics(
      { name: "eno1", ipv4Addresses: ["10.0.0.1/8"] },
      { name: "eno2", ipv4Addresses: ["10.1.0.1/24"] },
      { name: "eno3", ipv4Addresses: ["10.2.0.1/24"] },
    ),
    "failure",
    "10.0.0.0/8 (eno1) with 10.1.0.0/24 (eno2); 10.0.0.0/8 (eno1) with 10.2.0.0/24 (eno3)",
  ],
  [
    "with another large one between them",
    nics(
      { name: "eno1", ipv4Addresses: ["10.0.0.1/8"] },
      { name: "eno2", ipv4Addresses: ["11.0.0.1/8"] },
      { name: "eno3", ipv4Addresses: ["10.1.0.1/24"] },
    ),
    "failure",
    "10.0.0.0/8 (eno1) with 10.1.0.0/24 (eno3); needed",
  ],
  [
    "of both families on each interface",
    nics(
      { name: "eno1", ipv4Addresses: ["10.0.0.1/8"], ipv6Addresses: ["fd00::1/64"] },
      { name: "eno2", ipv4Addresses: ["10.1.0.1/24"], ipv6Addresses: ["fd01::1/64"] },
    ),
    "failure",
    "10.0.0.0/8 (eno1) with 10.1.0.0/24 (eno2); needed",
  ],
  [
    "IPv6",
    nics({ name: "eno1", ipv6Addresses: ["fd00::1/48"] }, { name: "eno2", ipv6Addresses: ["fd00:0:0:1::1/64"] }),
    "failure",
  ],
  [
    "an address from DHCPv6 beside that of its network, on one interface",
    nics({ name: "eno1", ipv6Addresses: ["fd00::1/64", "fd00::abc/128"] }),
    "success",
  ],
  ["in a pool", { cluster: null }, "success"],
  ["no inventory", { inventory: null }, "pending"],
]);

const macs = ["52:54:00:00:00:01", "52:54:00:00:00:99"];

outcomes("no-ip-collisions-in-network", [
  ["none were seen", {}, "success"],
  [
    "somebody else answers for the host's address",
    { cluster: { ipCollisions: { "192.168.10.11": macs } } },
    "failure",
    "192.168.10.11 (52:54:00:00:00:01, 52:54:00:00:00:99)",
  ],
  ["the address of another host is contested", { cluster: { ipCollisions: { "192.168.10.12": macs } } }, "success"],
  ["no inventory", { inventory: null }, "pending"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);
