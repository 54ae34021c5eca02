// Flags win over the environment, the environment over the file, the file over defaults.
import { type FileEntry, parseSettingsFile, unknownName } from "./file.ts";
import { allSettings, isSettingName, type SettingName, type Settings, settingNames } from "./schema.ts";
import type { Setting } from "./setting.ts";

export type Sources = Readonly<{
  /** By setting name, as the person wrote them. */
  flags: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Throws when the file cannot be read. */
  readFile(path: string): string;
}>;

export type Origin = Readonly<{
  from: "flag" | "environment" | "file" | "default";
  /** For people: `--port`, `environment`, `muster.yaml:3`, `default`. */
  place: string;
  /** The value as it was written, with secrets masked. */
  text: string;
}>;

export type Loaded =
  | Readonly<{
      kind: "settings";
      settings: Settings;
      origins: Readonly<Record<SettingName, Origin>>;
      /** Things that do not stop the start but that the person should know. */
      warnings: readonly string[];
    }>
  | Readonly<{ kind: "problems"; problems: readonly string[] }>;

type Given = Readonly<{ raw: unknown; from: Origin["from"]; place: string }>;

export function loadSettings(sources: Sources): Loaded {
  const { flags, env } = sources;
  const file = readSettingsFile(sources);
  const problems = [
    ...file.problems,
    ...Object.keys(flags)
      .filter((name) => !isSettingName(name))
      .map((name) => `--set: ${unknownName(name)}`),
  ];
  const values: Partial<Settings> = {};
  const origins: Partial<Record<SettingName, Origin>> = {};
  for (const name of settingNames) {
    const setting = allSettings[name];
    const given = choose(name, setting, flags, env, file);
    if (given === undefined) {
      Object.assign(values, { [name]: setting.fallback });
      origins[name] = { from: "default", place: "default", text: setting.default ?? "" };
      continue;
    }
    const reading = setting.kind.read(given.raw);
    if (reading.ok) Object.assign(values, { [name]: reading.value });
    else problems.push(wrongValue(name, setting, given, reading.because));
    origins[name] = { from: given.from, place: given.place, text: masked(setting, given.raw) };
  }
  if (problems.length > 0 || !isComplete(values) || !isComplete(origins)) return { kind: "problems", problems };
  const conflicts = disagreements(values);
  if (conflicts.length > 0) return { kind: "problems", problems: conflicts };
  return { kind: "settings", settings: values, origins, warnings: [...strangers(env), ...idle(values, origins)] };
}

function isComplete<Values extends Partial<Record<SettingName, unknown>>>(
  values: Values,
): values is Values & Required<Values> {
  return settingNames.every((name) => name in values);
}

type ReadFile = Readonly<{ path: string; entries: ReadonlyMap<SettingName, FileEntry>; problems: readonly string[] }>;

