// The scripts of the discovery config, run by a real shell.
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DiscoveryInput, discoveryConfig, readContents } from "../src/index.ts";
import { originOf } from "./origin.ts";
import { findPart, whyWithout } from "./parts.ts";

const run = promisify(execFile);
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "discovery-scripts-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

function scriptsOf(more: Partial<DiscoveryInput>): ReadonlyMap<string, string> {
  const outcome = discoveryConfig({
    infraEnvId: "5c5a1f2c-3fd4-4b1a-9c53-9f21e4f1b9d1",
    serviceBaseUrl: "http://127.0.0.1:1",
    agentImage: "quay.io/a/b:c",
    pullSecret: "{}",
    ...more,
  });
  const files = outcome.kind === "ok" ? (outcome.value.storage?.files ?? []) : [];
  return new Map(
    files.flatMap(({ path, contents = {} }) => {
      const read = readContents(contents);
      const text = read.kind === "bytes" ? Buffer.from(read.bytes).toString() : "";
      return text.startsWith("#!") ? [[path, text] as const] : [];
    }),
  );
}

const scriptOf = (more: Partial<DiscoveryInput>, path: string): string => {
  const file = join(directory, path.replaceAll("/", "_"));
  writeFileSync(file, scriptsOf(more).get(path) ?? "exit 99", { mode: 0o755 });
  return file;
};

describe("every script", () => {
  const all = new Map([
    ...scriptsOf({ ntp: { kind: "add", sources: ["a", "b"] } }),
    ...scriptsOf({ ntp: { kind: "replace", sources: ["a", "b"] }, agentBinary: { url: "http://h/m" } }),
    ...scriptsOf({ okd: { rpmsImage: "i" }, serviceBaseUrl: "http://it's/$(x)" }),
  ]);

  test.each([...all])("%s is read by the shell without complaint", (_, text) => {
    expect(spawnSync("sh", ["-n"], { input: text, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });

  const shellcheck = findPart("shellcheck");
  test.skipIf(shellcheck !== null)(
    `scripts are not examined by shellcheck: ${whyWithout("shellcheck")}`,
    ({ skip }) => {
      skip(whyWithout("shellcheck"));
    },
  );
  test.skipIf(shellcheck === null).each([...all])("%s passes shellcheck", (_, text) => {
    const options = ["--shell=sh", "--severity=warning", "-"];
    expect(spawnSync(shellcheck ?? "", options, { input: text, encoding: "utf8" }).stdout).toBe("");
  });
});

describe("time servers", () => {
  test("are added once to those that are there", () => {
    const script = scriptOf(
      { ntp: { kind: "add", sources: ["ntp.example.com", "192.0.2.1"] } },
      "/usr/local/bin/add-ntp-sources.sh",
    );
    const config = join(directory, "chrony-add.conf");
    writeFileSync(config, "pool 2.pool.example.org iburst\nserver 192.0.2.1 iburst\n");
    for (const _ of ["first", "second"]) expect(spawnSync("sh", [script, config]).status).toBe(0);
    expect(readFileSync(config, "utf8")).toBe(
      "pool 2.pool.example.org iburst\nserver 192.0.2.1 iburst\nserver ntp.example.com iburst\n",
    );
  });

  test("take the place of those that are there, whatever their names hold", () => {
    const script = scriptOf(
      { ntp: { kind: "replace", sources: ["a;touch x", "it's"] } },
      "/usr/local/bin/add-ntp-sources.sh",
    );
    const config = join(directory, "chrony-replace.conf");
    writeFileSync(config, "pool 2.pool.example.org iburst\n");
    expect(spawnSync("sh", [script, config]).status).toBe(0);
    expect(readFileSync(config, "utf8").split("\n").slice(0, 2)).toEqual([
      "server a;touch x iburst",
      "server it's iburst",
    ]);
  });
});

const curl = findPart("curl");
describe.skipIf(curl === null)("fetching the executable (needs curl on the PATH)", () => {
  const program = Buffer.from("#!/bin/sh\necho muster\n");
  const sum = createHash("sha256").update(program).digest("hex");

  test("it is fetched, checked, made executable, and not fetched again", async () => {
    let served = 0;
    const server = createServer((_, response) => {
      served += 1;
      response.end(program);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `${originOf(server)}/boot-artifacts/muster`;
    const script = scriptOf({ agentBinary: { url } }, "/usr/local/bin/muster-fetch");
    const target = join(directory, "muster");
    const environment = { env: { PATH: process.env.PATH ?? "", no_proxy: "*" } };
    await run("sh", [script, url, target, sum], environment);
    await run("sh", [script, url, target, sum], environment);
    expect({ served, text: readFileSync(target), mode: statSync(target).mode & 0o777 }).toEqual({
      served: 1,
      text: program,
      mode: 0o755,
    });
    await run("sh", [script, url, target, "any"], environment);
    expect(served).toBe(2);
    server.close();
  });
});
