import { isMac } from "../address.ts";
import { check } from "../check/index.ts";
import { type Finding, locate, type Problem } from "../problem.ts";
import { fileOf, type HostNetwork, type HostNics, readNics } from "./host-network.ts";

/** Every mistake in the networks of an image's hosts: in each document, in each map, and between hosts. */
export function checkHostNetworks(hosts: readonly HostNetwork[]): Problem[] {
  const owners = new Map<string, number>();
  return hosts.flatMap((host, index) => {
    const file = fileOf(host, index);
    const nics = readNics(host.networkYaml);
    const findings = [
      ...checkMap(host, nics),
      ...macsOf(host, nics).flatMap(({ mac, at, path }) => {
        const key = mac.toLowerCase();
        const owner = owners.get(key);
        owners.set(key, owner ?? index);
        return owner === undefined || owner === index
          ? []
          : [sharedMac(mac, at, path, fileOf(hosts[owner] ?? host, owner))];
      }),
    ];
    return [...check(host.networkYaml, { file }), ...locate(findings, host.networkYaml, file)];
  });
}

/** Each MAC address that picks this host, with the place that says so. */
const macsOf = ({ macInterfaceMap }: HostNetwork, { identified }: HostNics) => [
  ...macInterfaceMap.map(({ macAddress }, index) => ({
    mac: macAddress,
    at: 0,
    path: `macInterfaceMap[${index}].macAddress`,
  })),
  ...identified.map(({ mac }) => ({ mac: mac.value, at: mac.at, path: mac.path })),
];

function checkMap({ macInterfaceMap }: HostNetwork, { named, identified }: HostNics): Finding[] {
  const findings: Finding[] = [];
  const macs = new Set<string>();
  const names = new Set<string>();
  for (const [index, { macAddress, logicalNicName }] of macInterfaceMap.entries()) {
    const path = `macInterfaceMap[${index}]`;
    if (!isMac(macAddress)) findings.push(badMac(macAddress, `${path}.macAddress`));
    if (macs.has(macAddress.toLowerCase())) findings.push(mappedTwice(macAddress, `${path}.macAddress`));
    if (!/^[^\s/=]{1,15}$/.test(logicalNicName)) findings.push(badName(logicalNicName, `${path}.logicalNicName`));
    if (names.has(logicalNicName)) findings.push(namedTwice(logicalNicName, `${path}.logicalNicName`));
    macs.add(macAddress.toLowerCase());
    names.add(logicalNicName);
  }
  for (const { name, mac } of identified) {
    if (names.has(name.value) && !macs.has(mac.value.toLowerCase()))
      findings.push({ ...namedTwice(name.value, name.path), at: name.at });
  }
  const known = new Set([...names, ...identified.map(({ name }) => name.value)]);
  for (const name of named) {
    if (known.has(name.value)) continue;
    known.add(name.value);
    findings.push(unmapped(name.value, name.at, name.path));
  }
  if (macInterfaceMap.length === 0 && identified.length === 0) findings.push(nobody);
  return findings;
}

const badMac = (mac: string, path: string): Finding => ({
  code: "bad-host-mac",
  at: 0,
  path,
  found: `MAC address ${JSON.stringify(mac)}`,
  needed: "six pairs of hex digits between colons, as in 02:00:00:00:00:0a",
  remedy: "correct the MAC address",
});

const badName = (name: string, path: string): Finding => ({
  code: "bad-interface-name",
  at: 0,
  path,
  found: `interface name ${JSON.stringify(name)}`,
  needed: "1 to 15 characters without slash, equals sign or white space",
  remedy: "use the name that the network document gives the interface",
});

const mappedTwice = (mac: string, path: string): Finding => ({
  code: "duplicate-host-mac",
  at: 0,
  path,
  found: `MAC address ${mac} for the second time in this host's map`,
  needed: "one interface for each MAC address",
  remedy: "remove one of the entries",
});

const sharedMac = (mac: string, at: number, path: string, other: string): Finding => ({
  code: "duplicate-host-mac",
  at,
  path,
  found: `MAC address ${mac}, which ${other} has too`,
  needed: "MAC addresses that tell the hosts apart",
  remedy: "correct the MAC address in one of the two",
});

const namedTwice = (name: string, path: string): Finding => ({
  code: "duplicate-host-nic",
  at: 0,
  path,
  found: `interface ${name} with two MAC addresses`,
  needed: "one MAC address for each interface",
  remedy: "remove one of the entries, or correct its name",
});

const unmapped = (name: string, at: number, path: string): Finding => ({
  code: "unmapped-interface",
  at,
  path,
  found: `ethernet interface ${name} without a MAC address in the host's map`,
  needed: "a MAC address for each ethernet interface, so that it is found on the machine",
  remedy: `map a MAC address to ${name}, or give the interface identifier: mac-address with its mac-address`,
});

const nobody: Finding = {
  code: "host-without-mac",
  at: 0,
  path: "macInterfaceMap",
  found: "no MAC address for this host",
  needed: "at least one, to know the machine by",
  remedy: "map the MAC address of one of its interfaces",
};
