import { familyName } from "../address.ts";
import { type Desired, type Interface, isUp, placeOf } from "../desired.ts";
import type { Finding } from "../problem.ts";

/** Bonds, bridges, VRFs and their ports. */
export function checkControllers({ interfaces }: Desired): Finding[] {
  const up = interfaces.filter(isUp);
  const owners = ownersOf(up);
  const byName = new Map(interfaces.map((one) => [one.name.value, one]));
  return [
    ...up.flatMap((one) => checkPorts(one, owners)),
    ...up.flatMap((one) => checkController(one, byName, owners)),
    ...up.flatMap((one) => checkPortAddresses(one, owners)),
    ...up.filter((one) => containsItself(one, byName)).map(circle),
  ];
}

/** Port → the first controller that lists it. */
type Owners = ReadonlyMap<string, Interface>;
type ByName = ReadonlyMap<string, Interface>;

function ownersOf(interfaces: readonly Interface[]): Owners {
  const owners = new Map<string, Interface>();
  for (const one of interfaces) {
    for (const port of one.ports ?? []) if (!owners.has(port.value)) owners.set(port.value, one);
  }
  return owners;
}

function checkPorts(one: Interface, owners: Owners): Finding[] {
  const seen = new Set<string>();
  return (one.ports ?? []).flatMap((port): Finding[] => {
    const owner = owners.get(port.value);
    if (seen.has(port.value)) {
      const found = `port ${port.value} for the second time in ${one.name.value}`;
      return [{ code: "port-twice", ...placeOf(port), found, needed: "each port once", remedy: "remove one" }];
    }
    seen.add(port.value);
    if (!owner || owner === one) return [];
    return [
      {
        code: "port-in-two-controllers",
        ...placeOf(port),
        found: `port ${port.value} in ${one.name.value} and in ${owner.name.value}`,
        needed: "one controller for each port",
        remedy: `remove it from ${one.name.value} or from ${owner.name.value}`,
      },
    ];
  });
}

function checkController({ name, controller }: Interface, byName: ByName, owners: Owners): Finding[] {
  if (!controller || controller.value === "") return [];
  const target = byName.get(controller.value);
  if (!target) {
    return [
      {
        code: "controller-mismatch",
        ...placeOf(controller),
        found: `controller ${controller.value}, which is not described`,
        needed: "the name of a bond, bridge or VRF in interfaces",
        remedy: `describe ${controller.value}, or remove controller`,
      },
    ];
  }
  const owner = owners.get(name.value);
  if (owner ? owner === target : target.ports === null || !isUp(target)) return [];
  return [
    {
      code: "controller-mismatch",
      ...placeOf(controller),
      found: owner
        ? `controller ${controller.value}, while ${owner.name.value} lists ${name.value} as port`
        : `controller ${controller.value}, whose ports do not include ${name.value}`,
      needed: "the same in both places",
      remedy: `add ${name.value} to the ports of ${controller.value}, or remove controller`,
    },
  ];
}

/** Only a VRF's ports keep their addresses. */
function checkPortAddresses({ name, type, stacks }: Interface, owners: Owners): Finding[] {
  const owner = owners.get(name.value);
  if (!owner || owner.type === "vrf" || type.startsWith("ovs-")) return [];
  return stacks
    .filter(({ enabled }) => enabled)
    .map(({ family, at, path }) => ({
      code: "port-with-ip",
      at,
      path,
      found: `${familyName(family)} enabled on ${name.value}, a port of ${owner.name.value}`,
      needed: "addresses on the controller alone",
      remedy: `move them to ${owner.name.value}`,
    }));
}

function containsItself(start: Interface, byName: ByName): boolean {
  const passed = new Set<string>();
  const waiting = (start.ports ?? []).map(({ value }) => value);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === start.name.value && start.type !== "ovs-bridge") return true;
    if (passed.has(name)) continue;
    passed.add(name);
    waiting.push(...(byName.get(name)?.ports ?? []).map(({ value }) => value));
  }
  return false;
}

const circle = ({ name, type }: Interface): Finding => ({
  code: "port-cycle",
  ...placeOf(name),
  found: `${type} ${name.value} among its own ports`,
  needed: "ports that do not lead back to their controller",
  remedy: "remove one of the ports",
});
