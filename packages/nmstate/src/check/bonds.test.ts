import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";

const bond = (mode: string, options: string): string => `
interfaces:
- name: bond0
  type: bond
  link-aggregation:
    mode: ${mode}
    port: [eth1, eth2]
    options: {${options}}
`;

describe("bonds", () => {
  test("a bond must have a mode", () => {
    expect(
      problemsIn("interfaces:\n- {name: bond0, type: bond, link-aggregation: {port: [eth1]}}\n"),
    ).toMatchInlineSnapshot(`
      [
        "bond-mode-missing 2:10 interfaces[0].link-aggregation.mode: bond bond0 without a mode | one of balance-rr, active-backup, balance-xor, broadcast, 802.3ad, balance-tlb, balance-alb | add link-aggregation.mode; active-backup needs nothing of the switch",
      ]
    `);
  });

  test("an option of another mode", () => {
    expect(problemsIn(bond("active-backup", "lacp_rate: fast"))).toMatchInlineSnapshot(`
      [
        "bond-option-clash 8:26 interfaces[0].link-aggregation.options.lacp_rate: lacp_rate in a bond of mode active-backup | mode 802.3ad for this option | remove lacp_rate, or change the mode",
      ]
    `);
  });

  test.for([
    ["balance-xor", "primary: eth1"],
    ["802.3ad", "arp_interval: 100, arp_ip_target: 192.0.2.1"],
    ["4", "arp_validate: all"],
    ["active-backup", "packets_per_slave: 2"],
    ["balance-rr", "tlb_dynamic_lb: 1"],
    ["balance-rr", 'ad_actor_system: "02:00:00:00:00:01"'],
    ["broadcast", "lacp_active: true"],
  ])("mode %s and %s exclude each other", ([mode = "", options = ""]) => {
    expect(problemsIn(bond(mode, options)).join()).toMatch(/^bond-option-clash 8:\d+ .* in a bond of mode /);
  });

  test("options at their modes, and modes by number, are fine", () => {
    expect([
      ...problemsIn(bond("802.3ad", "lacp_rate: fast, miimon: 100, updelay: 200, xmit_hash_policy: layer3+4")),
      ...problemsIn(
        bond("1", "primary: eth2, arp_interval: 100, arp_ip_target: '192.0.2.1,192.0.2.2', arp_validate: all"),
      ),
      ...problemsIn(bond("lacp", "arp_interval: 0, arp_validate: none")),
    ]).toEqual([]);
  });

  test("links are watched by carrier or by ARP, not both", () => {
    expect(
      problemsIn(bond("active-backup", "miimon: 100, arp_interval: 100, arp_ip_target: 192.0.2.1")),
    ).toMatchInlineSnapshot(`
      [
        "bond-option-clash 8:42 interfaces[0].link-aggregation.options.arp_interval: arp_interval 100 beside miimon 100 | one way of watching the links | remove arp_interval, or miimon",
      ]
    `);
  });

  test("ARP needs an interval and somebody to ask", () => {
    expect([
      ...problemsIn(bond("active-backup", "arp_interval: 100")),
      ...problemsIn(bond("active-backup", "arp_ip_target: 192.0.2.1")),
      ...problemsIn(bond("active-backup", "arp_interval: 100, arp_ip_target: 'gateway,192.0.2.1'")),
    ]).toMatchInlineSnapshot(`
      [
        "bond-option-clash 8:29 interfaces[0].link-aggregation.options.arp_interval: arp_interval without arp_ip_target | addresses to ask | add arp_ip_target with one to sixteen addresses of neighbours",
        "bond-option-clash 8:30 interfaces[0].link-aggregation.options.arp_ip_target: arp_ip_target without arp_interval | an interval to ask in | add arp_interval in milliseconds, or remove arp_ip_target",
        "bond-option-clash 8:49 interfaces[0].link-aggregation.options.arp_ip_target: arp_ip_target "gateway" | IPv4 addresses between commas | correct the address",
      ]
    `);
  });

  test("delays need miimon", () => {
    expect(problemsIn(bond("active-backup", "miimon: 0, updelay: 100"))).toMatchInlineSnapshot(`
      [
        "bond-option-clash 8:35 interfaces[0].link-aggregation.options.updelay: updelay without miimon | links watched by miimon, which alone knows delays | set miimon, or remove updelay",
      ]
    `);
  });

  test("the primary is one of the ports", () => {
    expect(problemsIn(bond("active-backup", "primary: eth9"))).toMatchInlineSnapshot(`
      [
        "bond-option-clash 8:24 interfaces[0].link-aggregation.options.primary: primary eth9 | one of the bond's ports: eth1, eth2 | name a port, or add it to the ports",
      ]
    `);
  });

  test("balance-slb, the actor's address and the two kinds of announcements", () => {
    expect([
      ...problemsIn(bond("active-backup", "balance-slb: true")),
      ...problemsIn(bond("802.3ad", 'ad_actor_system: "01:00:5e:00:00:01"')),
      ...problemsIn(bond("active-backup", "num_grat_arp: 1, num_unsol_na: 2")),
    ]).toMatchInlineSnapshot(`
      [
        "bond-option-clash 8:28 interfaces[0].link-aggregation.options.balance-slb: balance-slb in mode active-backup with xmit_hash_policy unset | mode balance-xor with xmit_hash_policy vlan+srcmac | set both, or remove balance-slb",
        "bond-option-clash 8:32 interfaces[0].link-aggregation.options.ad_actor_system: multicast address 01:00:5e:00:00:01 | a unicast MAC address | choose another address",
        "bond-option-clash 8:46 interfaces[0].link-aggregation.options.num_unsol_na: num_unsol_na 2 beside num_grat_arp 1 | the same number: the kernel has one setting for both | remove one of the two",
      ]
    `);
  });
});
