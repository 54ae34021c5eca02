import { describe, expect, test } from "vitest";
import { tell } from "../../test/telling.ts";
import { nodeNmstate } from "../node.ts";
import type { HostNetwork } from "./host-network.ts";
import { hostNetworkFiles } from "./host-network-files.ts";

const nmstate = await nodeNmstate();

const aHost = (with_: Partial<HostNetwork> = {}): HostNetwork => ({
  networkYaml: "interfaces:\n- {name: eth0, type: ethernet, ipv4: {enabled: true, dhcp: true}}\n",
  macInterfaceMap: [{ macAddress: "02:00:00:00:00:01", logicalNicName: "eth0" }],
  ...with_,
});

function filesOf(...hosts: readonly HostNetwork[]) {
  const outcome = hostNetworkFiles(nmstate, hosts);
  return outcome.kind === "ok" ? outcome.value : outcome.problems.map(tell);
}

function problemsOf(...hosts: readonly HostNetwork[]): string[] {
  const outcome = hostNetworkFiles(nmstate, hosts);
  return outcome.kind === "ok" ? [] : outcome.problems.map((problem) => `${problem.file}: ${tell(problem)}`);
}

describe("the files of one host", () => {
  test("its profiles with priority over what the live system makes up, and the map of its MAC addresses", () => {
    expect(filesOf(aHost())).toMatchInlineSnapshot(`
      [
        {
          "content": "[connection]
      autoconnect=true
      autoconnect-priority=1
      autoconnect-slaves=-1
      id=eth0
      interface-name=eth0
      type=802-3-ethernet
      uuid=dfd202f5-562f-5f07-8f2a-a7717756fb70

      [ipv4]
      dhcp-client-id=mac
      dhcp-send-hostname=true
      dhcp-timeout=2147483647
      ignore-auto-dns=false
      ignore-auto-routes=false
      method=auto
      never-default=false

      [ipv6]
      dhcp-timeout=2147483647
      method=disabled
      ",
          "mode": 384,
          "path": "/etc/assisted/network/host0/eth0.nmconnection",
        },
        {
          "content": "02:00:00:00:00:01=eth0
      ",
          "mode": 384,
          "path": "/etc/assisted/network/host0/mac_interface.ini",
        },
      ]
    `);
  });

  test("an interface that is to stay down stays down", () => {
    const networkYaml = "interfaces:\n- {name: eth0, type: ethernet, state: down}\n";
    const [profile] = filesOf(aHost({ networkYaml }));
    expect(profile).toMatchObject({ content: expect.stringContaining("autoconnect=false\nautoconnect-priority=1\n") });
  });

  test("an interface that the document ties to a MAC address picks the machine without any map", () => {
    const networkYaml =
      "interfaces:\n- {name: wan0, type: ethernet, identifier: mac-address, mac-address: 02:00:00:00:00:0A, ipv4: {enabled: true, dhcp: true}}\n";
    expect(filesOf(aHost({ networkYaml, macInterfaceMap: [] })).at(-1)).toMatchObject({
      path: "/etc/assisted/network/host0/mac_interface.ini",
      content: "02:00:00:00:00:0A=wan0\n",
    });
  });

  test("the map wins over the document for a MAC address that both name", () => {
    const networkYaml = "interfaces:\n- {name: wan0, identifier: mac-address, mac-address: 02:00:00:00:00:01}\n";
    expect(filesOf(aHost({ networkYaml })).at(-1)).toMatchObject({ content: "02:00:00:00:00:01=eth0\n" });
  });
});

test("hosts are numbered by the text of their documents, whatever order they come in", () => {
  const one = aHost({
    networkYaml: "interfaces:\n- {name: a, type: ethernet}\n",
    macInterfaceMap: [{ macAddress: "02:00:00:00:00:0a", logicalNicName: "a" }],
  });
  const other = aHost({
    networkYaml: "interfaces:\n- {name: b, type: ethernet}\n",
    macInterfaceMap: [{ macAddress: "02:00:00:00:00:0b", logicalNicName: "b" }],
  });
  expect(filesOf(one, other)).toEqual(filesOf(other, one));
  expect(filesOf(other, one).map((file) => (typeof file === "string" ? file : file.path))).toEqual([
    "/etc/assisted/network/host0/a.nmconnection",
    "/etc/assisted/network/host0/mac_interface.ini",
    "/etc/assisted/network/host1/b.nmconnection",
    "/etc/assisted/network/host1/mac_interface.ini",
  ]);
});

