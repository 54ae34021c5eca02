import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contains,
  formatNetwork,
  hasHostBits,
  isBroadcastAddress,
  isNetworkAddress,
  type Network,
  overlap,
  parseAddress,
  parseNetwork,
  sameAddress,
} from "./address.ts";

const network = (cidr: string): Network => {
  const parsed = parseNetwork(cidr);
  if (!parsed) throw new Error(`not a network: ${cidr}`);
  return parsed;
};

const ipv4Network = fc
  .tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }))
  .map(([address, prefix]) => network(`${address}/${prefix}`));
const ipv6Network = fc
  .tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 }))
  .map(([address, prefix]) => network(`${address}/${prefix}`));
const anyNetwork = fc.oneof(ipv4Network, ipv6Network);

const firstAddress = (one: Network): string => formatNetwork(one).split("/")[0] ?? "";

describe("networks, whatever they are", () => {
  test("formatting and parsing give the same network back", () => {
    fc.assert(
      fc.property(anyNetwork, (one) => {
        expect(network(formatNetwork(one))).toEqual(one);
      }),
    );
  });

  test("a network holds its own first address, and that is its network address", () => {
    fc.assert(
      fc.property(anyNetwork, (one) => {
        expect(contains(one, firstAddress(one))).toBe(true);
        expect(isNetworkAddress(one, firstAddress(one))).toBe(true);
        expect(hasHostBits(formatNetwork(one), one)).toBe(false);
      }),
    );
  });

  test("overlap is symmetric, and means that one holds the other", () => {
    fc.assert(
      fc.property(anyNetwork, anyNetwork, (one, other) => {
        const holds = contains(one, firstAddress(other)) || contains(other, firstAddress(one));
        expect(overlap(one, other)).toBe(overlap(other, one));
        expect(overlap(one, other)).toBe(holds);
      }),
    );
  });

  test("halves of a network do not overlap each other but both overlap the whole", () => {
    fc.assert(
      fc.property(
        ipv6Network.filter(({ prefix }) => prefix < 128),
        (whole) => {
          const low = { ...whole, prefix: whole.prefix + 1 };
          const high = { ...low, base: whole.base + (1n << BigInt(127 - whole.prefix)) };
          expect(overlap(low, high)).toBe(false);
          expect([overlap(low, whole), overlap(high, whole)]).toEqual([true, true]);
        },
      ),
    );
  });
});

describe("addresses as people write them", () => {
  test("every dotted quad is read as its number", () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)), (octets) => {
        const value = octets.reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
        expect(parseAddress(octets.join("."))).toEqual({ family: "IPv4", value });
      }),
    );
  });

  test.each([
    "10.1",
    "1",
    "0x0a.1.1.1",
    "010.0.0.1",
    "1.2.3.4.5",
    "1..2.3",
    "1.2.3.",
    ".1.2.3",
    "256.1.1.1",
    "1.2.3.-4",
    "fe80::1%eth0",
    "",
    "host",
    "1.2.3.256",
    "::1::2",
  ])("%s is not an address", (text) => expect(parseAddress(text)).toBeNull());

  test.each(["10.0.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "/24", "fd01::/129", "10.0.0/8"])(
    "%s is not a network",
    (text) => expect(parseNetwork(text)).toBeNull(),
  );

  test("an address may be written in several ways", () => {
    expect(sameAddress("FD01:0:0::1", "fd01::1")).toBe(true);
    expect(sameAddress("0.0.0.1", "::1")).toBe(false);
    expect(sameAddress("nonsense", "other")).toBe(false);
  });

  test("the last IPv4 address is for broadcasts; IPv6 has none", () => {
    expect(isBroadcastAddress(network("10.0.0.0/24"), "10.0.0.255")).toBe(true);
    expect(isBroadcastAddress(network("10.0.0.0/24"), "10.0.0.254")).toBe(false);
    expect(isBroadcastAddress(network("fd01::/120"), "fd01::ff")).toBe(false);
  });

  test("the address 0.0.0.0 is not the network address of an IPv6 network", () => {
    expect(isNetworkAddress(network("::/64"), "0.0.0.0")).toBe(false);
  });
});
