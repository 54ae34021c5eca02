import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseIgnition, printIgnition, problemCodes } from "../src/index.ts";
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
