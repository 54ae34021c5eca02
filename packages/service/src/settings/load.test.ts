import { describe, expect, test } from "vitest";
import { osImagesFrom } from "./derived.ts";
import { type Loaded, loadSettings, type Sources } from "./load.ts";
import { allSettings, settingNames } from "./schema.ts";

type Given = Partial<Pick<Sources, "flags" | "env">> & { file?: string };

function load({ flags, env = {}, file }: Given): Loaded {
  const config = file === undefined ? {} : { MUSTER_CONFIG: "muster.yaml" };
  return loadSettings({ flags: { ...config, ...flags }, env, readFile: () => file ?? "" });
}

function loaded(given: Given) {
  const result = load(given);
  if (result.kind === "problems") throw new Error(result.problems.join("\n"));
  return result;
}

function problems(given: Given): readonly string[] {
  const result = load(given);
  return result.kind === "problems" ? result.problems : [];
}

describe("where a value comes from", () => {
  test("with nothing given, every setting has its default", () => {
    const { settings, origins, warnings } = loaded({});
    expect(settings.MUSTER_API_PORT).toBe(8090);
    expect(settings.HOST_MAX_DISCONNECTION_TIME).toBe(180_000);
    expect(settings.SERVICE_BASE_URL).toBeUndefined();
    expect(settingNames.filter((name) => origins[name].from !== "default")).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("a flag wins over the environment, the environment over the file", () => {
    const { settings, origins } = loaded({
      flags: { MUSTER_PORT: "1001" },
      env: { MUSTER_PORT: "1002", LOG_LEVEL: "debug" },
      file: "MUSTER_PORT: 1003\nLOG_LEVEL: trace\n\nENABLE_SOFT_TIMEOUTS: true\n",
    });
    expect(settings).toMatchObject({ MUSTER_PORT: 1001, LOG_LEVEL: "debug", ENABLE_SOFT_TIMEOUTS: true });
    expect(origins.MUSTER_PORT).toEqual({ from: "flag", place: "--port", text: "1001" });
    expect(origins.LOG_LEVEL).toEqual({ from: "environment", place: "environment", text: "debug" });
    expect(origins.ENABLE_SOFT_TIMEOUTS).toEqual({ from: "file", place: "muster.yaml:4", text: "true" });
  });

  test("an empty variable counts as not set", () => {
    expect(loaded({ env: { NTP_DEFAULT_SERVER: "", MUSTER_API_PORT: "" } }).settings.MUSTER_API_PORT).toBe(8090);
  });

  test("the environment can name the file", () => {
    const result = loadSettings({
      flags: {},
      env: { MUSTER_CONFIG: "/etc/muster.yaml" },
      readFile: (path) => (path === "/etc/muster.yaml" ? "LOG_LEVEL: debug" : ""),
    });
    expect(result).toMatchObject({ kind: "settings", settings: { LOG_LEVEL: "debug" } });
  });

  test("a structure may be written as YAML in the file", () => {
    const { settings } = loaded({
      file: "HW_VALIDATOR_REQUIREMENTS:\n  - version: default\n    master: { cpu_cores: 2 }\nALLOWED_DOMAINS: [a, b]\n",
    });
    expect(settings.HW_VALIDATOR_REQUIREMENTS).toEqual([{ version: "default", master: { cpu_cores: 2 } }]);
    expect(settings.ALLOWED_DOMAINS).toEqual(["a", "b"]);
  });
});

describe("wrong values stop the start", () => {
  test("with the name, the value, where it came from and what is needed; all at once", () => {
    expect(problems({ env: { MUSTER_API_PORT: "80900", HOST_MAX_DISCONNECTION_TIME: "3" } })).toEqual([
      'MUSTER_API_PORT from the environment: "80900" does not fit. Needed: a whole number from 1 to 65535.',
      'HOST_MAX_DISCONNECTION_TIME from the environment: "3" does not fit. Needed: a time with its unit, such as 200ms, 90s, 3m or 1h30m.',
    ]);
  });

  test("a wrong secret is not shown, nor is a right one", () => {
    const wrong = problems({ env: { DATABASE_URL: "mysql://user:hunter2@host" } });
    expect(wrong).toHaveLength(1);
    expect(wrong.join()).toContain("DATABASE_URL");
    expect(wrong.join()).not.toContain("hunter2");
    const right = loaded({ env: { DATABASE_URL: "postgres://user:hunter2@host/db" } });
    expect(JSON.stringify(right.origins)).not.toContain("hunter2");
  });

  test("settings whose names speak of secrets are secret", () => {
    const telling = settingNames.filter((name) => /PASS|SECRET|CREDS|PRIVATE|SELF_TOKEN$|DATABASE_URL/.test(name));
    expect(telling.filter((name) => !allSettings[name].secret && !name.startsWith("ACKNOWLEDGE"))).toEqual([]);
  });

  test("an unknown validation id names itself", () => {
    expect(problems({ env: { DISABLED_HOST_VALIDATIONS: "connected,conected" } })).toEqual([
      'DISABLED_HOST_VALIDATIONS from the environment: "connected,conected" does not fit ("conected" is unknown). Needed: ids of host validations, separated by commas.',
    ]);
  });

  test("requirements with a slip say where it is", () => {
    const [problem] = problems({
      env: { HW_VALIDATOR_REQUIREMENTS: '[{"version":"default","master":{"cpu_cores":"4"}}]' },
    });
    expect(problem).toContain("[0].master.cpu_cores is");
  });

  test("objects in S3 need a bucket and keys", () => {
    const found = problems({ env: { STORAGE: "s3", AWS_ACCESS_KEY_ID: "key" } });
    expect(found.map((problem) => problem.split(" ")[0])).toEqual(["S3_BUCKET", "AWS_SECRET_ACCESS_KEY"]);
  });

  test.each([
    [{ AUTH_TYPE: "oidc" }, ["MUSTER_OIDC_ISSUER is not set", "MUSTER_OIDC_CLIENT_ID is not set"]],
    [{ AUTH_TYPE: "agent-installer-local" }, ["EC_PUBLIC_KEY_PEM is not set"]],
    [{ AUTH_TYPE: "local" }, []],
    [{ SERVE_HTTPS: "true" }, ["HTTPS_CERT_FILE is not set", "HTTPS_KEY_FILE is not set"]],
    [{ SERVE_HTTPS: "true", MUSTER_HTTPS_SELF_SIGNED: "true" }, []],
    [{ HTTP_LISTEN_PORT: "8088" }, ["SERVE_HTTPS is false"]],
    [{ MUSTER_ENCRYPTION_KEY: "a", MUSTER_ENCRYPTION_KEY_FILE: "b" }, ["give one of them"]],
  ])("%j: what is missing is said before anything starts", (env, expected) => {
    expect(problems({ env })).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  test("the three ports must differ, unless there is only one", () => {
    const env = { MUSTER_UI_PORT: "8090" };
    expect(problems({ env })).toHaveLength(1);
    expect(problems({ env: { ...env, MUSTER_PORT: "9000" } })).toEqual([]);
  });

  test("PostgreSQL by host needs a user", () => {
    expect(problems({ env: { DB_HOST: "db" } }).join()).toContain("DB_USER");
  });
});

describe("names that do not exist", () => {
  test("in the file, each is an error with its line and the nearest name", () => {
    expect(problems({ file: "LOG_LEVEL: info\nLOG_LEVLE: debug\n" })).toEqual([
      "muster.yaml:2: LOG_LEVLE is not a setting; did you mean LOG_LEVEL?",
    ]);
  });

  test("in the file, a name of another program says whose it is", () => {
    expect(problems({ file: "PULL_SECRET_FILE: /x\n" }).join()).toContain("rendezvous host");
  });

  test("given with --set, they are an error too", () => {
    expect(problems({ flags: { LOG_LEVLE: "debug" } })).toEqual([
      "--set: LOG_LEVLE is not a setting; did you mean LOG_LEVEL?",
    ]);
  });

  test("in the environment, one that looks like ours is a warning", () => {
    const { warnings } = loaded({
      env: { MUSTER_PROT: "1", HOME: "/", MUSTER_DEBUG: "1", HOST_STAGE_NAP_TIMEOUT: "3m" },
    });
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain("did you mean MUSTER_PORT?");
  });

  test("one that nothing heeds is a warning with the reason, unless it asks for what is so anyway", () => {
    const { warnings } = loaded({
      env: { LISTEN_PORT: "9000", IPV6_SUPPORT: "true", CLUSTER_MONITOR_INTERVAL: "10000ms" },
      file: "ENABLE_EVENT_STREAMING: true\n",
    });
    expect(warnings).toEqual([
      expect.stringMatching(/^LISTEN_PORT from the environment has no effect: .*MUSTER_IMAGES_PORT/),
      expect.stringMatching(/^ENABLE_EVENT_STREAMING from muster.yaml:1 has no effect: /),
    ]);
  });

  test("levels of logs are known by the names that Go programs have for them", () => {
    const level = (LOG_LEVEL: string) => loaded({ env: { LOG_LEVEL } }).settings.LOG_LEVEL;
    expect(["warning", "WARNING", "Panic", "DEBUG"].map(level)).toEqual(["warn", "warn", "fatal", "debug"]);
  });

  test("live images may say where their root filesystem is, as lists of old do", () => {
    const image = { openshift_version: "4.8", cpu_architecture: "x86_64", url: "http://a/b.iso", version: "48.84" };
    const OS_IMAGES = JSON.stringify([{ ...image, rootfs_url: "http://a/rootfs.img" }]);
    expect(loaded({ env: { OS_IMAGES } }).settings.OS_IMAGES).toMatchObject([image]);
  });

  test("live images may be listed under the name of old", () => {
    const image = { openshift_version: "4.8", cpu_architecture: "x86_64", url: "http://a/b.iso", version: "48.84" };
    const old = { RHCOS_VERSIONS: JSON.stringify([image]) };
    expect(osImagesFrom(loaded({ env: old }).settings)).toEqual([image]);
    const both = { ...old, OS_IMAGES: JSON.stringify([{ ...image, openshift_version: "4.9" }]) };
    expect(osImagesFrom(loaded({ env: both }).settings)).toMatchObject([{ openshift_version: "4.9" }]);
  });
});

describe("the file itself", () => {
  test("that cannot be read is an error with its path", () => {
    const result = loadSettings({
      flags: { MUSTER_CONFIG: "gone.yaml" },
      env: {},
      readFile: () => {
        throw new Error("no such file");
      },
    });
    expect(result).toEqual({
      kind: "problems",
      problems: ["The settings file gone.yaml cannot be read: no such file."],
    });
  });

  test.each(["", "# nothing\n", "LOG_LEVEL:\n"])("%j sets nothing", (file) => {
    expect(loaded({ file }).settings.LOG_LEVEL).toBe("info");
  });

  test("that is not YAML says where", () => {
    expect(problems({ file: "LOG_LEVEL: [info\n" })[0]).toMatch(/^muster\.yaml:\d+:\d+: this is not YAML/);
  });

  test("that is a list says what it should be", () => {
    expect(problems({ file: "- a\n" })[0]).toContain("LOG_LEVEL: debug");
  });
});
