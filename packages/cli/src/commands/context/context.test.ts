import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { scratch } from "../../../test/scratch.ts";
import { run } from "../../../test/terminal.ts";
import { chooseService } from "../../service/choose.ts";

const { at, put } = scratch();
let count = 0;

/** A person without contexts, and what they type. */
function person(given: Record<string, string> = {}) {
  count += 1;
  const env = { XDG_CONFIG_HOME: at(`config-${count}`), ...given };
  const file = at(`config-${count}/muster/contexts.json`);
  const asked = (flags: Record<string, string>) => ({ value: (flag: string) => flags[flag] });
  return {
    file,
    type: (line: string, outside = {}) => run(line, env, outside),
    choose: (flags: Record<string, string> = {}, more = {}) => chooseService(asked(flags), { ...env, ...more }),
  };
}

describe("contexts", () => {
  test("the first becomes the current one; the file is for its owner only", async () => {
    const { type, file } = person();
    expect(await type("context set lab --server lab.example.com:8090")).toMatchObject({ code: 0 });
    await type("context set site --server https://site.example.com/muster/");
    expect((await type("context current")).out).toBe("lab\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      current: "lab",
      contexts: {
        lab: { server: "http://lab.example.com:8090" },
        site: { server: "https://site.example.com/muster" },
      },
    });
  });

  test("a token comes from a file or standard input, is never printed, and stays with its server", async () => {
    const { type, file, choose } = person();
    const shown = [
      await type(`context set lab --server http://lab --token-file ${put("token", "t0p-secret\n")}`),
      await type("context list"),
      await type("context list -o wide"),
      await type("context list -o json"),
      await type("context current -o yaml"),
    ];
    expect(shown.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(JSON.stringify(shown)).not.toContain("t0p-secret");
    expect((await choose()).token).toEqual({ access: "t0p-secret" });
    await type("context set lab --token-file -", { input: async () => "second" });
    expect((await choose()).token).toEqual({ access: "second" });
    await type("context set lab --server http://elsewhere");
    expect(readFileSync(file, "utf8")).not.toContain("second");
  });

  test("use and delete; who deletes the current one has none", async () => {
    const { type } = person();
    await type("context set lab --server http://lab");
    await type("context set site --server http://site");
    await type("context use site");
    expect((await type("context list")).out).toMatch(/^\* +site +http:\/\/site/m);
    await type("context delete site");
    expect(await type("context current")).toMatchObject({ code: 1, out: "" });
    expect((await type("context list -o json")).out).not.toContain("site");
  });

  test.each([
    ["context use labb", 1, "Choose one of: lab"],
    ["context use constructor", 1, 'there is no context "constructor"'],
    ["context delete nope", 1, 'there is no context "nope"'],
    ["context set other", 2, "--server URL"],
    ["context set other --server ftp://x", 2, '"ftp://x" from --server is no address'],
    ["context set other --server http://me:pw@x", 2, "a token goes into a file"],
    ["context set other --server http://x --token-file /nowhere", 1, "/nowhere cannot be read"],
    ["context set lab --token-file -", 2, "the token is empty"],
    ["context list -o xml", 2, "Choose one of: table, wide, json, yaml."],
  ])("`muster %s` exits with %i and says what to do", async (line, code, says) => {
    const { type } = person();
    await type("context set lab --server http://lab");
    const failed = await type(line);
    expect(failed.code).toBe(code);
    expect(failed.err).toContain(says);
  });

  test("a file that holds something else is not overwritten", async () => {
    const { type, file } = person();
    await type("context set lab --server http://lab");
    put(file.slice(at("").length), '{"contexts": {"lab": {"server": 7}}}');
    expect((await type("context set lab --server http://other")).err).toContain("does not hold contexts");
  });
});

describe("which service a command talks to", () => {
  test("where nothing is set, the one on this machine", async () => {
    expect(await person().choose()).toMatchObject({ server: "http://localhost:8090", because: "the default" });
  });

  test("--server, --context, MUSTER_SERVER, MUSTER_CONTEXT, the current context: the first that is there", async () => {
    const { type, choose } = person();
    await type("context set lab --server http://lab");
    await type("context set site --server http://site");
    const env = { MUSTER_SERVER: "http://env", MUSTER_CONTEXT: "site" };
    expect(await choose({ server: "http://flag" }, env)).toMatchObject({ server: "http://flag" });
    expect(await choose({ context: "site" }, env)).toMatchObject({ server: "http://site" });
    expect(await choose({}, env)).toMatchObject({ server: "http://env", because: "MUSTER_SERVER" });
    expect(await choose({}, { MUSTER_CONTEXT: "site" })).toMatchObject({ server: "http://site" });
    expect(await choose()).toMatchObject({ server: "http://lab", because: "context lab" });
    await expect(choose({ server: "http://x", context: "lab" })).rejects.toThrow("both name a service");
  });

  test("a saved token goes to its own server only, by whatever name that is reached", async () => {
    const { type, choose } = person();
    await type(`context set lab --server http://lab --token-file ${put("token", "mine")}`);
    expect((await choose({ server: "http://lab/" })).token).toEqual({ access: "mine" });
    expect((await choose({ server: "lab" })).token).toEqual({ access: "mine" });
    expect((await choose({}, { MUSTER_SERVER: "LAB:80" })).token).toEqual({ access: "mine" });
    expect((await choose({ server: "http://other" })).token).toBeUndefined();
    expect((await choose({ server: "http://other" }, { MUSTER_TOKEN: "given" })).token).toEqual({ access: "given" });
  });
});
