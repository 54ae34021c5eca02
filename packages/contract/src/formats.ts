// Formats of text, each with its test and with words for what it allows: a message about a wrong value quotes them.
import Format from "typebox/format";

export const formats: Record<string, { allows: string; test: (value: string) => boolean }> = {
  uuid: { allows: "a UUID such as 3fa85f64-5717-4562-b3fc-2c963f66afa6", test: (value) => uuidPattern.test(value) },
  "date-time": { allows: "an RFC 3339 time such as 2026-01-31T12:00:00.000Z", test: short(Format.IsDateTime) },
  mac: { allows: "a MAC address such as 52:54:00:12:34:56", test: (value) => macPattern.test(value) },
  ipv4: { allows: "an IPv4 address such as 192.168.0.10", test: short(Format.IsIPv4) },
  ipv6: { allows: "an IPv6 address such as fd01::10", test: short(Format.IsIPv6) },
  ip: { allows: "an IPv4 or IPv6 address such as 192.168.0.10", test: (value) => value === "" || isIp(value) },
  "ip-address": {
    allows: "an IPv4 or IPv6 address such as 192.168.0.10, with or without a prefix length",
    test: (value) => isIp(value) || isCidr(value),
  },
  cidr: { allows: "a network such as 192.168.0.0/24 or fd01::/48", test: isCidr },
  "ipv4-cidr": {
    allows: "an IPv4 network such as 192.168.0.0/24",
    test: (value) => isCidr(value) && !value.includes(":"),
  },
  image: { allows: "an image reference such as quay.io/org/name:tag", test: isImage },
  "rendezvous-ip": { allows: "an IPv4 or IPv6 address, or a template in {{ }}", test: isRendezvousIp },
};

// Host ids are made from serial numbers by MD5 (reference host-side A2), so version bits cannot be required.
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
// 6 octets, or 8 or 20 on InfiniBand.
const macPattern =
  /^[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}(?:(?:\1[0-9a-f]{2}){2}|(?:\1[0-9a-f]{2}){14})?$/i;
const imagePattern = /^[a-z0-9][a-z0-9.:_/-]*(?:@sha256:[0-9a-f]{64})?$/i;

const isIp = short((value) => Format.IsIPv4(value) || Format.IsIPv6(value));

/** No address or time is longer; longer text is not worth a regular expression's time. */
function short(test: (value: string) => boolean): (value: string) => boolean {
  return (value) => value.length <= 64 && test(value);
}

function isCidr(value: string): boolean {
  const slash = value.indexOf("/");
  if (slash === -1 || value.length > 64) return false;
  const address = value.slice(0, slash);
  const prefix = value.slice(slash + 1);
  if (!/^\d{1,3}$/.test(prefix)) return false;
  return Format.IsIPv4(address) ? Number(prefix) <= 32 : Format.IsIPv6(address) && Number(prefix) <= 128;
}

function isImage(value: string): boolean {
  return value.length <= 4096 && imagePattern.test(value);
}

function isRendezvousIp(value: string): boolean {
  return value === "" || isIp(value) || (value.length <= 256 && /^\{\{.+\}\}$/.test(value));
}

// So that TypeBox's own checks, where someone compiles a schema, agree with ours.
for (const [name, { test }] of Object.entries(formats)) Format.Set(name, test);
