import { type Desired, type Interface, isUp, type Located } from "../desired.ts";
import type { Finding } from "../problem.ts";
import { get } from "../tree.ts";
import { nearest } from "./nearest.ts";

/** Interfaces that lie on others: is the lower one there, and does the pile end? */
export function checkBases({ interfaces }: Desired): Finding[] {
  const up = interfaces.filter(isUp);
  const known = knownNames(interfaces);
  const byName = new Map(up.map((one) => [one.name.value, one]));
  return up.flatMap((one) => {
    if (!get(one.tree, one.type) && typesOfOneSection.includes(one.type)) return [withoutSection(one)];
    if (!one.base) return one.type === "vlan" ? [withoutBase(one)] : [];
    if (!known.has(one.base.value)) return [missing(one, one.base, known)];
    return liesOnItself(one, byName) ? [circle(one, one.base)] : [];
  });
}

/** The library renders these types without their section too, to profiles that nothing can bring up. */
const typesOfOneSection: readonly string[] = [
  "vlan",
  "vxlan",
  "mac-vlan",
  "mac-vtap",
  "macsec",
  "ipvlan",
  "ip-tunnel",
  "hsr",
  "vrf",
];

const withoutSection = ({ name, type, path }: Interface): Finding => ({
  code: "missing-section",
  at: name.at,
  path,
  found: `${name.value} of type ${type} without the section ${type}`,
  needed: `${type}: the settings of this type`,
  remedy: `add ${type} with its keys, or correct the type`,
});

const withoutBase = ({ name, path }: Interface): Finding => ({
  code: "missing-base",
  at: name.at,
  path: `${path}.vlan.base-iface`,
  found: `VLAN ${name.value} on nothing`,
  needed: "base-iface: the interface that carries the VLAN",
  remedy: "add base-iface",
});

/** What may be named elsewhere: described interfaces, their other names, and ports, which the library adds by itself. */
export function knownNames(interfaces: readonly Interface[]): ReadonlySet<string> {
  return new Set(
    interfaces
      .filter(({ state }) => state !== "absent")
      .flatMap(({ name, ports, tree }) => [
        name.value,
        ...(ports ?? []).map(({ value }) => value),
        ...otherNames(tree),
      ]),
  );
}

function otherNames(tree: Interface["tree"]): string[] {
  const names = tree.entries.find(({ key }) => key === "alt-names")?.value;
  if (names?.kind !== "list") return [];
  return names.items.flatMap((item) =>
    item.kind === "map"
      ? item.entries.flatMap(({ key, value }) => (key === "name" && value.kind === "scalar" ? [value.text] : []))
      : [],
  );
}

function liesOnItself(start: Interface, byName: ReadonlyMap<string, Interface>): boolean {
  const passed = new Set<string>();
  for (let one: Interface | undefined = start; one?.base && !passed.has(one.name.value); ) {
    passed.add(one.name.value);
    if (one.base.value === start.name.value) return true;
    one = byName.get(one.base.value);
  }
  return false;
}

function missing(one: Interface, base: Located<string>, known: ReadonlySet<string>): Finding {
  const meant = nearest(base.value, [...known]);
  return {
    code: "missing-base",
    at: base.at,
    path: base.path,
    found: `base interface ${base.value}, which is not described`,
    needed: `an entry in interfaces for what ${one.name.value} lies on`,
    remedy: meant ? `write ${meant} if that was meant, else describe ${base.value}` : `add an entry for ${base.value}`,
  };
}

const circle = (one: Interface, base: Located<string>): Finding => ({
  code: "base-cycle",
  at: base.at,
  path: base.path,
  found: `${one.name.value} on ${base.value}, which lies on ${one.name.value} itself`,
  needed: "a pile that ends at a real interface",
  remedy: "correct one of the base interfaces",
});