function readSettingsFile({ flags, env, readFile }: Sources): ReadFile {
  const path = flags.MUSTER_CONFIG || env.MUSTER_CONFIG || "";
  if (path === "") return { path, entries: new Map(), problems: [] };
  let content: string;
  try {
    content = readFile(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { path, entries: new Map(), problems: [`The settings file ${path} cannot be read: ${why}.`] };
  }
  return { path, ...parseSettingsFile(path, content) };
}

/** An empty value counts as not given: environments of containers often carry `NAME=`. */
function choose(
  name: SettingName,
  { flag }: Setting,
  flags: Sources["flags"],
  env: Sources["env"],
  file: ReadFile,
): Given | undefined {
  const onFlag = flags[name];
  if (onFlag !== undefined && onFlag !== "") {
    return { raw: onFlag, from: "flag", place: flag === undefined ? "--set" : `--${flag}` };
  }
  const inEnv = env[name];
  if (inEnv !== undefined && inEnv !== "") return { raw: inEnv, from: "environment", place: "environment" };
  const inFile = file.entries.get(name);
  if (inFile !== undefined && inFile.value !== "") {
    return { raw: inFile.value, from: "file", place: `${file.path}:${inFile.line}` };
  }
  return undefined;
}

function wrongValue(name: SettingName, setting: Setting, given: Given, because?: string): string {
  const found = setting.secret ? "its value (hidden) does not fit" : `${quote(given.raw)} does not fit`;
  const why = because === undefined || setting.secret ? "" : ` (${because})`;
  const where = given.from === "environment" ? "the environment" : given.place;
  return `${name} from ${where}: ${found}${why}. Needed: ${setting.kind.allows}.`;
}

function quote(raw: unknown): string {
  const text = typeof raw === "string" ? raw : JSON.stringify(raw);
  return `"${text.length > 80 ? `${text.slice(0, 77)}…` : text}"`;
}

function masked(setting: Setting, raw: unknown): string {
  if (setting.secret) return "********";
  return typeof raw === "string" ? raw : JSON.stringify(raw);
}

/** Values that are each right but cannot stand together. */
function disagreements(settings: Settings): string[] {
  const problems: string[] = [];
  problems.push(...accessDisagreements(settings));
  if (settings.STORAGE === "s3") {
    for (const name of ["S3_BUCKET", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const) {
      if (settings[name] === undefined) {
        problems.push(`${name} is not set, but STORAGE is s3: set it, or keep files with STORAGE=filesystem.`);
      }
    }
  }
  if (settings.DATABASE_URL === undefined && settings.DB_HOST !== undefined && settings.DB_USER === undefined) {
    problems.push("DB_USER is not set, but DB_HOST is: name the user in PostgreSQL, or set DATABASE_URL instead.");
  }
  const ports = [settings.MUSTER_API_PORT, settings.MUSTER_UI_PORT, settings.MUSTER_IMAGES_PORT];
  if (settings.MUSTER_PORT === undefined && new Set(ports).size < ports.length) {
    problems.push(
      "MUSTER_API_PORT, MUSTER_UI_PORT and MUSTER_IMAGES_PORT must differ; set MUSTER_PORT to serve everything on one.",
    );
  }
  return problems;
}

/** Settings about who may come in that do not fit together: to pass over one would leave a door open, or shut. */
function accessDisagreements(settings: Settings): string[] {
  const missing = (name: SettingName, why: string, remedy: string): string[] =>
    settings[name] === undefined ? [`${name} is not set, but ${why}: ${remedy}.`] : [];
  const because = `AUTH_TYPE is ${settings.AUTH_TYPE}`;
  const byType: { readonly [Type in Settings["AUTH_TYPE"]]?: readonly string[] } = {
    "agent-installer-local":
      settings.EC_PRIVATE_KEY_PEM === undefined
        ? missing("EC_PUBLIC_KEY_PEM", because, "give the key that checks the tokens of the installation")
        : [],
    oidc: [
      ...missing("MUSTER_OIDC_ISSUER", because, "give the address of the issuer"),
      ...missing("MUSTER_OIDC_CLIENT_ID", because, "give the client that this service is there"),
    ],
  };
  const withTls =
    settings.SERVE_HTTPS && !settings.MUSTER_HTTPS_SELF_SIGNED
      ? [
          ...missing(
            "HTTPS_CERT_FILE",
            "SERVE_HTTPS is true",
            "name the certificate, or set MUSTER_HTTPS_SELF_SIGNED=true",
          ),
          ...missing("HTTPS_KEY_FILE", "SERVE_HTTPS is true", "name its key, or set MUSTER_HTTPS_SELF_SIGNED=true"),
        ]
      : [];
  const withoutTls =
    !settings.SERVE_HTTPS && settings.HTTP_LISTEN_PORT !== undefined
      ? [
          "HTTP_LISTEN_PORT is a plain port beside TLS, but SERVE_HTTPS is false: set it to true, or leave the port out.",
        ]
      : [];
  const keys =
    settings.MUSTER_ENCRYPTION_KEY !== undefined && settings.MUSTER_ENCRYPTION_KEY_FILE !== undefined
      ? ["MUSTER_ENCRYPTION_KEY and MUSTER_ENCRYPTION_KEY_FILE both hold keys: give one of them."]
      : [];
  return [...(byType[settings.AUTH_TYPE] ?? []), ...withTls, ...withoutTls, ...keys];
}

/** Settings that somebody gave and nothing heeds: whoever counts on one should not have to find out. */
function idle(values: Settings, origins: Readonly<Record<SettingName, Origin>>): string[] {
  return settingNames.flatMap((name) => {
    const { noEffect, fallback } = allSettings[name];
    const { from, place } = origins[name];
    if (noEffect === undefined || from === "default" || values[name] === fallback) return [];
    return [`${name} from ${from === "environment" ? "the environment" : place} has no effect: ${noEffect}`];
  });
}

/** Variables that look like ours but are none: most likely a slip of the pen. */
function strangers(env: Sources["env"]): string[] {
  return Object.keys(env)
    .filter((name) => /^(?:MUSTER_|HOST_STAGE_.*_TIMEOUT$|FINALIZING_STAGE_.*_TIMEOUT$)/.test(name))
    .filter((name) => !isSettingName(name) && name !== "MUSTER_DEBUG")
    .map((name) => `The environment has ${name}, which is passed over: ${unknownName(name)}`);
}
