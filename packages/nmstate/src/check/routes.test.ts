import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";

const eth1 = "- {name: eth1, ipv4: {enabled: true, address: [{ip: 10.0.0.5, prefix-length: 24}]}}";
const route = (entry: string, interfaces = eth1): string =>
  `interfaces:\n${interfaces}\nroutes:\n  config:\n  - ${entry}\n`;

describe("routes", () => {
  test("out of an interface that is not described", () => {
    expect(
      problemsIn(route("{destination: 0.0.0.0/0, next-hop-address: 10.0.0.1, next-hop-interface: etj1}")),
    ).toMatchInlineSnapshot(`
      [
        "route-interface-missing 5:78 routes.config[0].next-hop-interface: interface etj1, which is not described or not up | one of eth1 | write eth1 if that was meant",
      ]
    `);
  });

  test("out of no interface at all", () => {
    expect(problemsIn(route("{destination: 0.0.0.0/0, next-hop-address: 10.0.0.1}"))).toMatchInlineSnapshot(`
      [
        "route-without-interface 5:5 routes.config[0]: no next-hop-interface | the interface to leave by | add next-hop-interface, or a route-type that drops packets",
      ]
    `);
  });

  test("to nowhere", () => {
    expect(problemsIn(route("{next-hop-address: 10.0.0.1, next-hop-interface: eth1}"))).toMatchInlineSnapshot(`
      [
        "route-without-destination 5:5 routes.config[0]: a route without destination, which the library leaves out | destination: the network that it leads to | add destination; 0.0.0.0/0 or ::/0 for the default route",
      ]
    `);
  });

  test("a gateway outside every subnet of its interface", () => {
    expect(
      problemsIn(route("{destination: 0.0.0.0/0, next-hop-address: 10.0.1.1, next-hop-interface: eth1}")),
    ).toMatchInlineSnapshot(`
      [
        "gateway-outside 5:48 routes.config[0].next-hop-address: gateway 10.0.1.1 outside every subnet of eth1 | an address in 10.0.0.5/24 | correct the gateway, the address or its prefix length",
      ]
    `);
  });

  test.for([
    ["DHCP brings the subnet", "- {name: eth1, ipv4: {enabled: true, dhcp: true}}", "0.0.0.0/0", "10.0.1.1"],
    [
      "link-local gateways are always near",
      '- {name: eth1, ipv6: {enabled: true, address: [{ip: "fd00::5", prefix-length: 64}]}}',
      "::/0",
      "fe80::1",
    ],
  ])("%s", ([, interfaces = "", destination, gateway]) => {
    expect(
      problemsIn(
        route(`{destination: "${destination}", next-hop-address: "${gateway}", next-hop-interface: eth1}`, interfaces),
      ),
    ).toEqual([]);
  });

  test("a gateway that a route without next hop puts on the wire", () => {
    expect(
      problemsIn(`
interfaces:
- {name: eth1, ipv4: {enabled: true, address: [{ip: 10.0.0.5, prefix-length: 32}]}}
routes:
  config:
  - {destination: 172.16.0.1/32, next-hop-interface: eth1}
  - {destination: 0.0.0.0/0, next-hop-address: 172.16.0.1, next-hop-interface: eth1}
`),
    ).toEqual([]);
  });

  test("out of an interface where that family is off", () => {
    expect(
      problemsIn(route('{destination: "::/0", next-hop-address: "fd00::1", next-hop-interface: eth1}')),
    ).toMatchInlineSnapshot(`
      [
        "route-ip-disabled 5:76 routes.config[0].next-hop-interface: a route over eth1, where IPv6 is off | IPv6 enabled on eth1 | set interfaces[0].ipv6.enabled to true with an address, or route over another interface",
      ]
    `);
  });

  test("destination, next hop and source that are no addresses, at once", () => {
    expect(
      problemsIn(route("{destination: 10.9.0.0/33, next-hop-address: gateway, next-hop-interface: eth1, source: me}")),
    ).toMatchInlineSnapshot(`
      [
        "bad-address 5:19 routes.config[0].destination: destination "10.9.0.0/33" | a network such as 192.0.2.0/24 or 2001:db8::/32 | correct the destination",
        "bad-address 5:50 routes.config[0].next-hop-address: next hop "gateway" | the gateway's IP address | correct the next hop",
        "bad-address 5:93 routes.config[0].source: source "me" | an IP address of this host | correct the source",
      ]
    `);
  });

  test("an IPv4 network through an IPv6 gateway", () => {
    expect(
      problemsIn(route('{destination: 10.9.0.0/16, next-hop-address: "fe80::1", next-hop-interface: eth1}')),
    ).toMatchInlineSnapshot(`
      [
        "route-family-mix 5:50 routes.config[0].next-hop-address: IPv6 next hop fe80::1 for the IPv4 network 10.9.0.0/16 | both of one family | give a gateway with an IPv4 address",
      ]
    `);
  });

  test("a blackhole with a next hop", () => {
    expect(
      problemsIn(route("{destination: 10.9.0.0/16, route-type: blackhole, next-hop-interface: eth1}")),
    ).toMatchInlineSnapshot(`
      [
        "route-next-hop 5:75 routes.config[0].next-hop-interface: a next hop of a blackhole route, which drops packets | no next hop | remove the next hop, or route-type",
      ]
    `);
  });

  test("a route that is to be removed needs no more than its form", () => {
    expect(problemsIn(route("{state: absent, next-hop-interface: eth9}"))).toEqual([]);
  });
});
