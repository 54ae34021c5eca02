// Settings without the server: `@muster/service/settings`. Loading this file starts nothing.
export { type DatabaseChoice, databaseFrom, type Listener, listenersFrom, osImagesFrom } from "./derived.ts";
export { type Loaded, loadSettings, type Origin, type Sources } from "./load.ts";
export { policyFrom } from "./policy.ts";
export { allSettings, groups, isSettingName, type SettingName, type Settings, settingNames } from "./schema.ts";
export { kindOf, type Setting } from "./setting.ts";
