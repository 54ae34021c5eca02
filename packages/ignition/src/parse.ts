import { checkConfig } from "./check/index.ts";
import type { IgnitionConfig } from "./config.ts";
import { firstFault, positionAt } from "./position.ts";
import { gather, type Outcome, type Place, quote, type Report } from "./problem.ts";
import { read } from "./read.ts";
import { configShape } from "./shape/config-shape.ts";
import { isData } from "./shape/shape.ts";
import { type IgnitionVersion, isIgnitionVersion, minorOf, newestVersion } from "./version.ts";

/** Configs are read whole. The largest that installations make are below 2 MB. */
export const mostCharacters = 32 * 1024 * 1024;

/**
 * Reads a config and checks all that can be checked without a machine: what Ignition would refuse, what could only fail
 * later at boot, and, as warnings, what would have no effect.
 */
export function parseIgnition(
  text: string,
  { oldest = "3.0.0" }: { oldest?: IgnitionVersion } = {},
): Outcome<IgnitionConfig> {
  const { report, problems, warnings } = gather();
  const config = readText(text, oldest, report);
  return config && problems.length === 0
    ? { kind: "ok", value: config, warnings }
    : { kind: "refused", problems, warnings };
}

function readText(text: string, oldest: IgnitionVersion, report: Report): IgnitionConfig | null {
  if (text.length > mostCharacters) {
    report("too_large", [], `${text.length} characters`, { needed: `at most ${mostCharacters} characters` });
    return null;
  }
  if (text.trim() === "") {
    report("empty", [], "no text");
    return null;
  }
  const json = readJson(text, report);
  const version = json && readVersion(json.value, oldest, report);
  return json && version ? readAndCheck(json.value, version, report) : null;
}

/** Null unless everything in it could be read; what could be read is checked in any case. */
export function readAndCheck(data: unknown, version: IgnitionVersion, report: Report): IgnitionConfig | null {
  const { value, broken } = read<IgnitionConfig>(configShape, data, minorOf(version), report);
  if (value) checkConfig(value, broken.length === 0 ? report : besides(broken, report));
  return broken.length === 0 ? value : null;
}

/** Where a part is missing because it is broken, a complaint about what is around it might only be about that. */
function besides(broken: readonly Place[], report: Report): Report {
  const around = broken.map((place) => place.slice(0, -1));
  const isAt = (at: Place, place: Place) => place.every((step, index) => at[index] === step);
  return (code, at, found, more) => {
    if (!around.some((place) => isAt(at, place) || isAt(place, at))) report(code, at, found, more);
  };
}

function readJson(text: string, report: Report): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Only the place: the engine's own message quotes the text, which may be a secret.
    const { line, column } = positionAt(text, firstFault(text) ?? 0);
    report("not_json", [], `text that is not JSON at line ${line}, column ${column}`);
    return null;
  }
}

function readVersion(value: unknown, oldest: IgnitionVersion, report: Report): IgnitionVersion | null {
  const place = ["ignition", "version"];
  if (!isData(value)) {
    report("wrong_type", [], Array.isArray(value) ? "a list" : "a single value", { needed: "an object" });
    return null;
  }
  const version = isData(value.ignition) ? value.ignition.version : undefined;
  if (typeof version !== "string") {
    report("version_missing", place, version === undefined || version === null ? "nothing" : "no text");
    return null;
  }
  const refusal = versionRefusal(version, oldest);
  if (refusal) {
    report(refusal, place, quote(version), oldest === "3.0.0" ? {} : olderThan(refusal, oldest));
    return null;
  }
  return isIgnitionVersion(version) ? version : null;
}

function versionRefusal(version: string, oldest: IgnitionVersion) {
  if (isIgnitionVersion(version)) return minorOf(version) < minorOf(oldest) ? "version_too_old" : null;
  const [, major, minor] = /^(\d{1,9})\.(\d{1,9})\.\d{1,9}(?:-[\w.]+)?$/.exec(version) ?? [];
  if (major === undefined) return "version_unreadable";
  if (Number(major) < 3) return "version_too_old";
  return Number(major) > 3 || Number(minor) > minorOf(newestVersion) ? "version_too_new" : "version_unreadable";
}

const olderThan = (refusal: string, oldest: IgnitionVersion) =>
  refusal === "version_too_old"
    ? { needed: `version ${oldest} or later`, remedy: `set ignition.version to ${oldest}` }
    : {};
