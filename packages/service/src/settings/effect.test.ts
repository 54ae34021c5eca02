import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { allSettings, settingNames } from "./schema.ts";

const packages = dirname(dirname(dirname(dirname(import.meta.dirname))));
const code = globSync("packages/*/src/**/*.ts", { cwd: packages })
  .filter((path) => !path.endsWith(".test.ts") && !path.includes("src/settings/table/"))
  .map((path) => readFileSync(join(packages, path), "utf8"))
  .join("\n");

// MUSTER_CONFIG is read before there are settings.
const isRead = (name: string) => name === "MUSTER_CONFIG" || new RegExp(`ettings\\.${name}\\b`).test(code);

test("a setting that nothing reads says so: give it `noEffect` in its table, or read it as settings.NAME", () => {
  expect(settingNames.filter((name) => allSettings[name].noEffect === undefined && !isRead(name))).toEqual([]);
});

test("a setting that is read does not claim to have no effect: remove its `noEffect`", () => {
  expect(settingNames.filter((name) => allSettings[name].noEffect !== undefined && isRead(name))).toEqual([]);
});
