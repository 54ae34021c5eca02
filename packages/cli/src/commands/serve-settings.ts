// How `muster serve` shows settings: all of them as help, and the values of one start.
import { type groups as allGroups, kindOf, type Loaded, type Setting, settingNames } from "@muster/service/settings";
import { columns, wrap } from "../text.ts";

type LoadedSettings = Extract<Loaded, { kind: "settings" }>;

export function settingsHelp(groups: typeof allGroups, width: number): string {
  const intro = wrap(
    "Each setting is read from its flag, else from --set NAME=VALUE, else from the environment, else from the file that --config names, else it has its default. An empty value counts as not given.",
    width,
  );
  const parts = groups.map(({ title, table }) => {
    const rows = Object.entries<Setting>(table).map(([name, setting]) => settingHelp(name, setting, width));
    return `${title}\n${rows.join("\n")}`;
  });
  return `Settings\n${intro}\n\n${parts.join("\n\n")}`;
}

function settingHelp(name: string, setting: Setting, width: number): string {
  const value = setting.default ? `default ${setting.default}` : setting.unset && `without it: ${setting.unset}`;
  const flag = setting.flag && `--${setting.flag}`;
  const head = [flag, kindOf(setting), value].filter(Boolean).join("; ");
  const noEffect = setting.noEffect === undefined ? "" : ` Accepted, no effect: ${setting.noEffect}`;
  return `  ${name} (${head})\n${wrap(`${setting.says}${noEffect}`, width, "      ")}`;
}

export function configListing({ origins }: LoadedSettings): string {
  const rows = settingNames.map((name) => [name, origins[name].text || "-", origins[name].place]);
  return `${columns([["SETTING", "VALUE", "FROM"], ...rows])}\n`;
}

export function configValues({ origins }: LoadedSettings) {
  return settingNames.map((name) => ({
    name,
    value: origins[name].text || null,
    from: origins[name].from,
    place: origins[name].place,
  }));
}
