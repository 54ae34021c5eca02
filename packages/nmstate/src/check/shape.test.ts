import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";

describe("keys and values that the library does not know", () => {
  test("a mistyped key is named with the one that was probably meant, at the key", () => {
    expect(
      problemsIn(`
interfaces:
- name: eth1
  type: ethernet
  ipv4:
    enabled: true
    dchp: true
`),
    ).toMatchInlineSnapshot(`
      [
        "unknown-key 7:5 interfaces[0].ipv4.dchp: unknown key dchp | a known key, such as dhcp | write dhcp if that was meant",
      ]
    `);
  });

  test("a mistyped section of the document", () => {
    expect(problemsIn("interfacez: []\n")).toMatchInlineSnapshot(`
      [
        "unknown-key 1:1 interfacez: unknown key interfacez | a known key, such as interfaces | write interfaces if that was meant",
      ]
    `);
  });

  test("a section of another type of interface says which type it belongs to", () => {
    expect(
      problemsIn(`
interfaces:
- name: eth1
  type: ethernet
  vlan: {base-iface: eth0, id: 5}
`),
    ).toMatchInlineSnapshot(`
      [
        "unknown-key 5:3 interfaces[0].vlan: unknown key vlan | one of name, type, state, identifier, profile-name, description, driver, mac-address, permanent-mac-address, pci-address, mtu, min-mtu, max-mtu, wait-ip, ipv4, ipv6, mptcp, controller, accept-all-mac-addresses, copy-mac-from, ovs-db, 802.1x, lldp, ethtool, dispatch, alt-names, ethernet, veth | remove it, or make this an interface of type vlan (it is of type ethernet)",
      ]
    `);
  });

  test("a merge key is not read, and the remedy says so", () => {
    expect(
      problemsIn(`
interfaces:
- name: eth1
  type: ethernet
  <<: {mtu: 9000}
`),
    ).toMatchInlineSnapshot(`
      [
        "unknown-key 5:3 interfaces[0].<<: unknown key << | one of name, type, state, identifier, profile-name, description, driver, mac-address, permanent-mac-address, pci-address, mtu, min-mtu, max-mtu, wait-ip, ipv4, ipv6, mptcp, controller, accept-all-mac-addresses, copy-mac-from, ovs-db, 802.1x, lldp, ethtool, dispatch, alt-names, ethernet, veth | write the keys out: merge keys (<<) are not read",
      ]
    `);
  });

  test("a key that the library would skip in silence", () => {
    expect(
      problemsIn(`
interfaces:
- name: bond0
  type: bond
  link-aggregation:
    mode: active-backup
    ports-config:
    - {name: eth1, prio: 5}
`),
    ).toMatchInlineSnapshot(`
      [
        "ignored-key 8:20 interfaces[0].link-aggregation.ports-config[0].prio: unknown key prio | a known key, such as priority | write priority if that was meant",
      ]
    `);
  });

  test("a word that is none of those allowed", () => {
    expect(problemsIn("interfaces:\n- {name: eth1, type: ethernet, state: upp}\n")).toMatchInlineSnapshot(`
      [
        "unknown-value 2:39 interfaces[0].state: "upp" | one of up, down, absent, unknown, ignore | write up if that was meant",
      ]
    `);
  });

  test("a missing key is told at the map that lacks it", () => {
    expect(
      problemsIn("interfaces:\n- name: eth1\n  ipv4:\n    enabled: true\n    address:\n    - ip: 192.0.2.1\n"),
    ).toMatchInlineSnapshot(`
      [
        "missing-key 6:7 interfaces[0].ipv4.address[0]: no prefix-length | prefix-length: a whole number from 0 to 255 | add prefix-length",
      ]
    `);
  });

  test("both spellings of one key", () => {
    expect(
      problemsIn("interfaces:\n- {name: v, type: vrf, vrf: {route-table-id: 5, port: [], ports: []}}\n"),
    ).toMatchInlineSnapshot(`
      [
        "duplicate-key 2:59 interfaces[0].vrf.ports: ports beside port, which is the same setting | one of the two | remove ports or port",
      ]
    `);
  });
});

describe("values of another type", () => {
  test("all mistakes come at once, in the order of the text", () => {
    expect(
      problemsIn(`
interfaces:
- name: 12
  type: ethernet
  mtu: large
  ipv4:
    enabled: maybe
    address:
      ip: 192.0.2.1
routes: []
`),
    ).toMatchInlineSnapshot(`
      [
        "wrong-type 3:9 interfaces[0].name: 12, which YAML reads as a number | a text | put it in quotes: "12"",
        "wrong-type 5:8 interfaces[0].mtu: "large" | a whole number, 0 or more | correct the value",
        "wrong-type 7:14 interfaces[0].ipv4.enabled: "maybe" | true or false | correct the value",
        "wrong-type 9:7 interfaces[0].ipv4.address: a map | a list | correct the value",
        "list-for-map 10:9 routes: a list | a map | correct the value",
      ]
    `);
  });

  test("a number outside its range", () => {
    expect(
      problemsIn("interfaces:\n- {name: br0, type: linux-bridge, bridge: {options: {group-forward-mask: 70000}}}\n"),
    ).toMatchInlineSnapshot(`
      [
        "out-of-range 2:74 interfaces[0].bridge.options.group-forward-mask: 70000 | a whole number from 0 to 65535 | correct the number",
      ]
    `);
  });

  test("a key without value where one is needed", () => {
    expect(problemsIn("interfaces:\n- name: eth1\n  mtu:\n")).toMatchInlineSnapshot(`
      [
        "wrong-type 3:7 interfaces[0].mtu: nothing | a whole number, 0 or more | give it a value, or remove the key",
      ]
    `);
  });

  test("numbers and flags in quotes are taken where the library takes them", () => {
    expect(
      problemsIn('interfaces:\n- {name: eth1, mtu: "9000", ipv4: {enabled: "yes", dhcp: "on"}, ipv6: {enabled: 0}}\n'),
    ).toEqual([]);
  });

  test("a line break in a text would start a new setting in the keyfile", () => {
    expect(
      problemsIn('interfaces:\n- {name: eth1, ipv4: {enabled: true, dhcp: true, dhcp-custom-hostname: "a\\nb=c"}}\n'),
    ).toMatchInlineSnapshot(`
      [
        "control-character 2:72 interfaces[0].ipv4.dhcp-custom-hostname: a control character in "a\\nb=c" | one line of text: a line break would start a new setting in the rendered file | remove line breaks and other control characters",
      ]
    `);
  });

  test("of an interface that is to be removed only its identity is read", () => {
    expect(problemsIn("interfaces:\n- {name: bond9, type: bond, state: absent, mtu: -1, bogus: 1}\n")).toEqual([]);
  });
});
