import { parseIp } from "../address.ts";
import type { Desired, Interface } from "../desired.ts";
import type { Finding } from "../problem.ts";
import { type BondMode, bondModes } from "../schema/bond.ts";
import { flagOf, get, numberOf, type Tree, textOf } from "../tree.ts";

/** A bond's mode, and options that exclude each other or that the mode excludes. */
export function checkBonds({ interfaces }: Desired): Finding[] {
  return interfaces
    .filter(({ type, state }) => type === "bond" && (state === "up" || state === "down"))
    .flatMap(checkBond);
}

type Bond = Readonly<{ mode: BondMode; options: Tree; path: string; ports: readonly string[] }>;

function checkBond(one: Interface): Finding[] {
  const key = get(one.tree, "link-aggregation") ? "link-aggregation" : "bond";
  const section = get(one.tree, key);
  const mode = modeOf(textOf(get(section, "mode")));
  if (mode === "none") return one.state === "up" ? [modeMissing(one, key)] : [];
  const options = get(section, "options");
  if (mode === "unreadable" || options?.kind !== "map") return [];
  const ports = (one.ports ?? []).map(({ value }) => value);
  const bond: Bond = { mode, options, path: `${one.path}.${key}.options`, ports };
  return [...checkModes(bond), ...checkMonitors(bond), ...checkPrimary(bond), ...checkRest(bond)];
}

function modeOf(text: string | null): BondMode | "none" | "unreadable" {
  if (text === null) return "none";
  if (text === "lacp") return "802.3ad";
  return bondModes.find((mode, index) => mode === text || String(index) === text) ?? "unreadable";
}

const modeMissing = ({ name, path }: Interface, key: string): Finding => ({
  code: "bond-mode-missing",
  at: name.at,
  path: `${path}.${key}.mode`,
  found: `bond ${name.value} without a mode`,
  needed: `one of ${bondModes.join(", ")}`,
  remedy: `add ${key}.mode; active-backup needs nothing of the switch`,
});

const lacpOnly: readonly BondMode[] = ["802.3ad"];
const withPrimary: readonly BondMode[] = ["active-backup", "balance-tlb", "balance-alb"];
const withArp: readonly BondMode[] = ["balance-rr", "active-backup", "balance-xor", "broadcast"];

/** Linux bonding documentation: option → the modes that know it. */
const modesOf: Readonly<Record<string, readonly BondMode[]>> = {
  ad_actor_sys_prio: lacpOnly,
  ad_actor_system: lacpOnly,
  ad_user_port_key: lacpOnly,
  lacp_active: lacpOnly,
  lacp_rate: lacpOnly,
  arp_interval: withArp,
  arp_validate: withArp,
  primary: withPrimary,
  packets_per_slave: ["balance-rr"],
  tlb_dynamic_lb: ["balance-tlb", "balance-alb"],
};

function checkModes(bond: Bond): Finding[] {
  return Object.entries(modesOf).flatMap(([option, modes]) => {
    const value = get(bond.options, option);
    const text = textOf(value);
    const off = option.startsWith("arp_") && (text === "0" || text === "none");
    if (!value || text === null || off || modes.includes(bond.mode)) return [];
    return [
      clash(bond, option, value, {
        found: `${option} in a bond of mode ${bond.mode}`,
        needed: `mode ${modes.join(" or ")} for this option`,
        remedy: `remove ${option}, or change the mode`,
      }),
    ];
  });
}

