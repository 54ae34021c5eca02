import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";

const withAddress = (address: string, family = "ipv4"): string =>
  `interfaces:\n- name: eth1\n  type: ethernet\n  ${family}:\n    enabled: true\n    address:\n    - ${address}\n`;

describe("static addresses", () => {
  test.for(["10.0.0.300", "10.0.0", "010.0.0.1", "10.0.0.1/24", "fe80::1%eth1", "fd00:::1", "gateway"])(
    "%s is no IP address",
    (ip) => {
      const [problem = ""] = problemsIn(withAddress(`{ip: "${ip}", prefix-length: 24}`));
      expect(problem).toMatch(/^bad-address 7:12 interfaces\[0\]\.ipv4\.address\[0\]\.ip: /);
    },
  );

  test("a bad address is told with an example of a good one", () => {
    expect(problemsIn(withAddress("{ip: 10.0.0.300, prefix-length: 24}"))).toMatchInlineSnapshot(`
      [
        "bad-address 7:12 interfaces[0].ipv4.address[0].ip: "10.0.0.300" | an IP address such as 192.0.2.5 or 2001:db8::5, without prefix length or zone | correct the address",
      ]
    `);
  });

  test("an IPv6 address in the IPv4 section", () => {
    expect(problemsIn(withAddress('{ip: "fd00::1", prefix-length: 24}'))).toMatchInlineSnapshot(`
      [
        "wrong-family 7:12 interfaces[0].ipv4.address[0].ip: fd00::1, an IPv6 address | an IPv4 address | move it to interfaces[0].ipv6",
      ]
    `);
  });

  test("a prefix length that the family does not have", () => {
    expect([
      ...problemsIn(withAddress("{ip: 10.0.0.1, prefix-length: 33}")),
      ...problemsIn(withAddress('{ip: "fd00::1", prefix-length: 129}', "ipv6")),
    ]).toMatchInlineSnapshot(`
      [
        "bad-prefix-length 7:37 interfaces[0].ipv4.address[0].prefix-length: prefix length 33 | 0 to 32 for IPv4 | correct the prefix length",
        "bad-prefix-length 7:38 interfaces[0].ipv6.address[0].prefix-length: prefix length 129 | 0 to 128 for IPv6 | correct the prefix length",
      ]
    `);
  });

  test("one address on two interfaces, in two spellings", () => {
    expect(
      problemsIn(`
interfaces:
- {name: eth1, ipv6: {enabled: true, address: [{ip: "fd00::5", prefix-length: 64}]}}
- {name: eth2, ipv6: {enabled: true, address: [{ip: "fd00:0:0::5", prefix-length: 64}]}}
`),
    ).toMatchInlineSnapshot(`
      [
        "duplicate-address 4:53 interfaces[1].ipv6.address[0].ip: fd00:0:0::5, which eth1 has already | each address once | remove one, or give this interface another address",
      ]
    `);
  });

  test("one address in two VRFs is fine", () => {
    expect(
      problemsIn(`
interfaces:
- {name: red, type: vrf, vrf: {port: [eth1], route-table-id: 100}}
- {name: blue, type: vrf, vrf: {port: [eth2], route-table-id: 200}}
- {name: eth1, ipv4: {enabled: true, address: [{ip: 10.0.0.5, prefix-length: 24}]}}
- {name: eth2, ipv4: {enabled: true, address: [{ip: 10.0.0.5, prefix-length: 24}]}}
`),
    ).toEqual([]);
  });
});

describe("switching IP on", () => {
  test("addresses without enabled: true would be left out in silence", () => {
    expect(
      problemsIn("interfaces:\n- name: eth1\n  ipv4:\n    address:\n    - {ip: 10.0.0.1, prefix-length: 24}\n"),
    ).toMatchInlineSnapshot(`
      [
        "ip-not-enabled 4:5 interfaces[0].ipv4: addresses without enabled: true, so that IPv4 stays off | enabled: true | add enabled: true to interfaces[0].ipv4",
      ]
    `);
  });

  test("DHCP without enabled: true, too", () => {
    expect(problemsIn("interfaces:\n- name: eth1\n  ipv4: {dhcp: true}\n")).toMatchInlineSnapshot(`
      [
        "ip-not-enabled 3:9 interfaces[0].ipv4: dhcp without enabled: true, so that IPv4 stays off | enabled: true | add enabled: true to interfaces[0].ipv4",
      ]
    `);
  });

  test("what is switched off in so many words stays off", () => {
    expect(problemsIn("interfaces:\n- name: eth1\n  ipv4: {enabled: false, dhcp: true}\n")).toEqual([]);
  });

  test("IPv6 autoconf needs DHCP beside it", () => {
    expect(problemsIn("interfaces:\n- name: eth1\n  ipv6: {enabled: true, autoconf: true}\n")).toMatchInlineSnapshot(`
      [
        "autoconf-without-dhcp 3:35 interfaces[0].ipv6.autoconf: autoconf: true without dhcp: true | both: the library has no way to ask for one of them | add dhcp: true beside it",
      ]
    `);
  });
});
