import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";

const vlan = (id: number): string =>
  `interfaces:\n- {name: eth1}\n- name: tagged\n  type: vlan\n  vlan:\n    base-iface: eth1\n    id: ${id}\n`;

describe("VLANs", () => {
  test("ids run from 1 to 4094", () => {
    expect([1, 4094].flatMap((id) => problemsIn(vlan(id)))).toEqual([]);
    expect([0, 4095].flatMap((id) => problemsIn(vlan(id)))).toMatchInlineSnapshot(`
      [
        "bad-vlan-id 7:9 interfaces[1].vlan.id: VLAN id 0 | 1 to 4094 | use the id that the switch port carries",
        "bad-vlan-id 7:9 interfaces[1].vlan.id: VLAN id 4095 | 1 to 4094 | use the id that the switch port carries",
      ]
    `);
  });

  test("an id beyond 16 bits is one mistake, not two", () => {
    expect(problemsIn(vlan(70_000))).toMatchInlineSnapshot(`
      [
        "out-of-range 7:9 interfaces[1].vlan.id: 70000 | a whole number from 0 to 65535 | correct the number",
      ]
    `);
  });

  test("two interfaces for one VLAN of one base", () => {
    expect(
      problemsIn(`
interfaces:
- {name: eth1}
- {name: blue, type: vlan, vlan: {base-iface: eth1, id: 7}}
- {name: red, type: vlan, vlan: {base-iface: eth1, id: 7}}
`),
    ).toMatchInlineSnapshot(`
      [
        "duplicate-vlan 5:56 interfaces[2].vlan.id: VLAN 7 on eth1, which blue is already | one interface for each VLAN on a base | use blue, or another id",
      ]
    `);
  });
});
