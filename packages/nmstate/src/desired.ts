import { type Family, type Ip, parseIp } from "./address.ts";
import { flagOf, get, itemsOf, type MapNode, numberOf, type Tree, textOf } from "./tree.ts";

/** A value and the place it was read from. */
export type Located<T> = Readonly<{ value: T; at: number; path: string }>;

export type Place = Readonly<{ at: number; path: string }>;
/** The place of something, without the rest of it. */
export const placeOf = ({ at, path }: Place): Place => ({ at, path });

export type StaticAddress = Readonly<{ ip: Located<Ip>; text: string; prefixLength: Located<number> | null }>;

export type IpStack = Readonly<{
  family: Family;
  at: number;
  path: string;
  /** Null where the key is not there: the library then leaves the family off. */
  enabled: boolean | null;
  dhcp: boolean;
  autoconf: Located<boolean> | null;
  addresses: readonly StaticAddress[];
}>;

export type Interface = Readonly<{
  name: Located<string>;
  /** As written, or `ethernet`: that is what the library takes an interface without type for. */
  type: string;
  typeAt: Located<string> | null;
  state: string;
  identifier: string;
  mac: Located<string> | null;
  mtu: Located<number> | null;
  controller: Located<string> | null;
  /** The interface that this one lies on: a VLAN's, a tunnel's. */
  base: Located<string> | null;
  /** The interfaces that this one gathers: a bond's, a bridge's. Null where the key is not there. */
  ports: readonly Located<string>[] | null;
  stacks: readonly IpStack[];
  tree: MapNode;
  path: string;
}>;

export type Route = Readonly<{
  at: number;
  path: string;
  dropped: boolean;
  type: Located<string> | null;
  destination: Located<string> | null;
  nextHop: Located<string> | null;
  via: Located<string> | null;
  source: Located<string> | null;
}>;

/** The document as far as it could be understood. What could not is the shape rules' to tell. */
export type Desired = Readonly<{
  interfaces: readonly Interface[];
  routes: readonly Route[];
  nameServers: readonly Located<string>[];
  resolverOptions: readonly Located<string>[];
  rules: readonly Located<MapNode>[];
}>;

export function readDesired(tree: Tree): Desired {
  const resolver = get(get(tree, "dns-resolver"), "config");
  return {
    interfaces: maps(get(tree, "interfaces"), "interfaces").flatMap(readInterface),
    routes: maps(get(get(tree, "routes"), "config"), "routes.config").map(readRoute),
    nameServers: texts(get(resolver, "server"), "dns-resolver.config.server"),
    resolverOptions: texts(get(resolver, "options"), "dns-resolver.config.options"),
    rules: maps(get(get(tree, "route-rules"), "config"), "route-rules.config"),
  };
}

/** In use after boot, as opposed to switched off or removed. */
export const isUp = ({ state }: Interface): boolean => state === "up";

function readInterface({ value: tree, path }: Located<MapNode>): Interface[] {
  const name = locatedText(tree, path, "name");
  if (!name) return [];
  const type = locatedText(tree, path, "type");
  return [
    {
      name,
      type: type?.value ?? "ethernet",
      typeAt: type,
      state: textOf(get(tree, "state")) ?? "up",
      identifier: textOf(get(tree, "identifier")) ?? "name",
      mac: locatedText(tree, path, "mac-address"),
      mtu: locatedNumber(tree, path, "mtu"),
      controller: locatedText(tree, path, "controller"),
      base: readBase(tree, path, type?.value ?? ""),
      ports: readPorts(tree, path, type?.value ?? ""),
      stacks: [...readStack(tree, path, 4), ...readStack(tree, path, 6)],
      tree,
      path,
    },
  ];
}

const typesWithBase: readonly string[] = [
  "vlan",
  "vxlan",
  "mac-vlan",
  "mac-vtap",
  "macsec",
  "infiniband",
  "ipvlan",
  "ip-tunnel",
];

function readBase(tree: MapNode, path: string, type: string): Located<string> | null {
  if (!typesWithBase.includes(type)) return null;
  const base = locatedText(get(tree, type), `${path}.${type}`, "base-iface");
  return base?.value === "" ? null : base;
}

