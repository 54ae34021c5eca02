import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { allSettings, settingNames } from "./schema.ts";

const packages = dirname(dirname(dirname(dirname(import.meta.dirname))));
const code = globSync("packages/*/src/**/*.ts", { cwd: packages })
  .filter((path) => !path.endsWith(".test.ts") && !path.includes("src/settings/table/"))
  .map((path) => readFileSync(join(packages, path), "utf8"))
  .join("\n");

// Read as `settings.NAME`, or taken out as `{ NAME } = settings` or `{ NAME }: Settings`.
const accessed = [...code.matchAll(/ettings\.(\w+)/g)].map(([, name]) => name);
const takenOut = [...code.matchAll(/\{([^{}]*)\}\s*[:=]\s*(?:\w+\.)*[sS]ettings\b/g)].flatMap(
  ([, names]) => names?.match(/\w+/g) ?? [],
);
// MUSTER_CONFIG is read before there are settings.
const read = new Set([...accessed, ...takenOut, "MUSTER_CONFIG"]);
const isRead = (name: string) => read.has(name);

test("a setting that nothing reads says so: give it `noEffect` in its table, or read it as settings.NAME", () => {
  expect(settingNames.filter((name) => allSettings[name].noEffect === undefined && !isRead(name))).toEqual([]);
});

test("a setting that is read does not claim to have no effect: remove its `noEffect`", () => {
  expect(settingNames.filter((name) => allSettings[name].noEffect !== undefined && isRead(name))).toEqual([]);
});
