import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsPage, settingsPagePath } from "./settings-page.ts";

test("docs/reference/settings.md is what `npm run docs:settings` writes", () => {
  expect(readFileSync(settingsPagePath, "utf8")).toBe(settingsPage());
});
