import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { samples } from "../test/arbitraries.ts";
import { tell } from "../test/telling.ts";
import { check } from "./check/index.ts";
import { checkAndRender } from "./check-and-render.ts";
import { type Keyfile, loadNmstate, render } from "./nmstate.ts";
import { nodeNmstate } from "./node.ts";
import { compile, Instance } from "./wasm/instance.ts";
import record from "./wasm/nmstate.json" with { type: "json" };

const bytes = readFileSync(new URL("./wasm/nmstate.wasm", import.meta.url));
const nmstate = await nodeNmstate();
const file = "host.yaml";

const asListing = (files: readonly Keyfile[]): string =>
  files.map(([name, content]) => `# file: ${name}\n${content}\n`).join("");

describe("the module", () => {
  test("is the one that was recorded when it was built", () => {
    expect({ sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length }).toEqual({
      sha256: record.sha256,
      bytes: record.bytes,
    });
  });

  test("is built from the crate version that its manifest pins", () => {
    const manifest = readFileSync(new URL("../wasm/Cargo.toml", import.meta.url), "utf8");
    expect(manifest).toContain(`nmstate = { version = "=${record.version}"`);
  });

  test("asks nothing of its host, so that it runs anywhere", async () => {
    // A module with imports cannot be instantiated without them.
    const loaded = await loadNmstate(new Uint8Array(bytes));
    expect(loaded.ask("interfaces: [{name: eth1}]").kind).toBe("rendered");
  });

  test("gives its memory back: a thousand states need no more than the largest of them", async () => {
    const instance = new Instance(await compile(new Uint8Array(bytes)));
    for (const { yaml } of samples) instance.ask(yaml);
    const before = instance.memoryBytes;
    for (let round = 0; round < 50; round++) for (const { yaml } of samples) instance.ask(yaml);
    expect(instance.memoryBytes).toBe(before);
    expect(before).toBeLessThan(2 * 1024 * 1024);
  });

  test("another module is refused with words", async () => {
    const empty = await loadNmstate(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    expect(() => empty.ask("")).toThrow("not Muster's nmstate");
  });
});

describe("every sample", () => {
  test.for(samples)("$name passes the checker and renders as given", ({ yaml, keyfiles }) => {
    expect(check(yaml, { file })).toEqual([]);
    const outcome = render(nmstate, yaml, { file });
    expect(outcome.kind === "ok" ? asListing(outcome.value) : outcome.problems).toEqual(keyfiles);
  });
});

describe("rendering", () => {
  test("a rule whose table two interfaces share goes to the same one every time", () => {
    const yaml = `
interfaces:
- {name: eth1, ipv4: {enabled: true, address: [{ip: 10.0.0.2, prefix-length: 24}]}}
- {name: eth2, ipv4: {enabled: true, address: [{ip: 10.1.0.2, prefix-length: 24}]}}
routes:
  config:
  - {destination: 0.0.0.0/0, next-hop-interface: eth1, next-hop-address: 10.0.0.1, table-id: 200}
  - {destination: 0.0.0.0/0, next-hop-interface: eth2, next-hop-address: 10.1.0.1, table-id: 200}
route-rules:
  config:
  - {ip-from: 10.0.0.2/32, route-table: 200, priority: 1000}
`;
    const answers = new Set<string>();
    for (const { yaml: other } of samples) {
      nmstate.ask(other);
      answers.add(JSON.stringify(nmstate.ask(yaml)));
    }
    expect(answers.size).toBe(1);
  });

  test("what is too large, or nested without end, never reaches the library", () => {
    const large = render(nmstate, `# ${"x".repeat(200_000)}`, { file });
    const deep = render(nmstate, `interfaces: ${"[".repeat(60_000)}`, { file });
    expect([large, deep]).toMatchObject([{ problems: [{ code: "too-large" }] }, { problems: [{ code: "too-deep" }] }]);
  });

  test("a state over which the library runs out of memory is a problem, and the next one renders", () => {
    const ports = Array.from({ length: 15_000 }, (_, index) => `e${index}`).join();
    const yaml = `interfaces:\n- {name: b, type: bond, link-aggregation: {mode: 1, port: [${ports}]}}\n`;
    expect(render(nmstate, yaml, { file })).toMatchObject({ kind: "refused", problems: [{ code: "library-fault" }] });
    expect(render(nmstate, samples[0]?.yaml ?? "", { file }).kind).toBe("ok");
  });

  test("a state that renders to nothing is refused by checkAndRender", () => {
    const outcome = checkAndRender(nmstate, "interfaces: [{name: bond7, type: bond, state: absent}]\n", { file });
    expect(outcome.kind === "refused" ? outcome.problems.map(tell) : []).toMatchInlineSnapshot(`
      [
        "nothing-to-configure 1:1 : a state for which not a single profile is rendered | at least one interface that is up or down | describe the host's interfaces, or leave its network to DHCP by giving no document at all",
      ]
    `);
  });
});
