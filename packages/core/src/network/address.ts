// Addresses and networks, IPv4 and IPv6 alike. Values come from the wire already well formed, or parse to null.
import ipaddr from "ipaddr.js";

export type Family = "IPv4" | "IPv6";
export type Network = Readonly<{ family: Family; base: bigint; prefix: number; bits: 32 | 128 }>;

export type Address = Readonly<{ family: Family; value: bigint }>;

/** Dotted quads and IPv6 without a zone: `10.1`, `010.0.0.1` and `fe80::1%eth0` are not addresses here. */
export function parseAddress(text: string): Address | null {
  if (!text.includes(":")) {
    const value = parseQuad(text);
    return value === null ? null : { family: "IPv4", value: BigInt(value) };
  }
  if (text.includes("%") || !ipaddr.IPv6.isValid(text)) return null;
  const value = ipaddr.IPv6.parse(text).parts.reduce((sum, part) => (sum << 16n) | BigInt(part), 0n);
  return { family: "IPv6", value };
}

const zero = 48;

/** By hand: every check of every refresh parses IPv4 addresses, and patterns cost ten times as much. */
function parseQuad(text: string): number | null {
  let [value, octet, digits, octets] = [0, 0, 0, 1];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index) - zero;
    if (code === -2 && digits > 0) {
      [value, octet, digits] = [value * 256 + octet, 0, 0];
      octets += 1;
    } else if (code >= 0 && code <= 9 && !(digits > 0 && octet === 0)) {
      octet = octet * 10 + code;
      digits += 1;
      if (octet > 255) return null;
    } else return null;
  }
  return octets === 4 && digits > 0 ? value * 256 + octet : null;
}

export function sameAddress(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [parseAddress(one), parseAddress(other)];
  return left !== null && right !== null && left.family === right.family && left.value === right.value;
}

/** Reads `192.168.1.7/24` as the network that holds it. */
export function parseNetwork(cidr: string): Network | null {
  const slash = cidr.lastIndexOf("/");
  const address = slash < 0 ? null : parseAddress(cidr.slice(0, slash));
  const digits = cidr.slice(slash + 1);
  if (!address || !/^\d{1,3}$/.test(digits)) return null;
  const bits = address.family === "IPv4" ? 32 : 128;
  const prefix = Number(digits);
  if (prefix > bits) return null;
  const hostBits = BigInt(bits - prefix);
  return { family: address.family, base: (address.value >> hostBits) << hostBits, prefix, bits };
}

export function contains(network: Network, address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && holds(network, parsed);
}

/** The same for an address that was parsed before. */
export function holds({ family, base, prefix, bits }: Network, address: Address): boolean {
  const hostBits = BigInt(bits - prefix);
  return address.family === family && address.value >> hostBits === base >> hostBits;
}

export function overlap(one: Network, other: Network): boolean {
  if (one.family !== other.family) return false;
  const hostBits = BigInt(one.bits - Math.min(one.prefix, other.prefix));
  return one.base >> hostBits === other.base >> hostBits;
}

export const sameNetwork = (one: Network, other: Network): boolean =>
  one.family === other.family && one.prefix === other.prefix && one.base === other.base;

/** The network's own address in CIDR form: `192.168.1.7/24` → `192.168.1.0/24`. */
export function formatNetwork(network: Network): string {
  const bytes = Array.from({ length: network.bits / 8 }, (_, index) =>
    Number((network.base >> BigInt(network.bits - 8 * (index + 1))) & 255n),
  );
  return `${ipaddr.fromByteArray(bytes).toString()}/${network.prefix}`;
}

/** `192.168.1.7/24` names an address in a network rather than a network. */
export const hasHostBits = (cidr: string, network: Network): boolean =>
  !isNetworkAddress(network, cidr.slice(0, cidr.lastIndexOf("/")));

export function isNetworkAddress(network: Network, address: string): boolean {
  const parsed = parseAddress(address);
  return parsed?.family === network.family && parsed.value === network.base;
}

/** IPv6 has no broadcast address. */
export function isBroadcastAddress(network: Network, address: string): boolean {
  const last = network.base + (1n << BigInt(network.bits - network.prefix)) - 1n;
  return network.family === "IPv4" && parseAddress(address)?.value === last;
}

export const familyOf = (addressOrCidr: string): Family | null =>
  parseAddress(addressOrCidr.split("/", 1)[0] ?? "")?.family ?? null;
