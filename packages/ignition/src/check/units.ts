import type { IgnitionConfig, Unit } from "../config.ts";
import { type Place, quote, type Report } from "../problem.ts";
import { readUnit, type UnitFault } from "../unit-text.ts";

const unitName = /^[\w:.@\\-]+\.(?:service|socket|device|mount|automount|swap|target|path|timer|slice|scope|snapshot)$/;
const longestName = 255;

export function checkUnits({ systemd }: IgnitionConfig, report: Report): void {
  for (const [index, unit] of (systemd?.units ?? []).entries()) checkUnit(unit, ["systemd", "units", index], report);
}

function checkUnit({ name, contents, dropins = [], enabled }: Unit, at: Place, report: Report): void {
  if (!unitName.test(name) || name.length > longestName) report("unit_name", [...at, "name"], quote(name));
  const text = contents ? checkText(contents, [...at, "contents"], report) : null;
  if (enabled && text && !text.some(({ section }) => section === "Install")) {
    report("unit_without_install", [...at, "enabled"], "an enabled unit that does not say what starts it");
  }
  for (const [index, dropin] of dropins.entries()) {
    const place = [...at, "dropins", index];
    if (!/^[^/\0]+\.conf$/.test(dropin.name) || dropin.name.length > longestName) {
      report("dropin_name", [...place, "name"], quote(dropin.name));
    }
    if (dropin.contents) checkText(dropin.contents, [...place, "contents"], report);
  }
}

function checkText(contents: string, at: Place, report: Report) {
  const text = readUnit(contents);
  if (Array.isArray(text)) return text;
  report(text.fault, at, describe(text));
  return null;
}

const describe = ({ fault, line }: UnitFault): string =>
  fault === "unit_line_too_long" ? `a longer line ${line}` : `line ${line}, which is neither`;