describe("refused", () => {
  test("two hosts with the same MAC address, in any case", () => {
    const twin = aHost({
      macInterfaceMap: [{ macAddress: "02:00:00:00:00:0a", logicalNicName: "eth0" }],
      file: "node-1",
    });
    const other = aHost({
      macInterfaceMap: [{ macAddress: "02:00:00:00:00:0A", logicalNicName: "eth0" }],
      file: "node-2",
    });
    expect(problemsOf(twin, other)).toMatchInlineSnapshot(`
      [
        "node-2: duplicate-host-mac 1:1 macInterfaceMap[0].macAddress: MAC address 02:00:00:00:00:0A, which node-1 has too | MAC addresses that tell the hosts apart | correct the MAC address in one of the two",
      ]
    `);
  });

  test("two hosts with the same MAC address, one of them in its document", () => {
    const networkYaml = "interfaces:\n- name: wan0\n  identifier: mac-address\n  mac-address: 02:00:00:00:00:01\n";
    expect(problemsOf(aHost(), aHost({ networkYaml, macInterfaceMap: [] }))).toMatchInlineSnapshot(`
      [
        "host 2: duplicate-host-mac 4:16 interfaces[0].mac-address: MAC address 02:00:00:00:00:01, which host 1 has too | MAC addresses that tell the hosts apart | correct the MAC address in one of the two",
      ]
    `);
  });

  test("one MAC address, or one interface, twice in a map", () => {
    const macInterfaceMap = [
      { macAddress: "02:00:00:00:00:01", logicalNicName: "eth0" },
      { macAddress: "02:00:00:00:00:01", logicalNicName: "eth1" },
      { macAddress: "02:00:00:00:00:02", logicalNicName: "eth1" },
    ];
    expect(problemsOf(aHost({ macInterfaceMap }))).toMatchInlineSnapshot(`
      [
        "host 1: duplicate-host-mac 1:1 macInterfaceMap[1].macAddress: MAC address 02:00:00:00:00:01 for the second time in this host's map | one interface for each MAC address | remove one of the entries",
        "host 1: duplicate-host-nic 1:1 macInterfaceMap[2].logicalNicName: interface eth1 with two MAC addresses | one MAC address for each interface | remove one of the entries, or correct its name",
      ]
    `);
  });

  test("an interface with one MAC address in the map and another in the document", () => {
    const networkYaml = "interfaces:\n- {name: eth0, identifier: mac-address, mac-address: 02:00:00:00:00:02}\n";
    expect(problemsOf(aHost({ networkYaml }))).toMatchInlineSnapshot(`
      [
        "host 1: duplicate-host-nic 2:10 interfaces[0].name: interface eth0 with two MAC addresses | one MAC address for each interface | remove one of the entries, or correct its name",
      ]
    `);
  });

  test("entries that are no MAC address, or no name", () => {
    const macInterfaceMap = [
      { macAddress: "02-00-00-00-00-01", logicalNicName: "eth0" },
      { macAddress: "02:00:00:00:00:02", logicalNicName: "eth=1" },
    ];
    expect(problemsOf(aHost({ macInterfaceMap }))).toMatchInlineSnapshot(`
      [
        "host 1: bad-host-mac 1:1 macInterfaceMap[0].macAddress: MAC address "02-00-00-00-00-01" | six pairs of hex digits between colons, as in 02:00:00:00:00:0a | correct the MAC address",
        "host 1: bad-interface-name 1:1 macInterfaceMap[1].logicalNicName: interface name "eth=1" | 1 to 15 characters without slash, equals sign or white space | use the name that the network document gives the interface",
      ]
    `);
  });

  test("ethernet interfaces that the map does not know, described or only named as ports", () => {
    const networkYaml = `
interfaces:
- {name: eth0, type: ethernet}
- {name: eth1}
- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: [eth1, eth2]}}
`;
    expect(problemsOf(aHost({ networkYaml }))).toMatchInlineSnapshot(`
      [
        "host 1: unmapped-interface 4:10 interfaces[1].name: ethernet interface eth1 without a MAC address in the host's map | a MAC address for each ethernet interface, so that it is found on the machine | map a MAC address to eth1, or give the interface identifier: mac-address with its mac-address",
        "host 1: unmapped-interface 5:82 interfaces[2].link-aggregation.port[1]: ethernet interface eth2 without a MAC address in the host's map | a MAC address for each ethernet interface, so that it is found on the machine | map a MAC address to eth2, or give the interface identifier: mac-address with its mac-address",
      ]
    `);
  });

  test("bonds, VLANs and interfaces found by MAC address need no entry", () => {
    const networkYaml = `
interfaces:
- {name: eth0, type: ethernet}
- {name: wan0, type: ethernet, identifier: mac-address, mac-address: 02:00:00:00:00:02}
- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: [eth0, wan0]}}
- {name: bond0.5, type: vlan, vlan: {base-iface: bond0, id: 5}}
- {name: gone, type: ethernet, state: absent}
`;
    expect(problemsOf(aHost({ networkYaml }))).toEqual([]);
  });

  test("a host that no MAC address picks", () => {
    const networkYaml = "interfaces:\n- {name: dummy0, type: dummy}\n";
    expect(problemsOf(aHost({ networkYaml, macInterfaceMap: [] }))).toMatchInlineSnapshot(`
      [
        "host 1: host-without-mac 1:1 macInterfaceMap: no MAC address for this host | at least one, to know the machine by | map the MAC address of one of its interfaces",
      ]
    `);
  });

  test("mistakes of all hosts come together, also those that only the library finds", () => {
    const hosts = [
      aHost({ networkYaml: "interfaces:\n- {name: eth0, mtuu: 9000}\n" }),
      aHost({
        networkYaml: "interfaces:\n- {name: eth0, mtu: nine}\n",
        macInterfaceMap: [{ macAddress: "02:00:00:00:00:02", logicalNicName: "eth0" }],
      }),
    ];
    expect(problemsOf(...hosts)).toMatchInlineSnapshot(`
      [
        "host 1: unknown-key 2:16 interfaces[0].mtuu: unknown key mtuu | a known key, such as mtu | write mtu if that was meant",
        "host 2: wrong-type 2:21 interfaces[0].mtu: "nine" | a whole number, 0 or more | correct the value",
      ]
    `);
    const unrenderable = aHost({ networkYaml: "interfaces:\n- {name: eth0, copy-mac-from: eth9}\n" });
    expect(problemsOf(unrenderable)).toMatchInlineSnapshot(`[]`);
  });
});
