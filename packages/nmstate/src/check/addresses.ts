import { bitsOf, familyName } from "../address.ts";
import type { Desired, Interface, IpStack } from "../desired.ts";
import { isUp } from "../desired.ts";
import type { Finding } from "../problem.ts";

/** Static addresses, and what switches an IP family on. */
export function checkAddresses({ interfaces }: Desired): Finding[] {
  const up = interfaces.filter(isUp);
  const rendered = interfaces.filter(({ state }) => state === "up" || state === "down");
  return [
    ...rendered.flatMap(({ stacks }) => stacks.flatMap(checkFamily)),
    ...up.flatMap(({ type, stacks }) => (type === "ovs-bridge" ? [] : stacks.flatMap(checkSwitch))),
    ...checkDuplicates(up),
  ];
}

function checkFamily({ family, addresses, path }: IpStack): Finding[] {
  return addresses.flatMap(({ ip, text, prefixLength }): Finding[] => {
    if (ip.value.family !== family) {
      const found = `${text}, an ${familyName(ip.value.family)} address`;
      const other = family === 4 ? "ipv6" : "ipv4";
      const remedy = `move it to ${path.replace(/ipv[46]$/, other)}`;
      return [
        { code: "wrong-family", at: ip.at, path: ip.path, found, needed: `an ${familyName(family)} address`, remedy },
      ];
    }
    const bits = bitsOf(family);
    if (!prefixLength || prefixLength.value <= bits || prefixLength.value > 255) return [];
    return [
      {
        code: "bad-prefix-length",
        at: prefixLength.at,
        path: prefixLength.path,
        found: `prefix length ${prefixLength.value}`,
        needed: `0 to ${bits} for ${familyName(family)}`,
        remedy: "correct the prefix length",
      },
    ];
  });
}

function checkSwitch({ family, enabled, dhcp, autoconf, addresses, at, path }: IpStack): Finding[] {
  if (enabled === null && (dhcp || autoconf?.value || addresses.length > 0)) {
    return [
      {
        code: "ip-not-enabled",
        at,
        path,
        found: `${addresses.length > 0 ? "addresses" : "dhcp"} without enabled: true, so that ${familyName(family)} stays off`,
        needed: "enabled: true",
        remedy: `add enabled: true to ${path}`,
      },
    ];
  }
  if (!enabled || !autoconf?.value || dhcp) return [];
  return [
    {
      code: "autoconf-without-dhcp",
      at: autoconf.at,
      path: autoconf.path,
      found: "autoconf: true without dhcp: true",
      needed: "both: the library has no way to ask for one of them",
      remedy: "add dhcp: true beside it",
    },
  ];
}

function checkDuplicates(interfaces: readonly Interface[]): Finding[] {
  const owners = new Map<string, string>();
  const vrfs = new Map(
    interfaces.flatMap(({ name, type, ports }) =>
      type === "vrf" ? (ports ?? []).map((port) => [port.value, name.value] as const) : [],
    ),
  );
  const findings: Finding[] = [];
  for (const { name, stacks } of interfaces) {
    for (const { ip, text } of stacks.flatMap(({ enabled, addresses }) => (enabled ? addresses : []))) {
      // Each VRF is a world of its own.
      const key = `${vrfs.get(name.value) ?? ""} ${ip.value.family} ${ip.value.value}`;
      const owner = owners.get(key);
      if (owner !== undefined) {
        findings.push({
          code: "duplicate-address",
          at: ip.at,
          path: ip.path,
          found: `${text}, which ${owner} has already`,
          needed: "each address once",
          remedy: "remove one, or give this interface another address",
        });
      }
      owners.set(key, name.value);
    }
  }
  return findings;
}
