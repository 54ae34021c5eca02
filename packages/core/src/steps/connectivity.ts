// Whom a host should try to reach. In a cluster of 500 hosts each of them polls every minute, and each answer names the
// 499 others: so the list is written once per list of hosts, and a host's answer is that text without its own part.
import { ConnectivityCheckHost, toWire } from "@muster/contract";
import type { Host, HostStatus } from "../model/host.ts";
import { type Instant, minute } from "../model/instant.ts";
import type { Inventory } from "../model/observations.ts";
import { type HostAddress, hostAddresses } from "../network/host-addresses.ts";

/** More connectivity checks than this would drown a cluster's own network (reference service 5). */
export const connectivityChecksPerMinute = 150;

/**
 * Each host asks once a minute. Where there are too many for all to check each time they take turns, and only a host that
 * has not yet told of everyone checks at once.
 */
export function isTurnToCheck(host: Host, hosts: readonly Host[], now: Instant): boolean {
  const groups = Math.ceil(hosts.length / connectivityChecksPerMinute);
  if (groups <= 1) return true;
  const { parts, numbers } = paramsOf(hosts);
  const others = parts.size - (parts.has(host.id) ? 1 : 0);
  if ((host.connectivity?.remoteHosts?.length ?? 0) < others) return true;
  return (numbers.get(host.id) ?? 0) % groups === Math.floor(now / minute) % groups;
}

type Params = Readonly<{
  text: string;
  parts: ReadonlyMap<string, readonly [start: number, end: number]>;
  /** The place of each host in the list. */
  numbers: ReadonlyMap<string, number>;
}>;

const written = new WeakMap<readonly Host[], Params>();
const partsOf = new WeakMap<Inventory, Readonly<{ hostId: string; part: string }>>();

const silent: ReadonlySet<HostStatus> = new Set<HostStatus>(["discovering", "disconnected"]);

/** The JSON list of a cluster's other hosts with their interfaces; null when there is nobody to reach. */
export function connectivityParams(host: Host, hosts: readonly Host[]): string | null {
  const { text, parts } = paramsOf(hosts);
  const own = parts.get(host.id);
  if (parts.size === 0 || (own && parts.size === 1)) return null;
  if (!own) return `[${text}]`;
  const [start, end] = own;
  // The comma before the part goes with it, for the first part the one after.
  return start === 0 ? `[${text.slice(end + 1)}]` : `[${text.slice(0, start - 1)}${text.slice(end)}]`;
}

function paramsOf(hosts: readonly Host[]): Params {
  const known = written.get(hosts);
  if (known) return known;
  const parts = new Map<string, readonly [number, number]>();
  const numbers = new Map(hosts.map(({ id }, index) => [id, index]));
  const texts: string[] = [];
  let start = 0;
  for (const host of hosts) {
    if (silent.has(host.status) || !host.inventory) continue;
    const part = partOf(host.id, host.inventory);
    if (part === "") continue;
    parts.set(host.id, [start, start + part.length]);
    texts.push(part);
    start += part.length + 1;
  }
  const params: Params = { text: texts.join(","), parts, numbers };
  written.set(hosts, params);
  return params;
}

function partOf(hostId: string, inventory: Inventory): string {
  const known = partsOf.get(inventory);
  if (known?.hostId === hostId) return known.part;
  const part = writePart(hostId, inventory);
  partsOf.set(inventory, { hostId, part });
  return part;
}

function writePart(hostId: string, inventory: Inventory): string {
  const nics = new Map<string, { name: string; mac: string; ipAddresses: string[] }>();
  for (const found of hostAddresses(inventory)) {
    const { interfaceName: name, macAddress: mac, address } = found;
    if (mac === "" || isLinkLocal(found)) continue;
    const nic = nics.get(name);
    if (nic) nic.ipAddresses.push(address);
    else nics.set(name, { name, mac, ipAddresses: [address] });
  }
  return nics.size === 0 ? "" : JSON.stringify(toWire(ConnectivityCheckHost, { hostId, nics: [...nics.values()] }));
}

/** Cannot be reached without naming an interface of the asking host. */
function isLinkLocal({ value, network: { family } }: HostAddress): boolean {
  return family === "IPv4" ? value >> 16n === 0xa9fen : value >> 118n === 0x3fan;
}
