import { describe, expect, test } from "vitest";
import { mistakes, textOf } from "../test/mistakes.ts";
import { describeProblem, mostCharacters, type Outcome, type Problem, parseIgnition, problemCodes } from "./index.ts";

const allOf = (outcome: Outcome<unknown>): readonly Problem[] =>
  outcome.kind === "ok" ? outcome.warnings : [...outcome.problems, ...outcome.warnings];

describe("every mistake is named with its place", () => {
  test.each(mistakes)("$code: $says", (mistake) => {
    const outcome = parseIgnition(textOf(mistake));
    const { needed: _needed, remedy: _remedy, ...reported } = allOf(outcome)[0] ?? {};
    expect(reported).toEqual({ code: mistake.code, path: mistake.path, found: mistake.found });
    expect(outcome.kind).toBe(problemCodes[mistake.code].severity === "error" ? "refused" : "ok");
  });

  test("every code of the catalogue has one, except the bound on the size and those of apply", () => {
    const tested = new Set<string>([...mistakes.map(({ code }) => code), "too_large"]);
    const own = Object.keys(problemCodes).filter((code) => !code.startsWith("cannot_"));
    expect(own.filter((code) => !tested.has(code))).toEqual([]);
  });

  test("a text beyond the bound is not even read", () => {
    const outcome = parseIgnition(`{"a":"${"x".repeat(mostCharacters)}"}`);
    expect(allOf(outcome).map(({ code }) => code)).toEqual(["too_large"]);
  });
});

describe("what a config says", () => {
  test("nulls and unknown keys are dropped, the rest is kept", () => {
    const text = JSON.stringify({
      ignition: { version: "3.2.0", config: null },
      storage: { files: [{ path: "/a", mode: 420, user: null, colour: "red" }], links: null },
      more: { deep: [1] },
    });
    const outcome = parseIgnition(text);
    expect(outcome).toMatchObject({
      kind: "ok",
      value: { ignition: { version: "3.2.0" }, storage: { files: [{ path: "/a", mode: 420 }] } },
    });
    expect(outcome.warnings.map(({ path }) => path)).toEqual(["$.storage.files[0].colour", "$.more"]);
  });

  test("a key of a newer version is dropped, so that it cannot take effect when a merge raises the version", () => {
    const text = JSON.stringify({ ignition: { version: "3.1.0" }, kernelArguments: { shouldExist: ["quiet"] } });
    expect(parseIgnition(text)).toMatchObject({ kind: "ok", value: { ignition: { version: "3.1.0" } } });
    expect(parseIgnition(text)).not.toHaveProperty("value.kernelArguments");
  });

  test("an unknown key is met with the nearest known one", () => {
    const [problem] = allOf(parseIgnition('{"ignition":{"version":"3.5.0"},"systemd":{"unit":[]}}'));
    expect(problem?.remedy).toBe("write units, if that is meant");
  });

  test("an octal-looking mode is met with the number that is meant", () => {
    const [problem] = allOf(
      parseIgnition('{"ignition":{"version":"3.5.0"},"storage":{"files":[{"path":"/a","mode":755}]}}'),
    );
    expect(problem?.remedy).toBe("write 493 if 0755 is meant");
  });

  test("several mistakes are told at once, in the order of the rules", () => {
    const text = JSON.stringify({
      ignition: { version: "3.5.0" },
      storage: { files: [{ path: "a" }, { path: "/b", mode: -1 }] },
      systemd: { units: [{ name: "x" }] },
    });
    expect(allOf(parseIgnition(text)).map(({ code, path }) => `${code} ${path}`)).toEqual([
      "path_not_absolute $.storage.files[0].path",
      "mode_out_of_range $.storage.files[1].mode",
      "unit_name $.systemd.units[0].name",
    ]);
  });

  test("an oldest version can be asked for", () => {
    const outcome = parseIgnition('{"ignition":{"version":"3.0.0"}}', { oldest: "3.1.0" });
    expect(allOf(outcome).map(describeProblem)).toEqual([
      '$.ignition.version: found "3.0.0"; needed: version 3.1.0 or later; set ignition.version to 3.1.0',
    ]);
  });

  test("a hundred problems are enough", () => {
    const files = Array.from({ length: 5000 }, () => ({ path: "x" }));
    const outcome = parseIgnition(JSON.stringify({ ignition: { version: "3.5.0" }, storage: { files } }));
    expect(outcome.kind === "refused" && outcome.problems.length).toBe(100);
  });
});

describe("mistakes of different kinds", () => {
  const pathsOf = (config: object) => {
    const outcome = parseIgnition(JSON.stringify({ ignition: { version: "3.3.0" }, ...config }));
    return outcome.kind === "refused" ? outcome.problems.map(({ path }) => path) : [];
  };

  test("a value of the wrong type does not hide what is wrong elsewhere", () => {
    expect(
      pathsOf({
        storage: { files: [{ path: 5 }], directories: [{ path: "opt" }] },
        systemd: { units: [{ name: "a.service" }, { name: "b.servic" }] },
        passwd: { users: "core" },
      }),
    ).toEqual([
      "$.passwd.users",
      "$.storage.files[0].path",
      "$.storage.directories[0].path",
      "$.systemd.units[1].name",
    ]);
  });

  test("what is missing only because it is broken is not complained about twice", () => {
    expect(pathsOf({ storage: { files: [{ path: "/a", overwrite: true, contents: 5 }] } })).toEqual([
      "$.storage.files[0].contents",
    ]);
    expect(pathsOf({ storage: { links: [{ path: "/a", target: 5 }] } })).toEqual(["$.storage.links[0].target"]);
  });
});
