import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";

describe("controllers and their ports", () => {
  test("a port in two controllers", () => {
    expect(
      problemsIn(`
interfaces:
- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: [eth1, eth2]}}
- name: br0
  type: linux-bridge
  bridge:
    port:
    - name: eth2
`),
    ).toMatchInlineSnapshot(`
      [
        "port-in-two-controllers 8:13 interfaces[1].bridge.port[0].name: port eth2 in br0 and in bond0 | one controller for each port | remove it from br0 or from bond0",
      ]
    `);
  });

  test("a port of a bond inside an Open vSwitch bridge counts", () => {
    expect(
      problemsIn(`
interfaces:
- {name: br0, type: ovs-bridge, bridge: {port: [{name: pair, link-aggregation: {port: [{name: eth1}, {name: eth2}]}}]}}
- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: [eth1]}}
`),
    ).toMatchInlineSnapshot(`
      [
        "port-in-two-controllers 4:76 interfaces[1].link-aggregation.port[0]: port eth1 in bond0 and in br0 | one controller for each port | remove it from bond0 or from br0",
      ]
    `);
  });

  test("a port listed twice", () => {
    expect(
      problemsIn("interfaces:\n- {name: b, type: bond, link-aggregation: {mode: active-backup, port: [eth1, eth1]}}\n"),
    ).toMatchInlineSnapshot(`
      [
        "port-twice 2:78 interfaces[0].link-aggregation.port[1]: port eth1 for the second time in b | each port once | remove one",
      ]
    `);
  });

  test("addresses on a port", () => {
    expect(
      problemsIn(`
interfaces:
- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: [eth1]}}
- name: eth1
  ipv4:
    enabled: true
    dhcp: true
`),
    ).toMatchInlineSnapshot(`
      [
        "port-with-ip 6:5 interfaces[1].ipv4: IPv4 enabled on eth1, a port of bond0 | addresses on the controller alone | move them to bond0",
      ]
    `);
  });

  test("a VRF's ports keep their addresses", () => {
    expect(
      problemsIn(`
interfaces:
- {name: red, type: vrf, vrf: {port: [eth1], route-table-id: 100}}
- {name: eth1, ipv4: {enabled: true, dhcp: true}}
`),
    ).toEqual([]);
  });

  test("a controller that is not described", () => {
    expect(problemsIn("interfaces:\n- {name: eth1, controller: bond0}\n")).toMatchInlineSnapshot(`
      [
        "controller-mismatch 2:28 interfaces[0].controller: controller bond0, which is not described | the name of a bond, bridge or VRF in interfaces | describe bond0, or remove controller",
      ]
    `);
  });

  test("a controller whose ports say otherwise", () => {
    expect(
      problemsIn(`
interfaces:
- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: [eth1]}}
- {name: br0, type: linux-bridge, bridge: {port: []}}
- {name: eth1, controller: br0}
- {name: eth2, controller: br0}
`),
    ).toMatchInlineSnapshot(`
      [
        "controller-mismatch 5:28 interfaces[2].controller: controller br0, while bond0 lists eth1 as port | the same in both places | add eth1 to the ports of br0, or remove controller",
        "controller-mismatch 6:28 interfaces[3].controller: controller br0, whose ports do not include eth2 | the same in both places | add eth2 to the ports of br0, or remove controller",
      ]
    `);
  });

  test("bonds that contain each other", () => {
    expect(
      problemsIn(`
interfaces:
- {name: a, type: bond, link-aggregation: {mode: active-backup, port: [b]}}
- {name: b, type: bond, link-aggregation: {mode: active-backup, port: [a]}}
`),
    ).toMatchInlineSnapshot(`
      [
        "port-cycle 3:10 interfaces[0].name: bond a among its own ports | ports that do not lead back to their controller | remove one of the ports",
        "port-cycle 4:10 interfaces[1].name: bond b among its own ports | ports that do not lead back to their controller | remove one of the ports",
      ]
    `);
  });
});
