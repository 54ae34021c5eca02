import { KiB } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { findFile, type IsoImage, readSmallFile } from "../read/iso.ts";

/** The JSON files under `coreos/` are a few hundred bytes; more is not one of them. */
const largest = 64 * KiB;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON file of the image, or undefined when it is not there. */
export async function readJsonFile(iso: IsoImage, path: string): Promise<JsonObject | undefined> {
  const file = findFile(iso, path);
  if (file === undefined) return undefined;
  const text = (await readSmallFile(file, largest)).toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new IsoError("bad_live_metadata", `${path} with ${JSON.stringify(text.slice(0, 60))}`, { cause });
  }
  if (!isObject(value)) throw new IsoError("bad_live_metadata", `${path} that is not a JSON object`);
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function stringField(value: JsonObject, key: string, path: string): string | undefined {
  const field = value[key];
  if (field === undefined || typeof field === "string") return field;
  throw new IsoError("bad_live_metadata", `${path} where "${key}" is ${JSON.stringify(field)}`);
}

/** A size or an offset: a whole number that is not negative. */
export function sizeField(value: JsonObject, key: string, path: string): number | undefined {
  const field = value[key];
  if (field === undefined) return undefined;
  if (typeof field === "number" && Number.isSafeInteger(field) && field >= 0) return field;
  throw new IsoError("bad_live_metadata", `${path} where "${key}" is ${JSON.stringify(field)}`);
}
