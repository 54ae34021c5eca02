import type { IgnitionConfig } from "./config.ts";
import { configShape } from "./shape/config-shape.ts";
import { type AnyShape, isData } from "./shape/shape.ts";

/** JSON with keys in a fixed order: the same config is the same text. Compact unless indented. */
export function printIgnition(config: IgnitionConfig, { indent = 0 }: { indent?: number } = {}): string {
  return JSON.stringify(ordered(configShape, config), null, indent);
}

function ordered(shape: AnyShape, value: unknown): unknown {
  if (shape.kind === "list" && Array.isArray(value)) return value.map((item) => ordered(shape.items, item));
  if (shape.kind !== "object" || !isData(value)) return value;
  return Object.fromEntries(Object.entries(shape.fields).map(([key, field]) => [key, ordered(field, value[key])]));
}