/** Links are watched by their carrier (miimon) or by ARP, never both; each has options of its own. */
function checkMonitors(bond: Bond): Finding[] {
  const value = (option: string): Tree | undefined => get(bond.options, option);
  const miimon = numberOf(value("miimon"));
  const interval = value("arp_interval");
  const target = value("arp_ip_target");
  const arp = numberOf(interval) ?? 0;
  const findings: Finding[] = [];
  if (interval && arp > 0 && (miimon ?? 0) > 0) {
    findings.push(
      clash(bond, "arp_interval", interval, {
        found: `arp_interval ${arp} beside miimon ${miimon}`,
        needed: "one way of watching the links",
        remedy: "remove arp_interval, or miimon",
      }),
    );
  }
  if (interval && arp > 0 && !target && !value("ns_ip6_target")) {
    findings.push(
      clash(bond, "arp_interval", interval, {
        found: "arp_interval without arp_ip_target",
        needed: "addresses to ask",
        remedy: "add arp_ip_target with one to sixteen addresses of neighbours",
      }),
    );
  }
  if (target && arp === 0) {
    findings.push(
      clash(bond, "arp_ip_target", target, {
        found: "arp_ip_target without arp_interval",
        needed: "an interval to ask in",
        remedy: "add arp_interval in milliseconds, or remove arp_ip_target",
      }),
    );
  }
  const unsound = (textOf(target) ?? "").split(",").find((text) => parseIp(text.trim())?.family !== 4);
  if (target && unsound !== undefined) {
    findings.push(
      clash(bond, "arp_ip_target", target, {
        found: `arp_ip_target ${JSON.stringify(unsound)}`,
        needed: "IPv4 addresses between commas",
        remedy: "correct the address",
      }),
    );
  }
  for (const option of ["updelay", "downdelay"]) {
    const delay = value(option);
    if (!delay || (numberOf(delay) ?? 0) === 0 || (miimon !== 0 && !(arp > 0 && miimon === null))) continue;
    findings.push(
      clash(bond, option, delay, {
        found: `${option} without miimon`,
        needed: "links watched by miimon, which alone knows delays",
        remedy: `set miimon, or remove ${option}`,
      }),
    );
  }
  return findings;
}

function checkPrimary(bond: Bond): Finding[] {
  const primary = get(bond.options, "primary");
  const text = textOf(primary);
  if (!primary || text === null || bond.ports.length === 0 || bond.ports.includes(text)) return [];
  return [
    clash(bond, "primary", primary, {
      found: `primary ${text}`,
      needed: `one of the bond's ports: ${bond.ports.join(", ")}`,
      remedy: "name a port, or add it to the ports",
    }),
  ];
}

function checkRest(bond: Bond): Finding[] {
  const value = (option: string): Tree | undefined => get(bond.options, option);
  const findings: Finding[] = [];
  const slb = value("balance-slb") ?? value("balance_slb");
  const policy = textOf(value("xmit_hash_policy"));
  if (slb && flagOf(slb) && !(bond.mode === "balance-xor" && (policy === "vlan+srcmac" || policy === "5"))) {
    findings.push(
      clash(bond, "balance-slb", slb, {
        found: `balance-slb in mode ${bond.mode} with xmit_hash_policy ${policy ?? "unset"}`,
        needed: "mode balance-xor with xmit_hash_policy vlan+srcmac",
        remedy: "set both, or remove balance-slb",
      }),
    );
  }
  const system = value("ad_actor_system");
  if (system && /^01:00:5e/i.test(textOf(system) ?? "")) {
    findings.push(
      clash(bond, "ad_actor_system", system, {
        found: `multicast address ${textOf(system)}`,
        needed: "a unicast MAC address",
        remedy: "choose another address",
      }),
    );
  }
  const [arp, na] = [value("num_grat_arp"), value("num_unsol_na")];
  if (arp && na && numberOf(arp) !== numberOf(na)) {
    findings.push(
      clash(bond, "num_unsol_na", na, {
        found: `num_unsol_na ${textOf(na)} beside num_grat_arp ${textOf(arp)}`,
        needed: "the same number: the kernel has one setting for both",
        remedy: "remove one of the two",
      }),
    );
  }
  return findings;
}

const clash = (
  { path }: Bond,
  option: string,
  value: Tree,
  words: Readonly<{ found: string; needed: string; remedy: string }>,
): Finding => ({ code: "bond-option-clash", at: value.at, path: `${path}.${option}`, ...words });
