import type { IgnitionConfig, Unit } from "../config.ts";
import type { Place, Report } from "../problem.ts";
import { dropinPath, unitPath } from "../unit-path.ts";
import { readUnit, type UnitOption } from "../unit-text.ts";
import type { Want } from "./want.ts";

/** What units of the system can be asked for: their text and the links that enable them. */
export type SystemUnits = Readonly<{
  /** The first of the system's unit directories that holds a unit, and its text there. */
  find: (name: string) => Readonly<{ path: string; text: string }> | null;
  /** Paths of links of that name in directories such as multi-user.target.wants. */
  linksOf: (name: string) => readonly string[];
}>;

const presetPath = "/etc/systemd/system-preset/20-ignition.preset";
const linkDirectories = { WantedBy: "wants", RequiredBy: "requires", UpheldBy: "upholds" } as const;

/** Files, links and presets for all units of a config. */
export function wantedUnits({ systemd }: IgnitionConfig, system: SystemUnits, report: Report): Want[] {
  const units = systemd?.units ?? [];
  const own = new Map(units.map((unit) => [unit.name, unit]));
  const find = (name: string) => {
    const contents = own.get(name)?.contents;
    return contents ? { path: unitPath(name), text: contents } : system.find(name);
  };
  const wants = units.flatMap((unit, index) => {
    const at = ["systemd", "units", index];
    return [...filesOf(unit, at), ...enablementOf(unit, at, { ...system, find }, report)];
  });
  const presets = units.filter(({ enabled }) => enabled !== undefined).map(presetLine);
  return presets.length === 0 ? wants : [...wants, textFile(presetPath, presets.join(""), ["systemd", "units"])];
}

const textFile = (path: string, text: string, at: Place): Want => ({
  kind: "file",
  path,
  content: Buffer.from(text),
  mode: 0o644,
  uid: 0,
  gid: 0,
  overwrite: true,
  at,
});

function filesOf({ name, contents, dropins = [], mask }: Unit, at: Place): Want[] {
  const path = unitPath(name);
  return [
    // A masked unit has no contents: its place is taken by the link.
    ...(contents && !mask ? [textFile(path, contents, at)] : []),
    ...(mask ? [{ kind: "link", path, target: "/dev/null", overwrite: true, at } as const] : []),
    ...(mask === false ? [{ kind: "no link", path, target: "/dev/null", at } as const] : []),
    ...dropins.flatMap((dropin, index) =>
      dropin.contents ? [textFile(dropinPath(name, dropin.name), dropin.contents, [...at, "dropins", index])] : [],
    ),
  ];
}

function enablementOf({ name, enabled, mask }: Unit, at: Place, system: SystemUnits, report: Report): Want[] {
  if (enabled === undefined || mask) return [];
  if (!enabled) return system.linksOf(name).map((path): Want => ({ kind: "no link", path, at }));
  const links = enablingLinks(name, system, new Set());
  if (links.length === 0) report("cannot_enable", at, `${name}, which does not say what starts it`);
  return links.map(([path, target]): Want => ({ kind: "link", path, target, overwrite: true, at }));
}

type LinkToMake = readonly [path: string, target: string];

/** The links of `systemctl enable`; units that are named by Also= are enabled with it. */
function enablingLinks(name: string, system: SystemUnits, seen: Set<string>): LinkToMake[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const template = name.replace(/@[^.]+(\.\w+)$/, "@$1");
  const unit = system.find(name) ?? system.find(template);
  const options = unit ? readUnit(unit.text) : [];
  if (!unit || !Array.isArray(options)) return [];
  const install = options.filter(({ section }) => section === "Install");
  const instance = instanceOf(name, install);
  if (instance === null) return [];
  const words = (option: string) => wordsOf(install, option).flatMap((word) => expand(word, instance) ?? []);
  const links = Object.entries(linkDirectories).flatMap(([option, directory]) =>
    words(option).map((by): LinkToMake => [`${unitPath(by)}.${directory}/${instance}`, unit.path]),
  );
  const aliases = words("Alias").map((alias): LinkToMake => [unitPath(alias), unit.path]);
  return [...links, ...aliases, ...words("Also").flatMap((also) => enablingLinks(also, system, seen))];
}

/** A template is enabled for an instance: its own, or the one that it names as default. */
function instanceOf(name: string, install: readonly UnitOption[]): string | null {
  if (!/@\.\w+$/.test(name)) return name;
  const [instance] = wordsOf(install, "DefaultInstance");
  return instance ? name.replace("@.", `@${instance}.`) : null;
}

/** An empty assignment takes back what was said before. */
function wordsOf(install: readonly UnitOption[], option: string): string[] {
  const values = install.filter(({ name }) => name === option).map(({ value }) => value);
  return values.slice(values.lastIndexOf("") + 1).flatMap((value) => value.split(/\s+/));
}

/** systemd's specifiers that can stand in an install section; words with others are left out. */
function expand(word: string, unit: string): string[] | null {
  const [prefix = unit, instance = ""] = unit.replace(/\.\w+$/, "").split("@");
  const values: Readonly<Record<string, string>> = {
    i: instance,
    j: prefix,
    n: unit,
    N: unit.replace(/\.\w+$/, ""),
    p: prefix,
    "%": "%",
  };
  const expanded = word.replace(/%(.)/g, (whole, letter: string) => values[letter] ?? whole);
  return /%[^%]/.test(expanded) || expanded.includes("/") ? null : [expanded];
}

/** Instances are written behind their template. */
function presetLine({ name, enabled }: Unit): string {
  const [, template, instance, type] = /^([^@]+@)([^.]+)(\.\w+)$/.exec(name) ?? [];
  const unit = template === undefined ? name : `${template}${type} ${instance}`;
  return `${enabled ? "enable" : "disable"} ${unit}\n`;
}
