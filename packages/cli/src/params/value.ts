// Text that a person typed → the value that the contract asks for at this place.
import type { JsonSchema } from "@muster/contract";

/** Small objects may be written as their one telling field: `api_vips=192.0.2.5`, `platform=none`. */
const shorthands = new Map<string, (text: string) => unknown>([
  ["platform", (type) => ({ type })],
  ["load_balancer", (type) => ({ type })],
  ["api_vip", (ip) => ({ ip })],
  ["ingress_vip", (ip) => ({ ip })],
  ["cluster_network", (cidr) => ({ cidr })],
  ["machine_network", (cidr) => ({ cidr })],
  ["service_network", (cidr) => ({ cidr })],
  ["operator-create-params", (name) => ({ name })],
  ["bundle-create-params", (id) => ({ id })],
  ["kernel_argument", (value) => ({ operation: "append", value })],
  ["disk-config-params", (id) => ({ id, role: "install" })],
  ["disk-skip-formatting-params", (id) => ({ disk_id: id, skip_formatting: true })],
  ["node-label-params", pair],
  ["ignition-endpoint-http-headers-params", pair],
]);

function pair(text: string): unknown {
  const at = text.indexOf("=");
  return at < 1 ? text : { key: text.slice(0, at), value: text.slice(at + 1) };
}

/** Text that does not fit is handed back as it is: the check of the contract says what would. */
export function readValue(schema: JsonSchema, text: string): unknown {
  switch (schema.type) {
    case "boolean":
      return booleans.get(text.toLowerCase()) ?? text;
    case "integer":
    case "number":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case "array":
      return listOf(schema.items ?? {}, text);
    case "object":
      return json(text) ?? shorthands.get(schema.title ?? "")?.(text) ?? text;
    default:
      return text;
  }
}

const booleans = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);

function listOf(items: JsonSchema, text: string): unknown {
  if (text === "") return [];
  const whole = text.startsWith("[") ? json(text) : undefined;
  if (whole !== undefined) return whole;
  if (text.startsWith("{")) return [json(text) ?? text];
  const short = shorthands.get(items.title ?? "");
  return text.split(",").map((part) => (short === undefined ? readValue(items, part) : short(part.trim())));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What to write for it in help: `LIST`, `true|false`, the choices. */
export function placeholder(schema: JsonSchema): string {
  if (schema.enum !== undefined && schema.enum.length <= 4) return schema.enum.filter((word) => word !== "").join("|");
  if (schema.type === "boolean") return "true|false";
  if (schema.type === "integer" || schema.type === "number") return "N";
  if (schema.type === "array") return shorthands.has(schema.items?.title ?? "") ? "LIST" : "JSON";
  return schema.type === "object" && !shorthands.has(schema.title ?? "") ? "JSON" : "TEXT";
}