function readPorts(tree: MapNode, path: string, type: string): Located<string>[] | null {
  switch (type) {
    case "bond": {
      const [section, key] = either(tree, "link-aggregation", "bond");
      const [ports, portKey] = either(section, "port", "ports");
      return ports ? texts(ports, `${path}.${key}.${portKey}`) : null;
    }
    case "vrf": {
      const [ports, key] = either(get(tree, "vrf"), "port", "ports");
      return ports ? texts(ports, `${path}.vrf.${key}`) : null;
    }
    case "hsr": {
      const section = get(tree, "hsr");
      return ["port1", "port2"].flatMap((key) => locatedText(section, `${path}.hsr`, key) ?? []);
    }
    case "linux-bridge":
    case "ovs-bridge": {
      const [ports, key] = either(get(tree, "bridge"), "port", "ports");
      return ports ? maps(ports, `${path}.bridge.${key}`).flatMap(bridgePort) : null;
    }
    default:
      return null;
  }
}

/** A bond inside an Open vSwitch bridge is no interface itself: its ports are the bridge's. */
function bridgePort({ value: tree, path }: Located<MapNode>): Located<string>[] {
  const [bond, bondKey] = either(tree, "link-aggregation", "bond");
  if (!bond) return [locatedText(tree, path, "name") ?? []].flat();
  const [ports, key] = either(bond, "port", "ports");
  return maps(ports, `${path}.${bondKey}.${key}`).flatMap((port) => locatedText(port.value, port.path, "name") ?? []);
}

function readStack(tree: MapNode, path: string, family: Family): IpStack[] {
  const key = family === 4 ? "ipv4" : "ipv6";
  const stack = get(tree, key);
  if (stack?.kind !== "map") return [];
  const inside = `${path}.${key}`;
  const autoconf = family === 6 ? get(stack, "autoconf") : undefined;
  return [
    {
      family,
      at: stack.at,
      path: inside,
      enabled: flagOf(get(stack, "enabled")),
      dhcp: flagOf(get(stack, "dhcp")) ?? false,
      autoconf: autoconf ? { value: flagOf(autoconf) ?? false, at: autoconf.at, path: `${inside}.autoconf` } : null,
      addresses: maps(get(stack, "address"), `${inside}.address`).flatMap(readAddress),
    },
  ];
}

function readAddress({ value: tree, path }: Located<MapNode>): StaticAddress[] {
  const text = locatedText(tree, path, "ip");
  const ip = text && parseIp(text.value);
  if (!ip) return [];
  return [{ ip: { ...text, value: ip }, text: text.value, prefixLength: locatedNumber(tree, path, "prefix-length") }];
}

const readRoute = ({ value: tree, at, path }: Located<MapNode>): Route => ({
  at,
  path,
  dropped: textOf(get(tree, "state")) !== null,
  type: locatedText(tree, path, "route-type"),
  destination: locatedText(tree, path, "destination"),
  nextHop: locatedText(tree, path, "next-hop-address"),
  via: locatedText(tree, path, "next-hop-interface"),
  source: locatedText(tree, path, "source"),
});

function either(tree: Tree | undefined, one: string, other: string): readonly [Tree | undefined, string] {
  const first = get(tree, one);
  return first ? [first, one] : [get(tree, other), other];
}

export function locatedText(tree: Tree | undefined, path: string, key: string): Located<string> | null {
  const value = get(tree, key);
  const text = textOf(value);
  return value && text !== null ? { value: text, at: value.at, path: `${path}.${key}` } : null;
}

function locatedNumber(tree: Tree, path: string, key: string): Located<number> | null {
  const value = get(tree, key);
  const number = numberOf(value);
  return value && number !== null ? { value: number, at: value.at, path: `${path}.${key}` } : null;
}

const maps = (tree: Tree | undefined, path: string): Located<MapNode>[] =>
  itemsOf(tree).flatMap((item, index) =>
    item.kind === "map" ? [{ value: item, at: item.at, path: `${path}[${index}]` }] : [],
  );

const texts = (tree: Tree | undefined, path: string): Located<string>[] =>
  itemsOf(tree).flatMap((item, index) => {
    const text = textOf(item);
    return text === null ? [] : [{ value: text, at: item.at, path: `${path}[${index}]` }];
  });
