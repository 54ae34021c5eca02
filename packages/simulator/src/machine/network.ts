import ipaddr from "ipaddr.js";

export type Family = "IPv4" | "IPv6";
export type Network = Readonly<{ cidr: string; family: Family; base: bigint; prefix: number; bits: 32 | 128 }>;

/** Reads `192.168.1.7/24` as the network that holds it. */
export function parseNetwork(cidr: string): Network {
  const [address = "", length = ""] = cidr.split("/");
  const parsed = parseAddress(address);
  const prefix = Number(length);
  if (!parsed || length === "" || !Number.isInteger(prefix) || prefix < 0 || prefix > parsed.bits) {
    throw new TypeError(`"${cidr}" is not a network; write one such as 192.168.10.0/24 or fd01::/64`);
  }
  const hostBits = BigInt(parsed.bits - prefix);
  const base = (parsed.value >> hostBits) << hostBits;
  const { family, bits } = parsed;
  return { cidr: `${format(base, family)}/${prefix}`, family, base, prefix, bits };
}

/** The address at a position of the network; 0 is the network's own. */
export function addressAt({ cidr, family, base, prefix, bits }: Network, position: number): string {
  if (BigInt(position) >= 1n << BigInt(bits - prefix)) {
    throw new RangeError(`${cidr} has no address number ${position}: give a larger network or boot fewer machines`);
  }
  return format(base + BigInt(position), family);
}

export function contains(network: Network, address: string): boolean {
  const parsed = parseAddress(address);
  if (!parsed || parsed.family !== network.family) return false;
  const hostBits = BigInt(network.bits - network.prefix);
  return parsed.value >> hostBits === network.base >> hostBits;
}

export const familyOf = (address: string): Family => (address.includes(":") ? "IPv6" : "IPv4");

type Address = Readonly<{ family: Family; value: bigint; bits: 32 | 128 }>;

function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return { family: "IPv4", value: toValue(ipaddr.IPv4.parse(text).octets), bits: 32 };
  }
  if (!ipaddr.IPv6.isValid(text)) return null;
  return { family: "IPv6", value: toValue(ipaddr.IPv6.parse(text).toByteArray()), bits: 128 };
}

const toValue = (bytes: readonly number[]): bigint => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

function format(value: bigint, family: Family): string {
  const length = family === "IPv4" ? 4 : 16;
  const bytes = Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 255n));
  return ipaddr.fromByteArray(bytes).toString();
}
