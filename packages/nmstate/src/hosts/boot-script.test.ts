import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { nodeNmstate } from "../node.ts";
import { networkBootScript } from "./boot-script.ts";
import type { HostNetwork } from "./host-network.ts";
import { hostNetworkFiles } from "./host-network-files.ts";

const nmstate = await nodeNmstate();
const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

type Nic = Readonly<{ mac: string; virtual?: boolean; permanentMac?: string }>;

/** A machine with an image's files and these NICs, after the script ran. */
function boot(
  hosts: readonly HostNetwork[],
  nics: Readonly<Record<string, Nic>>,
  left: Readonly<Record<string, string>> = {},
) {
  const root = mkdtempSync(join(tmpdir(), "muster-boot-"));
  roots.push(root);
  const put = (path: string, content: string, mode = 0o644): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content, { mode });
  };
  const outcome = hostNetworkFiles(nmstate, hosts);
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
  for (const { path, content, mode } of outcome.value) put(path, content, mode);
  for (const [name, { mac, virtual, permanentMac }] of Object.entries(nics)) {
    put(`sys/class/net/${name}/address`, `${mac}\n`);
    if (!virtual) put(`sys/class/net/${name}/device/vendor`, "0x8086\n");
    if (permanentMac) put(`sys/class/net/${name}/bonding_slave/perm_hwaddr`, `${permanentMac}\n`);
  }
  put("sys/class/net/bonding_masters", "\n");
  const connections = join(root, "etc/NetworkManager/system-connections");
  for (const [name, content] of Object.entries(left)) put(`etc/NetworkManager/system-connections/${name}`, content);
  put("script.sh", networkBootScript.content, networkBootScript.mode);
  const { status, stdout, stderr } = spawnSync("sh", [join(root, "script.sh")], {
    env: {
      MUSTER_HOSTS_DIR: join(root, "etc/assisted/network"),
      MUSTER_CONNECTIONS_DIR: connections,
      MUSTER_NET_DIR: join(root, "sys/class/net"),
    },
    encoding: "utf8",
  });
  const read = (name: string): string => readFileSync(join(connections, name), "utf8");
  const list = (): string[] => readdirSync(connections).sort();
  return {
    status,
    says: stdout.replaceAll(root, ""),
    stderr,
    read,
    list,
    mode: (name: string) => statSync(join(connections, name)).mode & 0o777,
  };
}

const mapped = (networkYaml: string, ...nics: readonly (readonly [mac: string, nic: string])[]): HostNetwork => ({
  networkYaml,
  macInterfaceMap: nics.map(([macAddress, logicalNicName]) => ({ macAddress, logicalNicName })),
});

const simple = (mac: string, ip: string): HostNetwork =>
  mapped(
    `interfaces:\n- {name: eth0, type: ethernet, ipv4: {enabled: true, address: [{ip: ${ip}, prefix-length: 24}]}}\n`,
    [mac, "eth0"],
  );

