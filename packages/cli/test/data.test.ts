import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { exitCode } from "../src/exit-code.ts";
import { run } from "./terminal.ts";

const directory = mkdtempSync(join(tmpdir(), "muster-data-"));
const at = (name: string) => join(directory, name);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const type = (line: string, ask?: (question: string) => Promise<string>) =>
  run(line, { LOG_LEVEL: "silent" }, ask ? { ask } : {});

test("a database is made, exported, imported elsewhere, and replaced only by those who mean it", async () => {
  expect(await type(`data export ${at("a.tar")} --data-dir ${at("one")}`)).toMatchObject({
    code: exitCode.failed,
    err: expect.stringContaining("there is no database in"),
  });
  const made = await type(`data migrate --data-dir ${at("one")}`);
  expect(made).toMatchObject({ code: exitCode.ok, out: expect.stringContaining("from nothing to 0") });
  expect((await type(`data migrate --data-dir ${at("one")}`)).out).toContain("is up to date");

  const exported = await type(`data export ${at("a.tar")} --data-dir ${at("one")}`);
  expect(exported).toMatchObject({ code: exitCode.ok, out: expect.stringContaining("0 rows and 0 files") });
  expect(exported.out).toContain("not encrypted: keep it as safe");
  expect((await type(`data export ${at("a.tar")} --data-dir ${at("one")}`)).err).toContain("is there already");

  expect(await type(`data import ${at("a.tar")} --data-dir ${at("two")}`)).toMatchObject({ code: exitCode.ok });
  const replace = `data import ${at("a.tar")} --data-dir ${at("two")} --replace`;
  expect((await type(replace)).err).toContain("Nobody can be asked");
  expect((await type(replace, async () => "no")).err).toContain("stays as it is");
  expect((await type(replace, async () => "yes")).code).toBe(exitCode.ok);
  expect(JSON.parse((await type(`${replace} --yes -o json`)).out)).toMatchObject({ objects: 0, missingKeys: [] });

  writeFileSync(at("cut.tar"), readFileSync(at("a.tar")).subarray(0, 600));
  const cut = await type(`data import ${at("cut.tar")} --data-dir ${at("three")}`);
  expect(cut).toMatchObject({ code: exitCode.failed, err: expect.stringContaining("is no whole archive of Muster") });
  expect((await type(`data import ${at("nowhere.tar")} --data-dir ${at("three")}`)).err).toContain("does not exist");
}, 120_000);
