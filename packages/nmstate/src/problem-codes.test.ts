import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problemCodes } from "./problem-codes.ts";

const root = new URL("../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const codes = Object.entries(problemCodes);

test("README lists the codes by which Muster is stricter than the library, no more and no fewer", () => {
  const listed = read("README.md").matchAll(/^\| `([a-z-]+)` \|/gm);
  const strict = codes.filter(([, { strict }]) => strict).map(([code]) => code);
  expect([...listed].map(([, code]) => code).sort()).toEqual(strict.sort());
});

test("every code is in some test", () => {
  const tests = ["src", "test"]
    .flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .filter((name) => name.endsWith(".test.ts") && !name.endsWith("problem-codes.test.ts"))
    .map(read)
    .join("\n");
  expect(
    codes.map(([code]) => code).filter((code) => !new RegExp(`["\`]${code}\\b|\\b${code} \\d+:\\d+`).test(tests)),
  ).toEqual([]);
});
