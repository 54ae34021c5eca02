// `muster serve` as a process: it says where it is, refuses a second start, and stops when asked to.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exitCode } from "../src/exit-code.ts";
import { root } from "./terminal.ts";

const bin = join(root, "bin", "muster");
const env = { ...process.env, LOG_LEVEL: "silent", MUSTER_HOST: "127.0.0.1" };
let directory: string;
let server: ChildProcess;
let greeting = "";
let port = "";

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "muster-serve-"));
  server = spawn(bin, ["serve", "--port", "0", "--data-dir", join(directory, "data")], { env });
  await new Promise<void>((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`ended with ${code}`)));
    server.stdout?.on("data", (chunk) => {
      greeting += chunk;
      if (greeting.includes("Press Ctrl-C")) resolve();
    });
  });
  port = /:(\d+)\//.exec(greeting)?.[1] ?? "";
}, 60_000);

afterAll(() => {
  server.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

test("says where the API, the docs and the data are", async () => {
  const words = greeting.replaceAll(/ +/g, " ");
  expect(words).toContain(` API http://127.0.0.1:${port}/api/assisted-install`);
  expect(words).toContain(` Docs http://127.0.0.1:${port}/docs`);
  expect(words).toContain(` Data ${join(directory, "data")}`);
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);
});

test.each([
  ["a port that is in use", () => ["--port", port, "--data-dir", join(directory, "other")], "in use"],
  [
    "a data directory that is in use",
    () => ["--port", "0", "--data-dir", join(directory, "data")],
    "another muster serve",
  ],
  ["a data directory that is a file", () => ["--port", "0", "--data-dir", join(bin, "data")], "is a file"],
])(
  "refuses %s in one line, with what to do",
  (_, flags, message) => {
    const { status, stdout, stderr } = spawnSync(bin, ["serve", ...flags()], { env, encoding: "utf8" });
    expect([status, stdout]).toEqual([exitCode.start, ""]);
    expect(stderr).toMatch(/^error: .+\.\n[A-Z].+\.\n$/);
    expect(stderr).toContain(message);
  },
  30_000,
);

test("stops in good order when asked to, even when npm passes the signal on a second time", async () => {
  const ended = once(server, "exit");
  server.kill("SIGINT");
  server.kill("SIGINT");
  expect(await ended).toEqual([exitCode.ok, null]);
});
