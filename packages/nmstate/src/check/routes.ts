import { contains, type Family, familyName, isLinkLocal, parseIp, parseSubnet, type Subnet } from "../address.ts";
import { type Desired, type Interface, isUp, type Located, placeOf, type Route } from "../desired.ts";
import type { Finding } from "../problem.ts";
import { knownNames } from "./bases.ts";
import { nearest } from "./nearest.ts";

/** Static routes: well formed, out of an interface that can carry them, to a next hop that it can reach. */
export function checkRoutes({ interfaces, routes }: Desired): Finding[] {
  const up = interfaces.filter(isUp);
  const byName = new Map(up.map((one) => [one.name.value, one]));
  const names = new Set([...knownNames(up), "lo"]);
  return routes.flatMap((route) => {
    if (route.dropped) return checkForm(route);
    const findings = [...checkForm(route), ...checkType(route), ...checkDestination(route)];
    if (findings.length > 0) return findings;
    const target = route.via && byName.get(route.via.value);
    if (target) return checkReach(route, target, routes);
    return checkTarget(route, names, [...byName.keys()]);
  });
}

function checkForm({ destination, nextHop, source }: Route): Finding[] {
  const network = parsed(destination, parseSubnet);
  const hop = parsed(nextHop, parseIp);
  const findings = [
    ...malformed(destination, network, "destination", "a network such as 192.0.2.0/24 or 2001:db8::/32"),
    ...malformed(nextHop, hop, "next hop", "the gateway's IP address"),
    ...malformed(source, parsed(source, parseIp), "source", "an IP address of this host"),
  ];
  // Linux can reach IPv4 networks through IPv6 neighbours; NetworkManager's keyfiles cannot say it.
  if (nextHop && network && hop && network.family !== hop.family) {
    findings.push({
      code: "route-family-mix",
      ...placeOf(nextHop),
      found: `${familyName(hop.family)} next hop ${nextHop.value} for the ${familyName(network.family)} network ${destination?.value}`,
      needed: "both of one family",
      remedy: `give a gateway with an ${familyName(network.family)} address`,
    });
  }
  return findings;
}

function checkDestination({ destination, at, path }: Route): Finding[] {
  if (destination && destination.value !== "") return [];
  return [
    {
      code: "route-without-destination",
      at,
      path,
      found: "a route without destination, which the library leaves out",
      needed: "destination: the network that it leads to",
      remedy: "add destination; 0.0.0.0/0 or ::/0 for the default route",
    },
  ];
}

/** Null for what is not there, undefined for what is there and cannot be read. An empty text is as good as none. */
function parsed<T>(value: Located<string> | null, parse: (text: string) => T | null): T | null | undefined {
  return value && value.value !== "" ? (parse(value.value) ?? undefined) : null;
}

function malformed(value: Located<string> | null, result: unknown, noun: string, needed: string): Finding[] {
  if (!value || result !== undefined) return [];
  const found = `${noun} ${JSON.stringify(value.value)}`;
  return [{ code: "bad-address", ...placeOf(value), found, needed, remedy: `correct the ${noun}` }];
}

function checkType({ type, via, nextHop }: Route): Finding[] {
  // The kernel shows such routes on `lo`, and the library takes them from there.
  const hop = nextHop ?? (via?.value === "lo" ? null : via);
  if (!type || !hop) return [];
  const found = `a next hop of a ${type.value} route, which drops packets`;
  const remedy = "remove the next hop, or route-type";
  return [{ code: "route-next-hop", ...placeOf(hop), found, needed: "no next hop", remedy }];
}

function checkTarget(
  { via, type, at, path }: Route,
  known: ReadonlySet<string>,
  described: readonly string[],
): Finding[] {
  if (!via || via.value === "") {
    if (type) return [];
    const remedy = "add next-hop-interface, or a route-type that drops packets";
    return [
      {
        code: "route-without-interface",
        at,
        path,
        found: "no next-hop-interface",
        needed: "the interface to leave by",
        remedy,
      },
    ];
  }
  if (known.has(via.value)) return [];
  const meant = nearest(via.value, described);
  return [
    {
      code: "route-interface-missing",
      ...placeOf(via),
      found: `interface ${via.value}, which is not described or not up`,
      needed: described.length > 0 ? `one of ${described.join(", ")}` : "an interface that is described",
      remedy: meant ? `write ${meant} if that was meant` : `add an entry for ${via.value} to interfaces`,
    },
  ];
}

function checkReach(route: Route, target: Interface, routes: readonly Route[]): Finding[] {
  const { destination, nextHop, via } = route;
  const hop = nextHop ? parseIp(nextHop.value) : null;
  const network = destination ? parseSubnet(destination.value) : null;
  const family = hop?.family ?? network?.family;
  if (!family || !via) return [];
  const stack = target.stacks.find((one) => one.family === family);
  if (!stack?.enabled) {
    return [
      {
        code: "route-ip-disabled",
        ...placeOf(via),
        found: `a route over ${via.value}, where ${familyName(family)} is off`,
        needed: `${familyName(family)} enabled on ${via.value}`,
        remedy: `set ${target.path}.ipv${family}.enabled to true with an address, or route over another interface`,
      },
    ];
  }
  if (!hop || !nextHop || stack.dhcp || stack.autoconf?.value || isLinkLocal(hop)) return [];
  const subnets = [...staticSubnets(target, family), ...onLinkNetworks(via.value, routes)];
  if (subnets.some((subnet) => contains(subnet, hop))) return [];
  return [
    {
      code: "gateway-outside",
      ...placeOf(nextHop),
      found: `gateway ${nextHop.value} outside every subnet of ${via.value}`,
      needed: `an address in ${stack.addresses.map(({ text, prefixLength }) => `${text}/${prefixLength?.value}`).join(" or ") || "a subnet of that interface"}`,
      remedy: "correct the gateway, the address or its prefix length",
    },
  ];
}

/** Of what is well formed: the rest has findings of its own. */
export const staticSubnets = ({ stacks }: Interface, family: Family): Subnet[] =>
  stacks
    .filter((stack) => stack.family === family && stack.enabled)
    .flatMap(({ addresses }) =>
      addresses.flatMap(({ text, prefixLength }) => parseSubnet(`${text}/${prefixLength?.value}`) ?? []),
    )
    .filter((subnet) => subnet.family === family);

/** Routes without next hop put a network on the wire itself: a gateway may lie there. */
const onLinkNetworks = (name: string, routes: readonly Route[]): Subnet[] =>
  routes.flatMap(({ via, nextHop, destination, dropped }) => {
    const direct = !dropped && via?.value === name && !nextHop && destination ? parseSubnet(destination.value) : null;
    return direct ? [direct] : [];
  });