describe("the boot script", () => {
  test("installs the profiles of the one host whose MAC address the machine has, under its own NIC's name", () => {
    const machine = boot([simple("02:00:00:00:00:01", "10.0.0.1"), simple("02:00:00:00:00:0A", "10.0.0.2")], {
      lo: { mac: "00:00:00:00:00:00", virtual: true },
      enp1s0: { mac: "02:00:00:00:00:0a" },
    });
    expect(machine).toMatchObject({ status: 0, stderr: "" });
    expect(machine.says).toBe(
      "pre-network-manager-config: this machine is host1; its network is installed (name=interface: eth0=enp1s0)\n",
    );
    expect(machine.list()).toEqual(["enp1s0.nmconnection"]);
    expect(machine.mode("enp1s0.nmconnection")).toBe(0o600);
    expect(machine.read("enp1s0.nmconnection")).toMatch(
      /\nid=enp1s0\ninterface-name=enp1s0\n[\s\S]*address0=10\.0\.0\.2\/24\n/,
    );
  });

  test("renames in every place: bond ports, the primary, VLANs and their parents", () => {
    const machine = boot(
      [
        mapped(
          `
interfaces:
- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: [eth0, eth1], options: {primary: eth1}}}
- {name: eth2.100, type: vlan, vlan: {base-iface: eth2, id: 100}, ipv4: {enabled: true, dhcp: true}}
- {name: eth2, type: ethernet}
`,
          ["02:00:00:00:00:01", "eth0"],
          ["02:00:00:00:00:02", "eth1"],
          ["02:00:00:00:00:03", "eth2"],
        ),
      ],
      // The names of the document belong to other NICs here: each must be replaced once, not twice.
      { eth1: { mac: "02:00:00:00:00:01" }, eth0: { mac: "02:00:00:00:00:02" }, ens3: { mac: "02:00:00:00:00:03" } },
    );
    expect(machine.list()).toEqual(["bond0", "ens3.100", "ens3", "eth0", "eth1"].map((name) => `${name}.nmconnection`));
    expect(machine.read("bond0.nmconnection")).toMatch(/\nprimary=eth0\n/);
    expect(machine.read("eth1.nmconnection")).toMatch(/\ninterface-name=eth1\nmaster=bond0\n/);
    expect(machine.read("ens3.100.nmconnection")).toMatch(/\ninterface-name=ens3\.100\n[\s\S]*\nparent=ens3\n/);
  });

  test("a VLAN whose name would grow too long keeps its own, on the right parent", () => {
    const machine = boot(
      [
        mapped(
          "interfaces:\n- {name: eth0, type: ethernet}\n- {name: eth0.1234, type: vlan, vlan: {base-iface: eth0, id: 1234}}\n",
          ["02:00:00:00:00:01", "eth0"],
        ),
      ],
      { enp94s0f1np1: { mac: "02:00:00:00:00:01" } },
    );
    expect(machine.list()).toEqual(["enp94s0f1np1.nmconnection", "eth0.1234.nmconnection"]);
    expect(machine.read("eth0.1234.nmconnection")).toMatch(
      /\ninterface-name=eth0\.1234\n[\s\S]*\nparent=enp94s0f1np1\n/,
    );
  });

  test("Open vSwitch ports and the interface in a policy rule are renamed", () => {
    const machine = boot(
      [
        mapped(
          `
interfaces:
- {name: br0, type: ovs-bridge, bridge: {port: [{name: eth0}]}}
- {name: eth1, type: ethernet, ipv4: {enabled: true, address: [{ip: 10.0.0.5, prefix-length: 24}]}}
route-rules:
  config:
  - {family: ipv4, iif: eth1, route-table: 254}
`,
          ["02:00:00:00:00:01", "eth0"],
          ["02:00:00:00:00:02", "eth1"],
        ),
      ],
      { ens1: { mac: "02:00:00:00:00:01" }, ens2: { mac: "02:00:00:00:00:02" } },
    );
    expect(machine.list()).toEqual(["br0-br", "ens1-port", "ens1", "ens2"].map((name) => `${name}.nmconnection`));
    expect(machine.read("ens1.nmconnection")).toMatch(/\nmaster=ens1\nslave-type=ovs-port\n/);
    expect(machine.read("ens2.nmconnection")).toMatch(/\nrouting-rule0=.* iif ens2 table 254\n/);
  });

  test("virtual functions follow the name of their NIC", () => {
    const networkYaml = `
interfaces:
- {name: eno1, type: ethernet, ethernet: {sr-iov: {total-vfs: 2}}}
- {name: "sriov:eno1:0", type: ethernet, state: up}
- {name: eno1v1, type: ethernet, state: up}
- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: ["sriov:eno1:0"], options: {primary: "sriov:eno1:0"}}}
`;
    const machine = boot([mapped(networkYaml, ["02:00:00:00:00:01", "eno1"])], {
      ens1f0np0: { mac: "02:00:00:00:00:01" },
    });
    expect(machine.list()).toEqual(
      ["bond0", "ens1f0np0", "ens1f0v0", "ens1f0v1"].map((name) => `${name}.nmconnection`),
    );
    expect(machine.read("bond0.nmconnection")).toMatch(/\nprimary=ens1f0v0\n/);
    expect(machine.read("ens1f0v0.nmconnection")).toMatch(/\nid=ens1f0v0\ninterface-name=ens1f0v0\nmaster=bond0\n/);
  });

  test("a NIC that the document identifies by MAC address needs no name", () => {
    const networkYaml =
      "interfaces:\n- {name: wan0, type: ethernet, identifier: mac-address, mac-address: 02:00:00:00:00:01, ipv4: {enabled: true, dhcp: true}}\n";
    const machine = boot([mapped(networkYaml)], { ens1: { mac: "02:00:00:00:00:01" } });
    expect(machine.list()).toEqual(["ens1.nmconnection"]);
    expect(machine.read("ens1.nmconnection")).not.toMatch(/interface-name=/);
    expect(machine.read("ens1.nmconnection")).toMatch(/\n\[ethernet\]\nmac-address=02:00:00:00:00:01\n/);
  });

  test("run again, it knows the ports of a bond by the address they were built with", () => {
    const bond = mapped(
      "interfaces:\n- {name: bond0, type: bond, link-aggregation: {mode: active-backup, port: [eth0, eth1]}}\n",
      ["02:00:00:00:00:01", "eth0"],
      ["02:00:00:00:00:02", "eth1"],
    );
    const machine = boot([bond], {
      bond0: { mac: "02:00:00:00:00:01", virtual: true },
      ens1: { mac: "02:00:00:00:00:01", permanentMac: "02:00:00:00:00:01" },
      ens2: { mac: "02:00:00:00:00:01", permanentMac: "02:00:00:00:00:02" },
    });
    expect(machine.list()).toEqual(["bond0.nmconnection", "ens1.nmconnection", "ens2.nmconnection"]);
  });

  test("profiles that were there before make way, other files stay", () => {
    const machine = boot(
      [simple("02:00:00:00:00:01", "10.0.0.1")],
      { ens1: { mac: "02:00:00:00:00:01" } },
      {
        "default.nmconnection": "[connection]\n",
        "notes.txt": "keep\n",
      },
    );
    expect(machine.list()).toEqual(["ens1.nmconnection", "notes.txt"]);
  });

  test("on a machine that nobody described, everything stays as it is", () => {
    const machine = boot(
      [simple("02:00:00:00:00:01", "10.0.0.1")],
      { ens1: { mac: "02:00:00:00:00:99" } },
      {
        "default.nmconnection": "[connection]\n",
      },
    );
    expect(machine).toMatchObject({ status: 0, stderr: "" });
    expect(machine.says).toBe(
      "pre-network-manager-config: no host in /etc/assisted/network has a MAC address of this machine ( 02:00:00:00:00:99=ens1 ); its network is left as it is\n",
    );
    expect(machine.list()).toEqual(["default.nmconnection"]);
  });

  test("a machine without network interfaces", () => {
    const machine = boot([simple("02:00:00:00:00:01", "10.0.0.1")], {});
    expect(machine).toMatchObject({
      status: 0,
      stderr: "",
      says: "pre-network-manager-config: found no network interface; nothing to do\n",
    });
  });
});
