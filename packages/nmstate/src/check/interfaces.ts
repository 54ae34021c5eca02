import { isMac } from "../address.ts";
import { type Desired, type Interface, type Located, locatedText, placeOf } from "../desired.ts";
import { limits } from "../limits.ts";
import type { Finding } from "../problem.ts";
import { isInterfaceType, sections } from "../schema/sections.ts";
import { get, textOf } from "../tree.ts";
import { nearest } from "./nearest.ts";

/** Names, types and MAC addresses of the interfaces. */
export function checkInterfaces({ interfaces }: Desired): Finding[] {
  return [
    ...interfaces.flatMap((one) => [...checkType(one), ...checkName(one), ...checkMac(one)]),
    ...checkTwins(interfaces),
    ...checkCount(interfaces),
  ];
}

const placeholders: readonly string[] = ["unknown", "tun"];

function checkType({ typeAt, state }: Interface): Finding[] {
  if (!typeAt || isInterfaceType(typeAt.value) || (state !== "up" && placeholders.includes(typeAt.value))) return [];
  const known = Object.keys(sections);
  const meant = nearest(typeAt.value, known);
  return [
    {
      code: "unknown-interface-type",
      ...placeOf(typeAt),
      found: `type ${typeAt.value}, which the library would take for ethernet`,
      needed: `one of ${known.join(", ")}`,
      remedy: meant ? `write ${meant} if that was meant` : "choose one of these",
    },
  ];
}

/** Kernel: 15 characters, no `/`, `:` or white space. Names of other things (profiles, OVS ports) only become file names. */
function checkName({ name, type, identifier, ports, tree, path }: Interface): Finding[] {
  const inKernel = identifier === "name" && !type.startsWith("ovs-");
  const peer = locatedText(get(tree, "veth"), `${path}.veth`, "peer");
  const profile = locatedText(tree, path, "profile-name");
  return [
    ...(isName(name.value, inKernel) ? [] : [badName(name)]),
    ...[...(ports ?? []), ...(peer ? [peer] : [])].filter(({ value }) => !isName(value, true)).map(badName),
    ...(profile && /\/|^\.|^$/.test(profile.value) ? [badProfileName(profile)] : []),
  ];
}

/** A virtual function may be called by its NIC and number: `sriov:eth0:3`. */
const isName = (name: string, inKernel: boolean): boolean =>
  /^sriov:[^/\s]+:\d+$/.test(name) ||
  (/^[^/:\s\p{Cc}]+$/u.test(name) &&
    !name.startsWith(".") &&
    (!inKernel || new TextEncoder().encode(name).length <= 15));

const badName = (name: Located<string>): Finding => ({
  code: "bad-interface-name",
  ...placeOf(name),
  found: `name ${JSON.stringify(name.value)}${name.value.length > 15 ? ` of ${name.value.length} characters` : ""}`,
  needed: "1 to 15 characters without slash, colon or white space, and no dot in front",
  remedy: "choose another name",
});

const badProfileName = (name: Located<string>): Finding => ({
  code: "bad-interface-name",
  ...placeOf(name),
  found: `profile name ${JSON.stringify(name.value)}`,
  needed: "a name that can be a file name",
  remedy: "choose a name without slash, and without a dot in front",
});

function checkMac({ name, mac, identifier, state }: Interface): Finding[] {
  if (state !== "up") return [];
  const example = "six pairs of hex digits between colons, as in 02:00:00:00:00:0a";
  if (mac && !isMac(mac.value)) {
    const remedy = "correct the MAC address";
    return [{ code: "bad-mac", ...placeOf(mac), found: JSON.stringify(mac.value), needed: example, remedy }];
  }
  if (mac || identifier !== "mac-address") return [];
  return [
    {
      code: "bad-mac",
      ...placeOf(name),
      found: "identifier: mac-address, but no mac-address",
      needed: `mac-address: ${example}`,
      remedy: "add mac-address, or remove identifier",
    },
  ];
}

function checkTwins(interfaces: readonly Interface[]): Finding[] {
  const findings: Finding[] = [];
  const names = new Set<string>();
  const macs = new Map<string, string>();
  for (const { name, type, identifier, mac, state, tree } of interfaces) {
    // An Open vSwitch bridge and its internal interface share a name by design. Profiles of one name are one file.
    const prefix = type === "ovs-bridge" ? "bridge" : "interface";
    const profile = textOf(get(tree, "profile-name")) ?? name.value;
    const keys = [`${prefix} ${name.value}`, `${prefix} profile ${profile}`];
    if (keys.some((key) => names.has(key))) findings.push(twin(name));
    for (const key of keys) names.add(key);
    if (identifier !== "mac-address" || !mac || state !== "up") continue;
    const other = macs.get(mac.value.toLowerCase());
    if (other !== undefined && other !== name.value) {
      findings.push({
        code: "duplicate-mac",
        ...placeOf(mac),
        found: `${mac.value}, which identifies ${other} already`,
        needed: "a MAC address of its own for each interface",
        remedy: "correct one of the two",
      });
    }
    macs.set(mac.value.toLowerCase(), name.value);
  }
  return findings;
}

const twin = (name: Located<string>): Finding => ({
  code: "duplicate-interface",
  ...placeOf(name),
  found: `a second interface or profile of the name ${name.value}`,
  needed: "each interface once",
  remedy: "merge the two entries, or rename one",
});

/** Ports count too: the library makes a profile for each. */
function checkCount(interfaces: readonly Interface[]): Finding[] {
  const count = interfaces.reduce((sum, { ports }) => sum + 1 + (ports?.length ?? 0), 0);
  if (count <= limits.interfaces) return [];
  return [
    {
      code: "too-many-interfaces",
      at: 0,
      path: "interfaces",
      found: `${count} interfaces and ports`,
      needed: `at most ${limits.interfaces} for one host`,
      remedy: "describe other hosts in their own documents",
    },
  ];
}
