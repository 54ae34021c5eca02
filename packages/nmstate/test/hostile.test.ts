import { describe, expect, test } from "vitest";
import { checkAndRender } from "../src/check-and-render.ts";
import { limits } from "../src/limits.ts";
import { nodeNmstate } from "../src/node.ts";
import { samples } from "./arbitraries.ts";

const nmstate = await nodeNmstate();

/** As many parts as fit into the bound. */
function filled(head: string, part: (index: number) => string, tail = ""): string {
  let text = head;
  for (let index = 0; text.length + part(index).length + tail.length <= limits.bytes; index++) text += part(index);
  return text + tail;
}

const half = limits.bytes / 2 - 20;

/** Each makes some part of the way slow or large: the YAML parsers, the walk, the library. */
const hostile: readonly Readonly<{ name: string; yaml: string; code: string | null }>[] = [
  { name: "brackets without end", yaml: `a: ${"[".repeat(half)}`, code: "too-deep" },
  { name: "closed brackets", yaml: `a: ${"[".repeat(half)}${"]".repeat(half)}`, code: "too-deep" },
  { name: "dashes in a line", yaml: `a:\n${"- ".repeat(half)}x`, code: "too-deep" },
  { name: "question marks in a line", yaml: `a:\n${"? ".repeat(half)}x`, code: "too-deep" },
  { name: "thousands of anchors", yaml: filled("interfaces: [", (i) => `&a${i} x,`, "]"), code: "wrong-type" },
  { name: "thousands of aliases", yaml: filled("interfaces: [&a x", () => ",*a", "]"), code: "wrong-type" },
  { name: "aliases of aliases", yaml: bomb(), code: "yaml-expansion" },
  { name: "an anchor in itself", yaml: "interfaces: &a\n- *a\n", code: "yaml-cycle" },
  { name: "thousands of unknown keys", yaml: filled("", (i) => `k${i}: 1\n`), code: "unknown-key" },
  { name: "one key thousands of times", yaml: filled("", () => "k: 1\n"), code: "duplicate-key" },
  { name: "a key of one long word", yaml: `${"k".repeat(half)}: 1\n`, code: "yaml-syntax" },
  {
    name: "thousands of interfaces",
    yaml: filled("interfaces:\n", (i) => `- {name: e${i}}\n`),
    code: "too-many-interfaces",
  },
  {
    name: "thousands of ports",
    yaml: filled("interfaces:\n- {name: b, type: bond, link-aggregation: {mode: 1, port: [x", (i) => `,e${i}`, "]}}\n"),
    code: "too-many-interfaces",
  },
  {
    name: "VLANs on VLANs on VLANs",
    yaml: filled("interfaces:\n- {name: e0}\n", (i) =>
      i < 1000 ? `- {name: e${i + 1}, type: vlan, vlan: {base-iface: e${i}, id: 7}}\n` : `# ${"x".repeat(500)}\n`,
    ),
    code: null,
  },
  {
    name: "thousands of addresses",
    yaml: filled(
      "interfaces:\n- name: e\n  ipv4:\n    enabled: true\n    address:\n",
      (i) => `    - {ip: 10.0.${i >> 8}.${i & 255}, prefix-length: 8}\n`,
    ),
    code: null,
  },
  {
    name: "VLAN ranges that unfold to millions of tags",
    yaml: filled(
      "interfaces:\n- {name: b, type: linux-bridge, bridge: {port: [{name: e, vlan: {mode: trunk, trunk-tags: [{id: 1}",
      () => ",{id-range: {min: 1, max: 4094}}",
      "]}}]}}\n",
    ),
    code: "library-fault",
  },
  { name: "a number without end", yaml: `interfaces:\n- {name: e, mtu: ${"9".repeat(half)}}\n`, code: "out-of-range" },
];

function bomb(): string {
  const names = [..."abcdefghij"];
  const lines = names.map((name, index) => {
    const inside = index === 0 ? "x" : `*${names[index - 1]}`;
    return `${name}: &${name} [${Array.from({ length: 10 }, () => inside).join()}]`;
  });
  return lines.join("\n");
}

describe("documents made to hurt", () => {
  // The time limit of each test is the bound on time; the module's own limit (128 MiB) is the bound on memory.
  test.for(hostile)("$name", { timeout: 20_000 }, ({ yaml, code }) => {
    expect(yaml.length).toBeLessThanOrEqual(limits.bytes);
    const outcome = checkAndRender(nmstate, yaml, { file: "host.yaml" });
    if (outcome.kind === "refused") expect(outcome.problems.length).toBeLessThanOrEqual(limits.problems);
    expect(outcome.kind === "refused" ? outcome.problems.map((problem) => problem.code) : [null]).toContain(code);
    expect(checkAndRender(nmstate, samples[0]?.yaml ?? "", { file: "host.yaml" }).kind).toBe("ok");
  });
});
