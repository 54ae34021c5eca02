import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  allSettings,
  groups,
  type Loaded,
  loadSettings,
  type Setting,
  type Settings,
  settingNames,
} from "@muster/service/settings";
import type { Command, Flag, Invocation, Io } from "../command.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure, usageFailure } from "../failure.ts";
import { outputFlag, print } from "../output.ts";
import { untilStopped } from "../stop-signal.ts";
import { columns } from "../text.ts";
import { configListing, configValues, settingsHelp } from "./serve-settings.ts";

const ownFlags: readonly Flag[] = settingNames.flatMap((name) => {
  const setting: Setting = allSettings[name];
  return setting.flag === undefined ? [] : [flagOf(setting.flag, setting)];
});

export const serve: Command = {
  flags: [
    ...ownFlags,
    {
      name: "set",
      value: "NAME=VALUE",
      repeats: true,
      says: "Any setting below",
      completes: settingNames.map((name) => `${name}=`),
    },
    { name: "print-config", says: "Show every setting with where it came from, and start nothing" },
    { ...outputFlag, says: "Print --print-config as text (default), json or yaml" },
  ],
  details: (width) => settingsHelp(groups, width),
  async run(invocation, io) {
    const loaded = load(invocation, io);
    for (const warning of loaded.warnings) io.err(`warning: ${warning}\n`);
    if (invocation.has("print-config")) {
      await print(invocation, io, configValues(loaded), () => configListing(loaded));
      return exitCode.ok;
    }
    return run(loaded, io);
  },
};

function flagOf(name: string, { kind, says }: Setting): Flag {
  const completes = kind.name === "path" ? (name.endsWith("dir") ? "directories" : "files") : undefined;
  const value = completes === "files" ? "FILE" : (name.toUpperCase().split("-").at(-1) ?? "VALUE");
  return { name, value, says, ...(completes && { completes }) };
}

function load(invocation: Invocation, io: Io) {
  const flags: Record<string, string> = {};
  for (const pair of invocation.values("set")) {
    const equals = pair.indexOf("=");
    if (equals < 1) throw usageFailure(`--set ${pair} has no value.`, "Write --set NAME=VALUE.");
    flags[pair.slice(0, equals)] = pair.slice(equals + 1);
  }
  for (const name of settingNames) {
    const { flag }: Setting = allSettings[name];
    const value = flag === undefined ? undefined : invocation.value(flag);
    if (value !== undefined) flags[name] = value;
  }
  const loaded: Loaded = loadSettings({ flags, env: io.env, readFile: (path) => readFileSync(path, "utf8") });
  if (loaded.kind === "problems") {
    throw new Failure(
      loaded.problems.join("\nerror: "),
      "Correct it and start again; `muster serve --help` explains every setting.",
      exitCode.settings,
    );
  }
  return loaded;
}

async function run({ settings }: Extract<Loaded, { kind: "settings" }>, io: Io): Promise<ExitCode> {
  const { StartError, startService } = await import("@muster/service");
  let service: Awaited<ReturnType<typeof startService>>;
  try {
    service = await startService({ settings });
  } catch (error) {
    if (error instanceof StartError) throw new Failure(error.message, error.remedy, exitCode.start, error);
    throw error;
  }
  io.out(greeting(service, settings.MUSTER_DATA_DIR));
  if (isOpen(settings)) {
    io.err(
      "warning: everybody who reaches this machine may use the service. `--host 127.0.0.1` keeps it to this one.\n",
    );
  }
  const patience = settings.MUSTER_SHUTDOWN_DELAY + settings.MUSTER_SHUTDOWN_TIMEOUT;
  return untilStopped(io, () => service.stop(), patience);
}

function isOpen({ AUTH_TYPE, MUSTER_HOST }: Settings): boolean {
  return AUTH_TYPE === "none" && !["127.0.0.1", "::1", "localhost"].includes(MUSTER_HOST ?? "");
}

type Greeted = Readonly<{
  addresses: readonly Readonly<{ name: string; url: string }>[];
  baseUrls: Readonly<{ service: string; images: string }>;
  tls: Readonly<{ fingerprint: string; authorityFile: string | null }> | null;
}>;

function greeting({ addresses, baseUrls, tls }: Greeted, dataDirectory: string): string {
  const api = addresses[0]?.url ?? "";
  const others = addresses.slice(1).map(({ url }) => url);
  const web = addresses.find(({ name }) => name === "ui")?.url ?? api;
  const rows = [
    ["Web", web],
    ["API", `${api}/api/assisted-install`],
    ["Docs", `${api}/docs`],
    ["Also at", others.join(", ")],
    ["Machines", baseUrls.service],
    ["Data", resolve(dataDirectory)],
    ["Trust", tls?.authorityFile ? resolve(tls.authorityFile) : ""],
    ["SHA-256", tls?.fingerprint ?? ""],
  ];
  const known = rows.filter(([, place]) => place !== "");
  return `Muster is ready.\n${columns(known, "  ")}\nPress Ctrl-C to stop.\n`;
}
