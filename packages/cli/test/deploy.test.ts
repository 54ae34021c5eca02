// What deploy/ holds, against what the service really takes, listens on and answers.
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, routes } from "@muster/contract";
import { startService } from "@muster/service";
import { allSettings, isSettingName, loadSettings, type SettingName } from "@muster/service/settings";
import { afterAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { findCommand } from "../src/command-table.ts";
import { root } from "./terminal.ts";

const deploy = join(root, "deploy");
const textOf = (path: string) => readFileSync(join(deploy, path), "utf8");

// biome-ignore lint/suspicious/noExplicitAny: manifests are looked into by paths that a missing part makes undefined.
type Manifest = any;

const files = globSync("**/*.yaml", { cwd: deploy }).sort();
const parsed = files.map((path) => {
  const documents = parseAllDocuments(textOf(path), { strict: true });
  return { path, errors: documents.flatMap(({ errors }) => errors), manifests: documents.map((one) => one.toJS()) };
});
const manifests: readonly Manifest[] = parsed.flatMap(({ manifests: inFile }) => inFile);
const base = (kind: string): Manifest => {
  const [path = ""] = files.filter((file) => file.includes("/base/") && textOf(file).includes(`\nkind: ${kind}\n`));
  return parseAllDocuments(textOf(path))[0]?.toJS();
};
const compose: Manifest = parseAllDocuments(textOf("compose.yaml"))[0]?.toJS();
const containerfile = textOf("Containerfile");

const portSettings: readonly SettingName[] = ["MUSTER_API_PORT", "MUSTER_UI_PORT", "MUSTER_IMAGES_PORT"];
const ports = portSettings.map((name) => Number(allSettings[name].default));

test("every file is YAML, and a manifest of the base is listed there", () => {
  expect(parsed.filter(({ errors }) => errors.length > 0)).toEqual([]);
  const listed = parseAllDocuments(textOf("kubernetes/base/kustomization.yaml"))[0]?.toJS().resources;
  const present = files.filter((path) => path.startsWith("kubernetes/base/")).map((path) => path.split("/").at(-1));
  expect([...listed, "kustomization.yaml"].sort()).toEqual(present.sort());
});

test("settings that are named exist, have values that fit, and secrets are not in a ConfigMap", () => {
  const maps = manifests.filter(({ kind }) => kind === "ConfigMap").map(({ data }) => data);
  expect(maps).toHaveLength(3);
  const example = textOf("kubernetes/overlays/production/secret.env.example");
  const inSecret = [...example.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  const inImage = [...containerfile.matchAll(/^(?:ENV|\s+)\s*([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  const named = [
    ...maps.flatMap(Object.keys),
    ...inSecret,
    ...inImage,
    ...Object.keys(compose.services.muster.environment),
  ];
  expect(named.filter((name) => !isSettingName(name) && name !== "NODE_COMPILE_CACHE")).toEqual([]);
  for (const [name, value] of maps.flatMap((map) => Object.entries<string>(map))) {
    if (!isSettingName(name)) continue;
    expect([name, allSettings[name].secret ?? false, allSettings[name].kind.read(value).ok]).toEqual([
      name,
      false,
      true,
    ]);
  }
  for (const name of inSecret) expect([name, isSettingName(name) && allSettings[name].secret]).toEqual([name, true]);
});

test("ports are those that the service listens on, everywhere", () => {
  const byNumber = (some: readonly number[]) => [...some].sort((a, b) => a - b);
  const container = base("Deployment").spec.template.spec.containers[0];
  expect(container.ports.map(({ containerPort }: Manifest) => containerPort)).toEqual(ports);
  expect(base("Service").spec.ports.map(({ port }: Manifest) => port)).toEqual(ports);
  expect(base("NetworkPolicy").spec.ingress[0].ports.map(({ port }: Manifest) => port)).toEqual(ports);
  expect(compose.services.muster.ports).toEqual(ports.map((port) => `${port}:${port}`));
  expect(byNumber((/^EXPOSE (.*)$/m.exec(containerfile)?.[1] ?? "").split(" ").map(Number))).toEqual(byNumber(ports));
  const names = container.ports.map(({ name }: Manifest) => name);
  for (const { targetPort } of base("Service").spec.ports) expect(names).toContain(targetPort);
});

test("probes ask what the service answers: alive by /health, ready by /ready", () => {
  const [container] = base("Deployment").spec.template.spec.containers;
  const probes = ["startupProbe", "livenessProbe", "readinessProbe"].map((name) => container[name].httpGet);
  expect(probes.map(({ path }) => path)).toEqual(["/health", "/health", "/ready"]);
  expect(new Set(probes.map(({ port }) => port))).toEqual(new Set(["api"]));
  const known = Object.values(routes)
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path);
  for (const { path } of probes) expect(known).toContain(path);
});

test("with HTTPS the probes speak TLS too, and the certificate is where the settings say", () => {
  const https: Manifest = parseAllDocuments(textOf("kubernetes/components/https/deployment.yaml"))[0]?.toJS();
  const [container] = https.spec.template.spec.containers;
  for (const name of ["startupProbe", "livenessProbe", "readinessProbe"]) {
    expect(container[name].httpGet).toEqual({ scheme: "HTTPS" });
  }
  const [{ mountPath }] = container.volumeMounts;
  for (const name of ["HTTPS_CERT_FILE", "HTTPS_KEY_FILE"]) expect(production[name]).toContain(`${mountPath}/tls.`);
});

/** What a pod of the production overlay is told. */
const production: Readonly<Record<string, string>> = Object.assign(
  {},
  ...["base/config-map", "components/https/settings", "overlays/production/addresses"].map(
    (path) => parseAllDocuments(textOf(`kubernetes/${path}.yaml`))[0]?.toJS().data,
  ),
);

describe("a service as in production, but for its database, objects and certificate", () => {
  const directory = mkdtempSync(join(tmpdir(), "muster-deploy-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const elsewhere = {
    STORAGE: "filesystem",
    MUSTER_DATA_DIR: directory,
    MUSTER_HOST: "127.0.0.1",
    MUSTER_PORT: "0",
    LOG_LEVEL: "silent",
    MUSTER_SHUTDOWN_DELAY: "0s",
  };

  test.for([
    ["plain", { SERVE_HTTPS: "false" }],
    ["with TLS", { MUSTER_HTTPS_SELF_SIGNED: "true", HTTPS_CERT_FILE: "", HTTPS_KEY_FILE: "" }],
  ] as const)("lets people log in, and is found alive: %s", { timeout: 120_000 }, async ([, tls]) => {
    const loaded = loadSettings({ flags: { ...production, ...elsewhere, ...tls }, env: {}, readFile: () => "" });
    if (loaded.kind === "problems") throw new Error(loaded.problems.join("; "));
    const service = await startService({ settings: loaded.settings });
    try {
      const [address = ""] = service.addresses.map(({ url }) => url);
      const { port, protocol } = new URL(address);
      if (protocol === "http:") {
        const access = await createClient({ baseUrl: `http://127.0.0.1:${port}` }).call("musterGetAccess");
        expect(access).toMatchObject({ issuer: production.MUSTER_OIDC_ISSUER, login_path: expect.any(String) });
      }
      expect(await exitOfHealthCheck(port)).toBe(0);
      await service.stop();
      expect(await exitOfHealthCheck(port)).toBe(1);
    } finally {
      await service.stop();
    }
  });

  const exitOfHealthCheck = (port: string) =>
    new Promise((resolve) => {
      const env = { ...process.env, MUSTER_PORT: port };
      execFile(process.execPath, [join(deploy, "health-check.mjs")], { env }, (error) => resolve(error?.code ?? 0));
    });

  test("the image asks it so", () => {
    expect(containerfile).toContain("COPY deploy/health-check.mjs ./");
    expect(containerfile).toContain('CMD ["node", "health-check.mjs"]');
  });
});

describe("replicas", () => {
  const { spec } = base("Deployment");
  const pod = spec.template;

  test("are found by every selector, and the job is not", () => {
    const labels = pod.metadata.labels;
    const selectors = [
      spec.selector.matchLabels,
      base("Service").spec.selector,
      base("PodDisruptionBudget").spec.selector.matchLabels,
      base("NetworkPolicy").spec.podSelector.matchLabels,
      ...pod.spec.topologySpreadConstraints.map(({ labelSelector }: Manifest) => labelSelector.matchLabels),
    ];
    for (const selector of selectors) expect(labels).toMatchObject(selector);
    expect(base("Job").spec.template.metadata.labels).not.toMatchObject(base("Service").spec.selector);
  });

  test("are several, leave one at a time, and get the time that they need to stop", () => {
    expect(spec.replicas).toBeGreaterThan(1);
    expect(spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
    expect(base("PodDisruptionBudget").spec.maxUnavailable).toBe(1);
    const seconds = (text: string) => Number(text.replace("s", ""));
    const { MUSTER_SHUTDOWN_DELAY: delay, MUSTER_SHUTDOWN_TIMEOUT: timeout } = base("ConfigMap").data;
    expect(seconds(delay) + seconds(timeout)).toBeLessThan(pod.spec.terminationGracePeriodSeconds);
    expect(base("ConfigMap").data.STORAGE).toBe("s3");
  });

  test("run as nobody, on a root filesystem that is read-only, and write where the image says", () => {
    const directory = /MUSTER_DATA_DIR=(\S+)/.exec(containerfile)?.[1];
    const [container] = pod.spec.containers;
    expect(container.volumeMounts.map(({ mountPath }: Manifest) => mountPath)).toEqual([directory, "/tmp"]);
    expect(compose.services.muster.volumes).toEqual([`muster:${directory}`]);
    for (const { spec: podSpec } of [pod, base("Job").spec.template]) {
      expect(podSpec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const { securityContext } of podSpec.containers) {
        expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
      }
    }
    expect(containerfile).toMatch(/^USER 1000:0$/m);
  });
});

test("one image everywhere, and what it is told to run are commands", () => {
  const pods = [base("Deployment").spec.template.spec, base("Job").spec.template.spec];
  const containers = pods.flatMap(({ containers: all }) => all);
  const [image] = manifests.flatMap(({ images = [] }) => images);
  expect(new Set([...containers, compose.services.muster].map((one: Manifest) => one.image))).toEqual(
    new Set([image.name]),
  );
  const runs = [...containers.map(({ args }: Manifest) => args), ["serve"]];
  for (const args of runs) expect(findCommand(args)).toMatchObject({ kind: "command", rest: [] });
  for (const { envFrom } of containers) {
    expect(envFrom).toEqual([{ configMapRef: { name: "muster" } }, { secretRef: { name: "muster" } }]);
  }
});
