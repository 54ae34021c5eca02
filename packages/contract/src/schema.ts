// The vocabulary that models are written in. Formats are checked by name so that an error can say what is allowed.
import { type TProperties, type TSchema, type TSchemaOptions, type TStringOptions, Type } from "typebox";
import Format from "typebox/format";

/** An object of the wire. Fields it does not name are refused in requests. */
export const Model = <Properties extends TProperties>(properties: Properties, options: TSchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Enumeration = <Values extends string[]>(values: readonly [...Values], options: TSchemaOptions = {}) =>
  Type.Enum<Values>(values, { type: "string", ...options });

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const Uuid = (options: TStringOptions = {}) => Type.String({ format: "uuid", ...options });
export const DateTime = (options: TStringOptions = {}) => Type.String({ format: "date-time", ...options });
export const Mac = (options: TStringOptions = {}) => Type.String({ format: "mac", ...options });
export const Ipv4 = (options: TStringOptions = {}) => Type.String({ format: "ipv4", ...options });
export const Ipv6 = (options: TStringOptions = {}) => Type.String({ format: "ipv6", ...options });
export const Cidr = (options: TStringOptions = {}) => Type.String({ format: "cidr", ...options });
export const IpAddress = (options: TStringOptions = {}) => Type.String({ format: "ip", ...options });
export const ImageReference = (options: TStringOptions = {}) => Type.String({ format: "image", ...options });
export const RendezvousIp = (options: TStringOptions = {}) => Type.String({ format: "rendezvous-ip", ...options });

const isIp = (value: string) => Format.IsIPv4(value) || Format.IsIPv6(value);

/** What each format allows, in words: validation errors quote it. */
export const formats: Record<string, { allows: string; test: (value: string) => boolean }> = {
  uuid: { allows: "a UUID such as 3fa85f64-5717-4562-b3fc-2c963f66afa6", test: (value) => uuidPattern.test(value) },
  "date-time": { allows: "an RFC 3339 time such as 2026-01-31T12:00:00.000Z", test: Format.IsDateTime },
  mac: { allows: "a MAC address such as 52:54:00:12:34:56", test: (value) => macPattern.test(value) },
  ipv4: { allows: "an IPv4 address", test: Format.IsIPv4 },
  ipv6: { allows: "an IPv6 address", test: Format.IsIPv6 },
  ip: { allows: "an IPv4 or IPv6 address", test: (value) => value === "" || isIp(value) },
  cidr: { allows: "a network such as 192.168.0.0/24 or fd01::/48", test: isCidr },
  image: { allows: "an image reference such as quay.io/org/name:tag", test: (value) => imagePattern.test(value) },
  "rendezvous-ip": { allows: "an IPv4 or IPv6 address, or a template in {{ }}", test: isRendezvousIp },
};

// Host ids are made from serial numbers by MD5 (reference host-side A2), so version bits cannot be required.
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const macPattern = /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i;
const imagePattern = /^[a-z0-9][a-z0-9.:_/-]*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/i;

function isCidr(value: string): boolean {
  const [address = "", prefix = "", ...rest] = value.split("/");
  if (rest.length > 0 || !/^\d{1,3}$/.test(prefix)) return false;
  return Format.IsIPv4(address) ? Number(prefix) <= 32 : Format.IsIPv6(address) && Number(prefix) <= 128;
}

function isRendezvousIp(value: string): boolean {
  return value === "" || isIp(value) || /^\{\{.+\}\}$/.test(value);
}

for (const [name, { test }] of Object.entries(formats)) Format.Set(name, test);
