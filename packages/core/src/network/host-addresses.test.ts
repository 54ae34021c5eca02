import { expect, test } from "vitest";
import { anInventory } from "../../test/builders.ts";
import { formatNetwork, parseNetwork } from "./address.ts";
import { hostAddresses, isWithin } from "./host-addresses.ts";

test("addresses of all interfaces and both families are read once, and what is no address is left out", () => {
  const inventory = anInventory(1, {
    interfaces: [
      { name: "eno1", macAddress: "52:54:00:00:00:01", ipv4Addresses: ["192.168.10.7/24", "nonsense"] },
      { name: "eno2", ipv6Addresses: ["fd00::7/64"] },
    ],
  });
  const addresses = hostAddresses(inventory);
  expect(
    addresses.map(({ interfaceName, address, network }) => [interfaceName, address, formatNetwork(network)]),
  ).toEqual([
    ["eno1", "192.168.10.7", "192.168.10.0/24"],
    ["eno2", "fd00::7", "fd00::/64"],
  ]);
  expect(hostAddresses(inventory)).toBe(addresses);
});

test.each([
  ["192.168.10.7/24", "192.168.0.0/16", true],
  ["192.168.11.7/23", "192.168.10.0/24", false],
  ["192.168.10.7/23", "192.168.10.0/24", true],
  ["192.168.10.7/24", "::/0", false],
  ["fd00::7/128", "fd00::/64", true],
])("%s within %s: %s", (cidr, network, within) => {
  const [address] = hostAddresses(anInventory(1, { interfaces: [{ name: "eno1", ipv4Addresses: [cidr] }] }));
  const parsed = parseNetwork(network);
  expect(address && parsed && isWithin(address, parsed)).toBe(within);
});
