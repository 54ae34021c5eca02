import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingNames } from "@muster/service/settings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/terminal.ts";

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "muster-serve-"));
});

afterAll(() => rmSync(directory, { recursive: true }));

function fileOf(content: string): string {
  const file = join(directory, "muster.yaml");
  writeFileSync(file, content);
  return file;
}

describe("muster serve --print-config", () => {
  test("shows each value and where it came from", async () => {
    const file = fileOf("\nLOG_LEVEL: debug\n");
    const { code, out } = await run(`serve --port 1234 --set AUTH_TYPE=none --config ${file} --print-config`, {
      MUSTER_DATA_DIR: "/srv/muster",
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^MUSTER_PORT +1234 +--port$/m);
    expect(out).toMatch(/^AUTH_TYPE +none +--set$/m);
    expect(out).toMatch(/^MUSTER_DATA_DIR +\/srv\/muster +environment$/m);
    expect(out).toMatch(new RegExp(`^LOG_LEVEL +debug +${file}:2$`, "m"));
    expect(out).toMatch(/^MUSTER_API_PORT +8090 +default$/m);
  });

  test("never shows a secret", async () => {
    const { out } = await run("serve --print-config -o json", { DB_HOST: "db", DB_USER: "me", DB_PASS: "hunter2" });
    expect(out).not.toContain("hunter2");
    expect(JSON.parse(out)).toContainEqual({
      name: "DB_PASS",
      value: "********",
      from: "environment",
      place: "environment",
    });
  });

  test("the last of two flags counts, as `npm start -- --data-dir D` needs", async () => {
    const { out } = await run("serve --data-dir .muster --data-dir other --print-config");
    expect(out).toMatch(/^MUSTER_DATA_DIR +other +--data-dir$/m);
  });
});

describe("muster serve refuses wrong settings", () => {
  test("all at once, with exit code 3", async () => {
    const { code, err } = await run("serve --port many", { LOG_FORMAT: "xml" });
    expect(code).toBe(3);
    expect(err).toBe(
      [
        'error: MUSTER_PORT from --port: "many" does not fit. Needed: a whole number from 0 to 65535.',
        'error: LOG_FORMAT from the environment: "xml" does not fit. Needed: one of text, json.',
        "Correct it and start again; `muster serve --help` explains every setting.",
        "",
      ].join("\n"),
    );
  });

  test("a settings file with an unknown name", async () => {
    const { code, err } = await run(`serve --config ${fileOf("LOG_LEVLE: debug\n")}`);
    expect(code).toBe(3);
    expect(err).toContain("muster.yaml:1: LOG_LEVLE is not a setting; did you mean LOG_LEVEL?");
  });

  test("a settings file that is not there", async () => {
    expect((await run("serve --config /nowhere/muster.yaml")).err).toContain("cannot be read: ENOENT");
  });

  test("but only warns of a variable that merely looks like one", async () => {
    const { code, err } = await run("serve --print-config", { MUSTER_PROT: "1" });
    expect(code).toBe(0);
    expect(err).toContain("warning: The environment has MUSTER_PROT");
  });
});

test("muster serve --help explains every setting", async () => {
  const { out } = await run("serve --help");
  expect(settingNames.filter((name) => !out.includes(`\n  ${name} (`))).toEqual([]);
  expect(out).toContain("MUSTER_API_PORT (integer; default 8090)");
});
