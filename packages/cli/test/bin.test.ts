// bin/muster as people start it.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exitCode } from "../src/exit-code.ts";
import { root } from "./terminal.ts";

const bin = join(root, "bin", "muster");
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "muster bin "));
});

afterAll(() => rmSync(directory, { recursive: true }));

test("runs through absolute and relative links, from any directory, even one with a space", () => {
  mkdirSync(join(directory, "deep"));
  symlinkSync(bin, join(directory, "absolute"));
  symlinkSync(relative(directory, bin), join(directory, "relative"));
  symlinkSync(join("..", "relative"), join(directory, "deep", "chain"));
  for (const link of ["absolute", "relative", join("deep", "chain")]) {
    const out = execFileSync(join(directory, link), ["version", "-o", "json"], { cwd: "/", encoding: "utf8" });
    expect(JSON.parse(out)).toMatchObject({ version: expect.any(String) });
  }
});

test("is found on the PATH", () => {
  const env = { ...process.env, PATH: `${join(root, "bin")}:${process.env.PATH}` };
  expect(execFileSync("muster", ["--help"], { cwd: directory, env, encoding: "utf8" })).toContain("Usage: muster");
});

test("passes words on unharmed and hands back the exit code", () => {
  const { status, stderr } = spawnSync(bin, ["serve", "--set", "LOG_LEVEL=a 'b' $c"], { encoding: "utf8" });
  expect(status).toBe(exitCode.settings);
  expect(stderr).toContain(`"a 'b' $c"`);
});

test("a reader that stops reading is no error", () => {
  const { status, stderr } = spawnSync("bash", ["-c", `set -o pipefail; '${bin}' serve --help | head -1`], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
});

test("docs/reference/exit-codes.md explains every exit code", () => {
  const page = readFileSync(join(root, "docs", "reference", "exit-codes.md"), "utf8");
  const documented = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(documented).toEqual(Object.values(exitCode));
});
