import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { scratch } from "../../test/scratch.ts";
import { root, run } from "../../test/terminal.ts";

const { at, put } = scratch();
const samples = join(root, "packages", "nmstate", "test", "fixtures", "samples");
const sample = join(samples, "bond-mac-mtu.yaml");

const mistaken = `interfaces:
  - name: eth0
    type: ethernet
    mtuu: 1500
    ipv4:
      enabled: true
      address:
        - ip: 192.0.2.300
          prefix-length: 24
`;
/** The library renders it; the checker knows that the gateway cannot be reached. */
const dubious = `interfaces:
  - name: eth0
    type: ethernet
    state: up
    ipv4:
      enabled: true
      address:
        - ip: 192.0.2.3
          prefix-length: 24
routes:
  config:
    - destination: 0.0.0.0/0
      next-hop-address: 198.51.100.1
      next-hop-interface: eth0
`;

describe("muster nmstate check", () => {
  test("a good file has no problems", async () => {
    expect(await run(`nmstate check ${sample}`)).toEqual({ code: 0, out: `${sample}: no problems\n`, err: "" });
  });

  test("all mistakes of all files, as file:line:column, and exit code 1", async () => {
    const [one, two] = [put("one.yaml", mistaken), put("two.yaml", dubious)];
    const { code, out, err } = await run(`nmstate check ${one} ${sample} ${two}`);
    expect([code, err]).toEqual([1, ""]);
    const places = out.split("\n").map((line) => line.split(": ", 1)[0]);
    expect(places).toEqual([`${one}:4:5`, `${one}:8:15`, expect.stringMatching(`^${two}:13:`), ""]);
    expect(out).not.toContain("no problems");
  });

  test("for programs: a list of problems", async () => {
    const file = put("one.yaml", mistaken);
    const { code, out } = await run(`nmstate check ${file} -o json`);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([{ file, line: 4, column: 5 }, { line: 8 }]);
    expect((await run(`nmstate check ${sample} -o json`)).out).toBe("[]\n");
  });

  test("text that is no network state has a place, too", async () => {
    const { code, out } = await run(`nmstate check ${put("text.yaml", "just text\n")}`);
    expect(code).toBe(1);
    expect(out).toMatch(/^\S+text\.yaml:1:1: /);
  });

  test("a file that is not there", async () => {
    const { code, err } = await run(`nmstate check ${at("nowhere.yaml")}`);
    expect(code).toBe(1);
    expect(err).toContain("nowhere.yaml cannot be read: it does not exist.");
  });
});

describe("muster nmstate render", () => {
  test("YAML and JSON hold the same profiles: those of the samples", async () => {
    const { code, out, err } = await run(`nmstate render ${sample}`);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /^NetworkManager:\n- - bond99\.nmconnection\n {2}- \|\n {4}\[connection\]\n {4}autoconnect=true\n/,
    );
    expect((await run(`nmstate render ${sample} -o yaml`)).out).toBe(out);
    const rendered: { NetworkManager: [string, string][] } = JSON.parse(
      (await run(`nmstate render ${sample} -o json`)).out,
    );
    expect(parse(out)).toEqual(rendered);
    const expected = readFileSync(join(samples, "bond-mac-mtu.keyfiles"), "utf8");
    const asSample = rendered.NetworkManager.map(([name, content]) => `# file: ${name}\n${content}`).join("\n");
    expect(asSample.trim()).toBe(expected.trim());
  });

  test("what the library renders is rendered, with a warning where the checker has doubts", async () => {
    const { code, out, err } = await run(`nmstate render ${put("two.yaml", dubious)}`);
    expect(code).toBe(0);
    expect(out).toContain("- - eth0.nmconnection");
    expect(err).toMatch(/^warning: \S+two\.yaml:13:\d+: routes/);
  });

  test("what cannot be rendered is explained, all at once", async () => {
    const { code, out, err } = await run(`nmstate render ${put("one.yaml", mistaken)}`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^error: \S+one\.yaml:4:5: .*\nerror: \S+one\.yaml:8:15: /);
    expect(err).not.toContain("    at ");
  });
});
