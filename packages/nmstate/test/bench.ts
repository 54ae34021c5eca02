// 1,000 hosts with bond, VLAN and static addresses: checked, rendered, and made into an image's files.
// Run: npm exec -- node packages/nmstate/test/bench.ts [hosts]
import { check, type HostNetwork, hostNetworkFiles, render } from "../src/index.ts";
import { nodeNmstate } from "../src/node.ts";

const count = Number(process.argv[2] ?? 1000);

const host = (index: number): HostNetwork => {
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
};

const timed = <T>(what: string, work: () => T): T => {
  const start = performance.now();
  const result = work();
  console.log(`${what.padEnd(40)} ${Math.round(performance.now() - start)} ms`);
  return result;
};

const hosts = Array.from({ length: count }, (_, index) => host(index));
const start = performance.now();
const nmstate = await nodeNmstate();
console.log(`${"load the library".padEnd(40)} ${Math.round(performance.now() - start)} ms`);

const problems = timed(`check ${count} hosts`, () =>
  hosts.flatMap(({ networkYaml }) => check(networkYaml, { file: "host" })),
);
const rendered = timed(`render ${count} hosts`, () =>
  hosts.map(({ networkYaml }) => render(nmstate, networkYaml, { file: "host" })),
);
const files = timed(`both, with maps, to an image's files`, () => hostNetworkFiles(nmstate, hosts));
if (problems.length > 0 || rendered.some(({ kind }) => kind !== "ok") || files.kind !== "ok") {
  throw new Error("the bench's own hosts are refused: mend the bench");
}
console.log(`${"files".padEnd(40)} ${files.value.length}`);
console.log(`${"resident memory".padEnd(40)} ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
