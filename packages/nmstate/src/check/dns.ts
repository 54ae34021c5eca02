import { contains, type Family, familyName, type Ip, isLoopback, parseIp, parseSubnet } from "../address.ts";
import { type Desired, type Interface, isUp, type Located, placeOf } from "../desired.ts";
import type { Finding } from "../problem.ts";
import { nearest } from "./nearest.ts";
import { staticSubnets } from "./routes.ts";

/** Name servers that can be reached, and options that the resolver knows. */
export function checkDns(desired: Desired): Finding[] {
  return [
    ...desired.nameServers.flatMap((server) => checkServer(server, desired)),
    ...checkOrder(desired.nameServers),
    ...desired.resolverOptions.flatMap(checkOption),
  ];
}

function checkServer(server: Located<string>, desired: Desired): Finding[] {
  const [address = "", zone] = server.value.split("%");
  const ip = parseIp(address);
  if (!ip || (zone !== undefined && ip.family !== 6)) {
    return [
      {
        code: "bad-address",
        ...placeOf(server),
        found: `name server ${JSON.stringify(server.value)}`,
        needed: "an IP address without port; link-local ones with their interface, as in fe80::1%eth0",
        remedy: "correct the address",
      },
    ];
  }
  if (zone !== undefined) return checkZone(server, zone, desired.interfaces);
  if (hasWay(ip, desired)) return [];
  return [
    {
      code: "dns-without-route",
      ...placeOf(server),
      found: `name server ${server.value}, to which nothing leads`,
      needed: `an ${familyName(ip.family)} default route, DHCP, or a subnet or route that holds the server`,
      remedy: `add a route to ${ip.family === 4 ? "0.0.0.0/0" : "::/0"} with the gateway, or choose a server within reach`,
    },
  ];
}

function checkZone(server: Located<string>, zone: string, interfaces: readonly Interface[]): Finding[] {
  const names = interfaces.filter(isUp).map(({ name }) => name.value);
  if (names.includes(zone)) return [];
  const meant = nearest(zone, names);
  return [
    {
      code: "dns-without-route",
      ...placeOf(server),
      found: `name server on interface ${zone}, which is not described or not up`,
      needed: names.length > 0 ? `one of ${names.join(", ")}` : "an interface that is described",
      remedy: meant ? `write ${meant} if that was meant` : "correct the name after the %",
    },
  ];
}

function hasWay(ip: Ip, { interfaces, routes }: Desired): boolean {
  const up = interfaces.filter(isUp);
  // Something on the machine itself answers; the library still wants an interface to write it to.
  if (isLoopback(ip)) return up.some((one) => isOn(one, ip.family));
  return (
    up.some(
      (one) => isAutomatic(one, ip.family) || staticSubnets(one, ip.family).some((subnet) => contains(subnet, ip)),
    ) ||
    routes.some(({ dropped, type, destination, nextHop }) => {
      const family = nextHop ? parseIp(nextHop.value)?.family : undefined;
      const network = destination && destination.value !== "" ? parseSubnet(destination.value) : null;
      return !dropped && !type && (network ? contains(network, ip) : family === ip.family);
    })
  );
}

const isOn = (one: Interface, family: Family): boolean =>
  isAutomatic(one, family) || staticSubnets(one, family).length > 0;

const isAutomatic = ({ stacks }: Interface, family: Family): boolean =>
  stacks.some((stack) => stack.family === family && stack.enabled && (stack.dhcp || stack.autoconf?.value));

/** The library writes each family's servers to a profile: it cannot keep an order that goes back and forth. */
function checkOrder(servers: readonly Located<string>[]): Finding[] {
  let turns = 0;
  let last: Family | null = null;
  for (const server of servers) {
    const family = parseIp(server.value.split("%")[0] ?? "")?.family ?? null;
    if (last !== null && family !== null && family !== last) turns++;
    last = family ?? last;
    if (turns < 2) continue;
    return [
      {
        code: "dns-order",
        ...placeOf(server),
        found: "name servers of one family before and after those of the other",
        needed: "all IPv4 servers together, and all IPv6 servers together",
        remedy: "move this server beside those of its family",
      },
    ];
  }
  return [];
}

const plainOptions: readonly string[] = [
  ...["debug", "edns0", "inet6", "ip6-bytestring", "ip6-dotint", "no-aaaa", "no-check-names", "no-ip6-dotint"],
  ...["no-reload", "no-tld-query", "rotate", "single-request", "single-request-reopen", "trust-ad", "use-vc"],
];
const numericOptions: readonly string[] = ["ndots", "timeout", "attempts"];

function checkOption(option: Located<string>): Finding[] {
  const [name = "", ...number] = option.value.split(":");
  const known = number.length === 0 ? plainOptions : numericOptions;
  if (known.includes(name)) return [];
  const all = [...plainOptions, ...numericOptions.map((one) => `${one}:N`)];
  const meant = nearest(option.value, all);
  return [
    {
      code: "bad-dns-option",
      ...placeOf(option),
      found: `resolver option ${JSON.stringify(option.value)}`,
      needed: `one of ${all.join(", ")}`,
      remedy: meant ? `write ${meant} if that was meant` : "remove it",
    },
  ];
}
