import { dirname, join } from "node:path";
import { groups, kindOf, type Setting } from "@muster/service/settings";

export const settingsPagePath = join(dirname(import.meta.dirname), "docs", "reference", "settings.md");

export function settingsPage(): string {
  const sections = groups.map(({ title, table }) => {
    const rows = Object.entries<Setting>(table).map(([name, setting]) => row(name, setting));
    return `## ${title}\n\n| Setting | Kind | Default | Explanation |\n|---|---|---|---|\n${rows.join("\n")}\n`;
  });
  return `<!-- Written by \`npm run docs:settings\` from packages/service/src/settings. Do not edit. -->

# Settings

Every setting of \`muster serve\`. A value comes from its flag or \`--set NAME=VALUE\`, else from the environment, else from
the YAML file that \`--config FILE\` (or \`MUSTER_CONFIG\`) names, else it is the default. An empty value counts as not given.
\`muster serve --print-config\` shows each value of a start and where it came from.

In the file, names are the same:

\`\`\`yaml
MUSTER_PORT: 9000
LOG_LEVEL: debug
ALLOWED_DOMAINS: ["https://console.example.com"]
\`\`\`

A wrong value, or a name that does not exist, stops the start with a message that says what is needed. Names that start
with \`MUSTER_\` are Muster's own; the others are those that environments of the Assisted Installer already carry, with the
same defaults unless the explanation says otherwise. A few of them are accepted without effect; each says why.

Kinds: a *duration* is a number with a unit (\`200ms\`, \`90s\`, \`3m\`, \`1h30m\`), *bytes* are a size (\`512KiB\`, \`2GiB\`, or a
plain number), a *list* is separated by commas (or a YAML list), *json* is JSON text (or the same as YAML), a *secret* is
never shown.

${sections.join("\n")}`;
}

function row(name: string, setting: Setting): string {
  const value = setting.default ? `\`${setting.default}\`` : (setting.unset ?? "");
  const flag = setting.flag === undefined ? "" : ` (\`--${setting.flag}\`)`;
  const noEffect = setting.noEffect === undefined ? "" : ` *Accepted, no effect: ${setting.noEffect}*`;
  const cells = [`\`${name}\`${flag}`, kindOf(setting), value, setting.says + noEffect];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
