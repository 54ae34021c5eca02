// Values inside units, environment files and shell scripts: whatever they hold, they stay one value.

/** Values of systemd that need no quotes. */
const plain = /^[\w@+=:,./-]+$/;

/** One argument of ExecStart=. */
export const execArgument = (value: string): string =>
  plain.test(value) ? value : unitQuote(value).replaceAll("$", () => "$$");

/** One `Environment=` line. */
export const environmentLine = (name: string, value: string): string => `Environment=${unitQuote(`${name}=${value}`)}`;

/** One line of a file that EnvironmentFile= names. */
export const environmentFileLine = (name: string, value: string): string =>
  `${name}="${value.replace(/["\\$`]/g, "\\$&")}"\n`;

/** One word of a shell. */
export const shellWord = (value: string): string => (plain.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);

function unitQuote(value: string): string {
  const escaped = value
    .replace(/["\\]/g, "\\$&")
    .replaceAll("%", "%%")
    .replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return plain.test(value) ? value : `"${escaped}"`;
}
