import { expect, test } from "vitest";
import { tell } from "../test/telling.ts";
import { render } from "./nmstate.ts";
import { nodeNmstate } from "./node.ts";

const nmstate = await nodeNmstate();

function refusalOf(yaml: string): string[] {
  const outcome = render(nmstate, yaml, { file: "host.yaml" });
  return outcome.kind === "refused" ? outcome.problems.map(tell) : [];
}

test("the library's words come at the interface that they name, the longest name first", () => {
  expect(
    refusalOf(`
interfaces:
- {name: eth1, type: ethernet}
- {name: eth1.101, type: vlan, vlan: {id: 101}}
`),
  ).toMatchInlineSnapshot(`
    [
      "library 4:10 interfaces[1].name: a state that the nmstate library refuses: Missing 'vlan.base-iface' for interface 'eth1.101' | a state that it can render | change what it names",
    ]
  `);
});

test("at the part of the document that they speak of", () => {
  expect(
    refusalOf(`
interfaces:
- {name: eth1, type: ethernet}
route-rules:
  config:
  - {ip-from: nowhere, route-table: 254}
`),
  ).toMatchInlineSnapshot(`
    [
      "library 6:15 route-rules.config[0].ip-from: a state that the nmstate library refuses: Invalid IP network 'nowhere': invalid IP address syntax | a state that it can render | change what it names",
    ]
  `);
});

test("at the line and column that they give", () => {
  expect(refusalOf("interfaces:\n- name: eth1\nhostname:\n  config: [a]\n")).toMatchInlineSnapshot(`
    [
      "library 4:11 : a state that the nmstate library refuses: hostname.config: invalid type: sequence, expected a string | a state that it can render | change what it names",
    ]
  `);
});

test("else at the beginning", () => {
  expect(refusalOf("dns-resolver: {config: {server: [10.0.0.1]}}\n")).toHaveLength(1);
  expect(refusalOf("[]\n")).toMatchInlineSnapshot(`
    [
      "library 1:1 : a state that the nmstate library refuses: invalid type: sequence, expected struct NetworkState | a state that it can render | change what it names",
    ]
  `);
});
