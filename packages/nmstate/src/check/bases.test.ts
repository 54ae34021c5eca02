import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";

describe("interfaces on other interfaces", () => {
  test("a VLAN on an interface that is not described", () => {
    expect(
      problemsIn("interfaces:\n- {name: eth1}\n- name: eth1.5\n  type: vlan\n  vlan: {base-iface: eht1, id: 5}\n"),
    ).toMatchInlineSnapshot(`
      [
        "missing-base 5:22 interfaces[1].vlan.base-iface: base interface eht1, which is not described | an entry in interfaces for what eth1.5 lies on | write eth1 if that was meant, else describe eht1",
      ]
    `);
  });

  test("a port of a bond counts as described: the library adds it", () => {
    expect(
      problemsIn(`
interfaces:
- {name: br0, type: linux-bridge, bridge: {port: [{name: eth1}]}}
- {name: v5, type: vlan, vlan: {base-iface: eth1, id: 5}}
`),
    ).toEqual([]);
  });

  test("a VLAN on one that is removed", () => {
    expect(
      problemsIn(`
interfaces:
- {name: bond0, type: bond, state: absent}
- {name: v5, type: vlan, vlan: {base-iface: bond0, id: 5}}
`),
    ).toMatchInlineSnapshot(`
      [
        "missing-base 4:45 interfaces[1].vlan.base-iface: base interface bond0, which is not described | an entry in interfaces for what v5 lies on | add an entry for bond0",
      ]
    `);
  });

  test("a VLAN on nothing", () => {
    expect(problemsIn("interfaces:\n- {name: v5, type: vlan, vlan: {id: 5}}\n")).toMatchInlineSnapshot(`
      [
        "missing-base 2:10 interfaces[0].vlan.base-iface: VLAN v5 on nothing | base-iface: the interface that carries the VLAN | add base-iface",
      ]
    `);
  });

  test("VLANs that lie on each other", () => {
    expect(
      problemsIn(`
interfaces:
- {name: v5, type: vlan, vlan: {base-iface: v6, id: 5}}
- {name: v6, type: vlan, vlan: {base-iface: v5, id: 6}}
`),
    ).toMatchInlineSnapshot(`
      [
        "base-cycle 3:45 interfaces[0].vlan.base-iface: v5 on v6, which lies on v5 itself | a pile that ends at a real interface | correct one of the base interfaces",
        "base-cycle 4:45 interfaces[1].vlan.base-iface: v6 on v5, which lies on v6 itself | a pile that ends at a real interface | correct one of the base interfaces",
      ]
    `);
  });

  test("a type whose section is missing", () => {
    expect(problemsIn("interfaces:\n- {name: vx, type: vxlan}\n")).toMatchInlineSnapshot(`
      [
        "missing-section 2:10 interfaces[0]: vx of type vxlan without the section vxlan | vxlan: the settings of this type | add vxlan with its keys, or correct the type",
      ]
    `);
  });
});
