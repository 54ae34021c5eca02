// Commands that work on the data directory of a service, whether it runs or not.
import { readFileSync } from "node:fs";
import { loadSettings, type Settings } from "@muster/service/settings";
import type { Flag, Invocation, Io } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";

export const dataFlags: readonly Flag[] = [
  {
    name: "data-dir",
    value: "DIR",
    says: "The data directory of the service (default .muster, or MUSTER_DATA_DIR)",
    completes: "directories",
  },
  { name: "config", value: "FILE", says: "The service's file of settings, if it has one", completes: "files" },
];

/** The settings that the service would start with. */
export function settingsOf(invocation: Invocation, io: Io): Settings {
  const [directory, config] = [invocation.value("data-dir"), invocation.value("config")];
  const flags = { ...(directory && { MUSTER_DATA_DIR: directory }), ...(config && { MUSTER_CONFIG: config }) };
  const loaded = loadSettings({ flags, env: io.env, readFile: (path) => readFileSync(path, "utf8") });
  if (loaded.kind === "settings") return loaded.settings;
  throw new Failure(
    loaded.problems.join("\nerror: "),
    "Correct it and try again; `muster serve --help` explains every setting.",
    exitCode.settings,
  );
}
