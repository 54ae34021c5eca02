export type Family = 4 | 6;
export type Ip = Readonly<{ family: Family; value: bigint }>;
export type Subnet = Readonly<{ family: Family; value: bigint; prefixLength: number }>;

export const bitsOf = (family: Family): 32 | 128 => (family === 4 ? 32 : 128);
export const familyName = (family: Family): string => (family === 4 ? "IPv4" : "IPv6");

/** As strict as the library: four decimal parts without leading zeros, or IPv6 without a zone. */
export function parseIp(text: string): Ip | null {
  if (!text.includes(":")) {
    const value = parseIp4(text);
    return value === null ? null : { family: 4, value };
  }
  const value = parseIp6(text);
  return value === null ? null : { family: 6, value };
}

function parseIp4(text: string): bigint | null {
  if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return null;
  const parts = text.split(".").map(Number);
  return parts.every((part) => part <= 255) ? parts.reduce((value, part) => value * 256n + BigInt(part), 0n) : null;
}

function parseIp6(text: string): bigint | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const groups = halves.map((half, index) => parseGroups(half, index === halves.length - 1));
  const [head, tail] = groups;
  if (!head || (halves.length === 2 && !tail)) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail ? missing < 1 : missing !== 0) return null;
  const all = tail ? [...head, ...Array.from({ length: missing }, () => 0n), ...tail] : head;
  return all.reduce((value, group) => value * 65536n + group, 0n);
}

/** The last groups may be written as an IPv4 address. */
function parseGroups(half: string, last: boolean): bigint[] | null {
  if (half === "") return [];
  const parts = half.split(":");
  const groups: bigint[] = [];
  for (const [index, part] of parts.entries()) {
    if (/^[\da-f]{1,4}$/i.test(part)) {
      groups.push(BigInt(`0x${part}`));
      continue;
    }
    const embedded = last && index === parts.length - 1 ? parseIp4(part) : null;
    if (embedded === null) return null;
    groups.push(embedded >> 16n, embedded & 0xffffn);
  }
  return groups;
}

/** `10.0.0.0/8`, or a lone address as the network of itself. */
export function parseSubnet(text: string): Subnet | null {
  const [address = "", length, ...rest] = text.split("/");
  const ip = parseIp(address);
  if (!ip || rest.length > 0) return null;
  const prefixLength =
    length === undefined ? bitsOf(ip.family) : Number(/^\d{1,3}$/.test(length) ? length : Number.NaN);
  return prefixLength <= bitsOf(ip.family) ? { ...ip, prefixLength } : null;
}

export function contains(subnet: Subnet, ip: Ip): boolean {
  if (subnet.family !== ip.family) return false;
  const hostBits = BigInt(bitsOf(ip.family) - subnet.prefixLength);
  return subnet.value >> hostBits === ip.value >> hostBits;
}

export const isLinkLocal = (ip: Ip): boolean => ip.family === 6 && ip.value >> 118n === 0x3fan;
export const isLoopback = (ip: Ip): boolean => (ip.family === 4 ? ip.value >> 24n === 127n : ip.value === 1n);

/** The form that the wire asks for: six pairs of hex digits between colons. */
export const isMac = (text: string): boolean => /^(?:[\da-f]{2}:){5}[\da-f]{2}$/i.test(text);
