import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";

const resolver = (config: string, rest = ""): string => `
interfaces:
- {name: eth1, ipv4: {enabled: true, address: [{ip: 10.0.0.5, prefix-length: 24}]}}
dns-resolver:
  config:
    ${config}
${rest}`;
const defaultRoute =
  "routes:\n  config:\n  - {destination: 0.0.0.0/0, next-hop-address: 10.0.0.1, next-hop-interface: eth1}\n";

describe("name servers", () => {
  test("to which nothing leads", () => {
    expect(problemsIn(resolver("server: [192.0.2.53]"))).toMatchInlineSnapshot(`
      [
        "dns-without-route 6:14 dns-resolver.config.server[0]: name server 192.0.2.53, to which nothing leads | an IPv4 default route, DHCP, or a subnet or route that holds the server | add a route to 0.0.0.0/0 with the gateway, or choose a server within reach",
      ]
    `);
  });

  test("of a family without a way out", () => {
    expect(problemsIn(resolver('server: ["2001:db8::53"]', defaultRoute))).toMatchInlineSnapshot(`
      [
        "dns-without-route 6:14 dns-resolver.config.server[0]: name server 2001:db8::53, to which nothing leads | an IPv6 default route, DHCP, or a subnet or route that holds the server | add a route to ::/0 with the gateway, or choose a server within reach",
      ]
    `);
  });

  test("in the subnet, behind the default route, behind a route of their own, or on the machine itself", () => {
    const own =
      "routes:\n  config:\n  - {destination: 192.0.2.0/24, next-hop-address: 10.0.0.1, next-hop-interface: eth1}\n";
    expect([
      ...problemsIn(resolver("server: [10.0.0.53, 127.0.0.1]")),
      ...problemsIn(resolver("server: [192.0.2.53]", defaultRoute)),
      ...problemsIn(resolver("server: [192.0.2.53]", own)),
    ]).toEqual([]);
  });

  test("DHCP may bring the route", () => {
    expect(
      problemsIn(
        "interfaces:\n- {name: eth1, ipv4: {enabled: true, dhcp: true}}\ndns-resolver: {config: {server: [192.0.2.53]}}\n",
      ),
    ).toEqual([]);
  });

  test("that are no addresses", () => {
    expect(problemsIn(resolver("server: [dns.example.com, '10.0.0.1:53']"))).toMatchInlineSnapshot(`
      [
        "bad-address 6:14 dns-resolver.config.server[0]: name server "dns.example.com" | an IP address without port; link-local ones with their interface, as in fe80::1%eth0 | correct the address",
        "bad-address 6:31 dns-resolver.config.server[1]: name server "10.0.0.1:53" | an IP address without port; link-local ones with their interface, as in fe80::1%eth0 | correct the address",
      ]
    `);
  });

  test("on an interface that is not described", () => {
    expect(problemsIn(resolver('server: ["fe80::1%eth2"]'))).toMatchInlineSnapshot(`
      [
        "dns-without-route 6:14 dns-resolver.config.server[0]: name server on interface eth2, which is not described or not up | one of eth1 | write eth1 if that was meant",
      ]
    `);
  });

  test("whose families go back and forth", () => {
    expect(
      problemsIn(`
interfaces:
- {name: eth1, ipv4: {enabled: true, dhcp: true}, ipv6: {enabled: true, dhcp: true, autoconf: true}}
dns-resolver: {config: {server: [10.0.0.1, "fd00::1", 10.0.0.2]}}
`),
    ).toMatchInlineSnapshot(`
      [
        "dns-order 4:55 dns-resolver.config.server[2]: name servers of one family before and after those of the other | all IPv4 servers together, and all IPv6 servers together | move this server beside those of its family",
      ]
    `);
  });
});

test("resolver options: mistyped ones, and one without its number", () => {
  expect(problemsIn(resolver("options: [rotat, ndots, 'timeout:3']"))).toMatchInlineSnapshot(`
    [
      "bad-dns-option 6:15 dns-resolver.config.options[0]: resolver option "rotat" | one of debug, edns0, inet6, ip6-bytestring, ip6-dotint, no-aaaa, no-check-names, no-ip6-dotint, no-reload, no-tld-query, rotate, single-request, single-request-reopen, trust-ad, use-vc, ndots:N, timeout:N, attempts:N | write rotate if that was meant",
      "bad-dns-option 6:22 dns-resolver.config.options[1]: resolver option "ndots" | one of debug, edns0, inet6, ip6-bytestring, ip6-dotint, no-aaaa, no-check-names, no-ip6-dotint, no-reload, no-tld-query, rotate, single-request, single-request-reopen, trust-ad, use-vc, ndots:N, timeout:N, attempts:N | write ndots:N if that was meant",
    ]
  `);
});
