import { type HostNetwork, hostNetworkFiles } from "@muster/nmstate";
import { nodeNmstate } from "@muster/nmstate/node";
import type { Scenario } from "../scenario.ts";

const count = 1_000;
const mebibyte = 1_024 ** 2;

export const imageNetworks: Scenario = {
  name: "image-networks",
  says: `${count} hosts with bond, VLAN and static addresses: checked, rendered, and made into an image's files`,
  async run({ say }) {
    const hosts = Array.from({ length: count }, (_, index) => host(index));
    const started = performance.now();
    const nmstate = await nodeNmstate();
    const loaded = performance.now();
    say("checking and rendering");
    const cpuBefore = process.cpuUsage();
    const files = hostNetworkFiles(nmstate, hosts);
    const done = performance.now();
    const { user, system } = process.cpuUsage(cpuBefore);
    if (files.kind === "refused") throw new Error("the bench's own hosts are refused: mend the bench");
    return [
      { name: "the library loaded", value: loaded - started, unit: "ms" },
      { name: `${count} hosts checked and rendered`, value: (done - loaded) / 1_000, unit: "s", hold: 6 },
      { name: "CPU of that", value: (user + system) / 1e6, unit: "s" },
      { name: "RSS at the end", value: process.memoryUsage.rss() / mebibyte, unit: "MiB" },
    ];
  },
};

function host(index: number): HostNetwork {
  const address = `10.${128 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
  const mac = (nic: number): string =>
    `02:00:${[nic, index >> 16, (index >> 8) & 255, index & 255].map((byte) => byte.toString(16).padStart(2, "0")).join(":")}`;
  return {
    networkYaml: `interfaces:
- name: eth0
  type: ethernet
  state: up
  mtu: 9000
- name: eth1
  type: ethernet
  state: up
  mtu: 9000
- name: bond0
  type: bond
  state: up
  mtu: 9000
  link-aggregation:
    mode: 802.3ad
    options:
      miimon: 100
      lacp_rate: fast
      xmit_hash_policy: layer3+4
    port:
    - eth0
    - eth1
- name: bond0.100
  type: vlan
  state: up
  vlan:
    base-iface: bond0
    id: 100
  ipv4:
    enabled: true
    dhcp: false
    address:
    - ip: ${address}
      prefix-length: 8
  ipv6:
    enabled: false
routes:
  config:
  - destination: 0.0.0.0/0
    next-hop-address: 10.0.0.1
    next-hop-interface: bond0.100
dns-resolver:
  config:
    server:
    - 10.0.0.2
    - 10.0.0.3
    search:
    - cluster.example.com
`,
    macInterfaceMap: [
      { macAddress: mac(0), logicalNicName: "eth0" },
      { macAddress: mac(1), logicalNicName: "eth1" },
    ],
  };
}
