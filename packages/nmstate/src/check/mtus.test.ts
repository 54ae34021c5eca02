import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";

const onBase = (mtu: number, base: string): string => `
interfaces:
- {name: eth1, type: ethernet${base}}
- {name: v5, type: vlan, mtu: ${mtu}, vlan: {base-iface: eth1, id: 5}}
`;

describe("MTUs", () => {
  test("a VLAN cannot carry larger packets than what it lies on", () => {
    expect(problemsIn(onBase(9000, ", mtu: 1500"))).toMatchInlineSnapshot(`
      [
        "mtu-above-base 4:31 interfaces[1].mtu: MTU 9000 | at most 1500, the MTU of eth1 below | lower it, or raise the MTU of eth1",
      ]
    `);
  });

  test("equal and smaller ones are fine, and nothing is known of a base without MTU", () => {
    expect([...problemsIn(onBase(1500, ", mtu: 1500")), ...problemsIn(onBase(9000, ""))]).toEqual([]);
  });

  test("IPv6 needs 1280", () => {
    expect(
      problemsIn("interfaces:\n- {name: eth1, mtu: 1200, ipv6: {enabled: true, dhcp: true, autoconf: true}}\n"),
    ).toMatchInlineSnapshot(`
      [
        "mtu-too-small 2:21 interfaces[0].mtu: MTU 1200 | at least 1280, because eth1 has IPv6 | raise it, or set ipv6.enabled to false",
      ]
    `);
  });
});
