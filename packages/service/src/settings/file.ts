// The YAML file of settings: a flat map from names to values, with the line of each for messages.
import { nearest } from "@muster/contract";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { elsewhere } from "./elsewhere.ts";
import { isSettingName, type SettingName, settingNames } from "./schema.ts";

export type FileEntry = Readonly<{ value: unknown; line: number }>;

export type SettingsFile = Readonly<{ entries: ReadonlyMap<SettingName, FileEntry>; problems: readonly string[] }>;

export function parseSettingsFile(name: string, content: string): SettingsFile {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines });
  const entries = new Map<SettingName, FileEntry>();
  const problems = document.errors.map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    return `${name}:${line}:${col}: this is not YAML: ${error.message.split(" at line")[0]}.`;
  });
  const root = document.contents;
  if (problems.length > 0 || root === null || (isScalar(root) && root.value === null)) return { entries, problems };
  if (!isMap(root)) {
    return {
      entries,
      problems: [`${name}: a settings file holds lines such as "LOG_LEVEL: debug", not a list or a single value.`],
    };
  }
  for (const { key, value } of root.items) {
    const word = isScalar(key) ? String(key.value) : String(key);
    const line = isScalar(key) && key.range ? lines.linePos(key.range[0]).line : 1;
    const plain: unknown = value?.toJSON();
    if (!isSettingName(word)) problems.push(`${name}:${line}: ${unknownName(word)}`);
    else if (word === "MUSTER_CONFIG") problems.push(`${name}:${line}: a settings file cannot name another one.`);
    else if (plain !== null && plain !== undefined) entries.set(word, { value: plain, line });
  }
  return { entries, problems };
}

export function unknownName(word: string): string {
  const owner = elsewhere[word];
  if (owner !== undefined) return `${word} is not a setting of the service, it belongs to ${owner}.`;
  const guess = nearest(word, settingNames);
  return `${word} is not a setting${guess === undefined ? "" : `; did you mean ${guess}?`}${guess === undefined ? "; `muster serve --help` lists them all." : ""}`;
}
