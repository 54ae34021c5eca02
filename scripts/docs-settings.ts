// Writes docs/reference/settings.md from the table of settings: `npm run docs:settings`.
import { writeFileSync } from "node:fs";
import { settingsPage, settingsPagePath } from "./settings-page.ts";

writeFileSync(settingsPagePath, settingsPage());
