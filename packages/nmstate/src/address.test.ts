import { isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contains, isLinkLocal, isMac, parseIp, parseSubnet } from "./address.ts";

const nearlyAddress = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.stringMatching(/^[0-9a-f:.]{1,20}$/),
  fc.tuple(fc.ipV6(), fc.constantFrom("", ":", "::", ".1", "%1", "/64")).map(([ip, tail]) => ip + tail),
);

describe("addresses", () => {
  test("what parses is what the operating system takes for an address, zones apart", () => {
    fc.assert(
      fc.property(nearlyAddress, (text) => {
        const expected = isIPv4(text) ? 4 : isIPv6(text) && !text.includes("%") ? 6 : undefined;
        expect(parseIp(text)?.family).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test.for([
    ["::", 0n],
    ["::1", 1n],
    ["fd00::5", 0xfd00_0000_0000_0000_0000_0000_0000_0005n],
    ["::ffff:192.0.2.1", 0xffff_c000_0201n],
    ["1:2:3:4:5:6:7:8", 0x1_0002_0003_0004_0005_0006_0007_0008n],
    ["192.0.2.1", 0xc000_0201n],
  ] as const)("%s has the value %d", ([text, value]) => {
    expect(parseIp(text)?.value).toBe(value);
  });

  test("a network holds its addresses and no others", () => {
    const holds = (network: string, ip: string) => {
      const [subnet, address] = [parseSubnet(network), parseIp(ip)];
      return subnet !== null && address !== null && contains(subnet, address);
    };
    expect(holds("10.0.0.5/24", "10.0.0.254")).toBe(true);
    expect(holds("10.0.0.5/24", "10.0.1.1")).toBe(false);
    expect(holds("0.0.0.0/0", "255.255.255.255")).toBe(true);
    expect(holds("fd00::/64", "fd00::1:0:0:1")).toBe(true);
    expect(holds("::/0", "10.0.0.1")).toBe(false);
    expect(holds("10.0.0.1", "10.0.0.1")).toBe(true);
  });

  test.for(["10.0.0.0/33", "fd00::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "/8", "10.0.0.0/1e1"])(
    "%s is no network",
    (text) => {
      expect(parseSubnet(text)).toBeNull();
    },
  );

  test("link-local means fe80::/10", () => {
    const linkLocal = ["fe80::1", "febf::1", "fec0::1", "169.254.0.1"].filter((text) => {
      const ip = parseIp(text);
      return ip !== null && isLinkLocal(ip);
    });
    expect(linkLocal).toEqual(["fe80::1", "febf::1"]);
  });

  test("MAC addresses are six pairs between colons", () => {
    expect(
      ["02:00:00:00:00:0A", "02-00-00-00-00-0a", "0200.0000.000a", "02:00:00:00:00", "02:00:00:00:00:0g"].map(isMac),
    ).toEqual([true, false, false, false, false]);
  });
});
