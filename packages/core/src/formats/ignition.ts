import type { Problem } from "../problem.ts";
import { isObject, parseJson } from "./json.ts";

/** An override is merged into an Ignition config, so it must be one: a JSON object of version 3.1 or later. Empty: none. */
export function ignitionOverrideProblem(text: string): Problem | null {
  if (text === "") return null;
  const config = parseJson(text);
  const remedy = 'give a config such as {"ignition":{"version":"3.1.0"},"storage":{"files":[]}}';
  if (!isObject(config)) {
    return { found: "text that is not a JSON object", needed: "an Ignition config", remedy };
  }
  const version = isObject(config.ignition) ? config.ignition.version : undefined;
  if (typeof version === "string" && isUsable(version)) return null;
  return {
    found: typeof version === "string" ? `Ignition version ${version}` : "no ignition.version",
    needed: "Ignition version 3.1.0 or a later 3.x",
    remedy,
  };
}

function isUsable(version: string): boolean {
  const match = /^3\.(\d+)\.\d+$/.exec(version);
  return match !== null && Number(match[1]) >= 1;
}
