import { describe, expect, test } from "vitest";
import { problemsIn } from "../../test/telling.ts";
import { limits } from "../limits.ts";

describe("interfaces", () => {
  test("a type that nobody knows would silently become ethernet", () => {
    expect(problemsIn("interfaces:\n- {name: bond0, type: bnod}\n")).toMatchInlineSnapshot(`
      [
        "unknown-interface-type 2:23 interfaces[0].type: type bnod, which the library would take for ethernet | one of ethernet, veth, dummy, loopback, xfrm, bond, linux-bridge, ovs-bridge, ovs-interface, vlan, vxlan, vrf, mac-vlan, mac-vtap, infiniband, macsec, ipsec, ipvlan, ip-tunnel, hsr | write bond if that was meant",
      ]
    `);
  });

  test("an interface without type is ethernet", () => {
    expect(problemsIn("interfaces:\n- {name: eth1, ethernet: {auto-negotiation: true}}\n")).toEqual([]);
  });

  test.for(["", "a/b", "../eth1", ".", "a b", "a:b", "sixteen-letters-"])("no interface can be called %j", (name) => {
    expect(problemsIn(`interfaces:\n- {name: ${JSON.stringify(name)}, type: ethernet}\n`)).toHaveLength(1);
  });

  test("a name that is too long says how long it is", () => {
    expect(problemsIn("interfaces:\n- {name: enp94s0f1np1.1234, type: ethernet}\n")).toMatchInlineSnapshot(`
      [
        "bad-interface-name 2:10 interfaces[0].name: name "enp94s0f1np1.1234" of 17 characters | 1 to 15 characters without slash, colon or white space, and no dot in front | choose another name",
      ]
    `);
  });

  test("names of ports, veth peers and profiles become file names too", () => {
    expect(
      problemsIn(`
interfaces:
- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: [../x]}}
- {name: veth0, type: veth, veth: {peer: a/b}}
- {name: eth7, type: ethernet, profile-name: ../../x}
`),
    ).toMatchInlineSnapshot(`
      [
        "bad-interface-name 3:76 interfaces[0].link-aggregation.port[0]: name "../x" | 1 to 15 characters without slash, colon or white space, and no dot in front | choose another name",
        "bad-interface-name 4:42 interfaces[1].veth.peer: name "a/b" | 1 to 15 characters without slash, colon or white space, and no dot in front | choose another name",
        "bad-interface-name 5:46 interfaces[2].profile-name: profile name "../../x" | a name that can be a file name | choose a name without slash, and without a dot in front",
      ]
    `);
  });

  test("the name of an interface that is found by its MAC address is only a profile's name", () => {
    expect(
      problemsIn(
        "interfaces:\n- {name: uplink-to-rack-four, identifier: mac-address, mac-address: 02:00:00:00:00:01}\n",
      ),
    ).toEqual([]);
  });

  test("two entries for one interface", () => {
    expect(problemsIn("interfaces:\n- {name: eth1, mtu: 1500}\n- {name: eth1, mtu: 9000}\n")).toMatchInlineSnapshot(`
      [
        "duplicate-interface 3:10 interfaces[1].name: a second interface or profile of the name eth1 | each interface once | merge the two entries, or rename one",
      ]
    `);
  });

  test("an Open vSwitch bridge and its internal interface may share a name", () => {
    expect(
      problemsIn(
        "interfaces:\n- {name: br0, type: ovs-bridge, bridge: {port: [{name: br0}]}}\n- {name: br0, type: ovs-interface}\n",
      ),
    ).toEqual([]);
  });

  test("more interfaces and ports than any machine has", () => {
    const ports = Array.from({ length: limits.interfaces }, (_, index) => `e${index}`).join();
    expect(
      problemsIn(`interfaces:\n- {name: b, type: bond, link-aggregation: {mode: 1, port: [${ports}]}}\n`),
    ).toMatchInlineSnapshot(`
      [
        "too-many-interfaces 1:1 interfaces: 1025 interfaces and ports | at most 1024 for one host | describe other hosts in their own documents",
      ]
    `);
  });
});

describe("MAC addresses", () => {
  test("something else than six pairs of hex digits", () => {
    expect(problemsIn("interfaces:\n- {name: eth1, mac-address: 02-00-00-00-00-01}\n")).toMatchInlineSnapshot(`
      [
        "bad-mac 2:29 interfaces[0].mac-address: "02-00-00-00-00-01" | six pairs of hex digits between colons, as in 02:00:00:00:00:0a | correct the MAC address",
      ]
    `);
  });

  test("an interface to be found by a MAC address that is not given", () => {
    expect(problemsIn("interfaces:\n- {name: eth1, identifier: mac-address}\n")).toMatchInlineSnapshot(`
      [
        "bad-mac 2:10 interfaces[0].name: identifier: mac-address, but no mac-address | mac-address: six pairs of hex digits between colons, as in 02:00:00:00:00:0a | add mac-address, or remove identifier",
      ]
    `);
  });

  test("two interfaces to be found by the same MAC address", () => {
    expect(
      problemsIn(`
interfaces:
- {name: eth1, identifier: mac-address, mac-address: 02:00:00:00:00:0A}
- {name: eth2, identifier: mac-address, mac-address: 02:00:00:00:00:0a}
`),
    ).toMatchInlineSnapshot(`
      [
        "duplicate-mac 4:54 interfaces[1].mac-address: 02:00:00:00:00:0a, which identifies eth1 already | a MAC address of its own for each interface | correct one of the two",
      ]
    `);
  });
});
