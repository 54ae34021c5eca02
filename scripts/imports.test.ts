import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { importProblems, importsOf, type Manifest, type Source } from "./imports.ts";

const root = dirname(import.meta.dirname);

test("in this repository, every import points the right way", () => {
  const paths = globSync(["packages/*/{src,test}/**/*.{ts,tsx}", "{scripts,bench,e2e}/**/*.ts"], { cwd: root });
  const sources = paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const manifests: Record<string, Manifest> = {};
  for (const path of globSync("packages/*/package.json", { cwd: root })) {
    manifests[path.split("/")[1] ?? ""] = JSON.parse(readFileSync(join(root, path), "utf8"));
  }
  expect(sources.length).toBeGreaterThan(100);
  expect(importProblems(sources, manifests)).toEqual([]);
});

const at = (path: string, text: string): Source => ({ path, text });
const manifest = (name: string, dependencies: string[] = []): Manifest => ({
  name: `@muster/${name}`,
  exports: { ".": "./src/index.ts" },
  dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, "1"])),
});

describe("what is noticed", () => {
  test.each<[what: string, source: Source, manifests: Record<string, Manifest>, problem: string]>([
    [
      "an import that points up",
      at("packages/core/src/a.ts", 'import { x } from "@muster/service";'),
      { core: manifest("core", ["@muster/service"]), service: manifest("service") },
      "core may not import service",
    ],
    [
      "an import of a neighbour",
      at("packages/agent/src/a.ts", 'export type { x } from "@muster/service";'),
      { agent: manifest("agent", ["@muster/service"]), service: manifest("service") },
      "agent may not import service",
    ],
    [
      "a package that bypasses another's public face",
      at("packages/service/src/a.ts", 'const { x } = await import("@muster/core/src/x.ts");'),
      { core: manifest("core"), service: manifest("service", ["@muster/core"]) },
      "does not export",
    ],
    [
      "a path into another package",
      at("packages/service/src/a.ts", 'import { x } from "../../core/src/x.ts";'),
      { service: manifest("service") },
      "outside its package",
    ],
    [
      "a script that reaches into a package",
      at("scripts/a.ts", 'import { x } from "../packages/core/src/x.ts";'),
      { core: manifest("core") },
      "import what packages/core exports",
    ],
    [
      "an import of the command line",
      at("bench/a.ts", 'import { x } from "@muster/cli";'),
      { cli: manifest("cli") },
      "nothing may import",
    ],
    [
      "Node in a pure package",
      at("packages/core/src/a.ts", 'import { readFile } from "node:fs";'),
      { core: manifest("core") },
      "core is pure",
    ],
    ["a clock", at("packages/core/src/a.ts", "const now = Date.now();"), { core: manifest("core") }, "reads the clock"],
    ["randomness", at("packages/core/src/a.ts", "Math.random()"), { core: manifest("core") }, "random"],
    ["a logger", at("packages/config/src/a.ts", "console.log(1)"), { config: manifest("config") }, "prints"],
    [
      "a dependency that is not declared",
      at("packages/iso/src/a.ts", 'import x from "left-pad/lib/x.js";'),
      { iso: manifest("iso") },
      "imports left-pad, which its package.json does not list",
    ],
    [
      "a dependency that nothing uses",
      at("packages/iso/src/a.ts", ""),
      { iso: manifest("iso", ["@scope/thing"]) },
      "lists @scope/thing but never imports it",
    ],
    ["a package without a layer", at("packages/attic/src/a.ts", ""), { attic: manifest("attic") }, "has no layer"],
  ])("%s", (_, source, manifests, problem) => {
    expect(importProblems([source], manifests).join("\n")).toContain(problem);
  });

  test("tests may read the clock, and the service's may play simulated machines", () => {
    const sources = [
      at("packages/core/src/a.test.ts", 'import { test } from "vitest"; Date.now();'),
      at("packages/service/test/a.ts", 'import { x } from "@muster/simulator";'),
    ];
    const manifests = {
      core: manifest("core"),
      service: { ...manifest("service"), devDependencies: { "@muster/simulator": "1" } },
      simulator: manifest("simulator"),
    };
    expect(importProblems(sources, manifests)).toEqual([]);
  });
});

test("imports are found in every form, but not in comments", () => {
  const text = `import a, {
  type b,
} from "one";
import "two";
export * from "three";
const four = await import("four");
// import x from "five";
/* import y from "six"; */`;
  expect(importsOf(text)).toEqual(["one", "three", "two", "four"]);
});
