import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DiscoveryInput, discoveryConfig, parseIgnition, printIgnition, problemCodes } from "../src/index.ts";
import { configShape } from "../src/shape/config-shape.ts";
import type { AnyShape } from "../src/shape/shape.ts";
import { ignitionVersions, minorOf } from "../src/version.ts";
import { anyConfig } from "./arbitraries.ts";
import { mistakes, textOf } from "./mistakes.ts";
import { findPart, whyWithout } from "./parts.ts";

const program = "ignition-validate";
const validator = findPart(program);

function validate(text: string): Readonly<{ accepted: boolean; says: string }> {
  const { status, stdout, stderr } = spawnSync(validator ?? program, ["-"], { input: text, encoding: "utf8" });
  return { accepted: status === 0, says: stdout + stderr };
}

test.skipIf(validator !== null)(`nothing is compared with Ignition's validator: ${whyWithout(program)}`, ({ skip }) => {
  skip(whyWithout(program));
});

describe.skipIf(validator === null)("Ignition's own validator", () => {
  test.each(mistakes)("agrees on $code: $says", (mistake) => {
    const { accepted, says } = validate(textOf(mistake));
    const isError = problemCodes[mistake.code].severity === "error";
    if (mistake.stricter) expect(accepted, "no longer stricter: remove the reason").toBe(true);
    else expect({ accepted, warns: says.includes("warning at") }).toEqual({ accepted: !isError, warns: !isError });
  });

  test("takes every config that we take", () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const text = printIgnition(config);
        expect(parseIgnition(text).kind).toBe("ok");
        expect(validate(text)).toMatchObject({ accepted: true });
      }),
      { numRuns: 60 },
    );
  });

  const discovery: DiscoveryInput = {
    infraEnvId: "5c5a1f2c-3fd4-4b1a-9c53-9f21e4f1b9d1",
    serviceBaseUrl: "https://muster.example.com:8090",
    agentImage: "quay.io/a/b:latest",
    pullSecret: "{}",
    token: "x".repeat(5000),
    sshKeys: "ssh-rsa A a",
    proxy: { httpProxy: "http://p:1", httpsProxy: "https://p:1", noProxy: "a,b" },
    serviceCa: "PEM",
    mirror: { registriesConf: "x", ca: "PEM" },
    ntp: { kind: "add", sources: ["a"] },
    staticNetwork: [{ path: "/etc/assisted/network/host0/a.nmconnection", mode: 0o600, content: "[connection]\n" }],
  };
  test.each([
    ["with a container image", {}],
    ["with an executable", { agentBinary: { url: "http://h/muster" } }],
    ["for OKD", { okd: { rpmsImage: "quay.io/okd/rpms:latest" } }],
  ])("has no complaint about the discovery config %s", (_, more) => {
    const outcome = discoveryConfig({ ...discovery, ...more });
    expect(outcome.kind === "ok" && validate(printIgnition(outcome.value))).toEqual({ accepted: true, says: "" });
  });

  test.each(ignitionVersions)("knows the same keys in version %s", (version) => {
    const { says } = validate(JSON.stringify({ ...Object(everyKey(configShape)), ignition: ignitionOf(version) }));
    const unused = [...says.matchAll(/warning at \$(\S+), .*unused key/g)].map(([, path]) => path);
    expect(unused.sort()).toEqual(newerKeys(configShape, "", minorOf(version)).sort());
  });
});

const ignitionOf = (version: string) => ({ ...Object(everyKey(configShape.fields.ignition)), version });

function everyKey(shape: AnyShape): unknown {
  switch (shape.kind) {
    case "object":
      return Object.fromEntries(Object.entries(shape.fields).map(([key, field]) => [key, everyKey(field)]));
    case "list":
      return [everyKey(shape.items)];
    default:
      return { text: "x", integer: 1, flag: true }[shape.kind];
  }
}

function newerKeys(shape: AnyShape, path: string, minor: number): string[] {
  if (shape.kind === "list") return newerKeys(shape.items, `${path}.0`, minor);
  if (shape.kind !== "object") return [];
  return Object.entries(shape.fields).flatMap(([key, field]) =>
    field.since > minor ? [`${path}.${key}`] : newerKeys(field, `${path}.${key}`, minor),
  );
}
