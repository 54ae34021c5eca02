import { describe, expect, test } from "vitest";
import { problemsIn } from "../test/telling.ts";
import { limits } from "./limits.ts";

describe("YAML itself", () => {
  test("broken syntax is told at its place", () => {
    expect(problemsIn("interfaces:\n- name: eth1\n  type: [ethernet\n")).toMatchInlineSnapshot(`
      [
        "yaml-syntax 4:1 : broken YAML (Flow sequence in block collection must be sufficiently indented and end with a ]) | well-formed YAML | mend the indentation, brackets or quotes at this place",
      ]
    `);
  });

  test("two documents", () => {
    expect(problemsIn("interfaces: []\n---\ninterfaces: []\n")).toMatchInlineSnapshot(`
      [
        "yaml-syntax 2:1 : a second YAML document | one document with one host's network | put each host's network into a document of its own",
      ]
    `);
  });

  test("an empty document, or one of comments", () => {
    expect([problemsIn(""), problemsIn("# nothing yet\n")]).toMatchInlineSnapshot(`
      [
        [
          "nothing-to-configure 1:1 : an empty document | a network state with interfaces | describe the host's interfaces, or leave its network to DHCP by giving no document at all",
        ],
        [
          "nothing-to-configure 1:1 : an empty document | a network state with interfaces | describe the host's interfaces, or leave its network to DHCP by giving no document at all",
        ],
      ]
    `);
  });

  test("a key that appears twice", () => {
    expect(problemsIn("interfaces:\n- name: eth1\n  mtu: 1500\n  mtu: 9000\n")).toMatchInlineSnapshot(`
      [
        "duplicate-key 4:3 interfaces[0].mtu: key mtu for the second time in one map | each key once | keep one of the two",
      ]
    `);
  });

  test("a key that is no text", () => {
    expect(problemsIn("interfaces:\n- name: eth1\n  1: x\n")).toMatchInlineSnapshot(`
      [
        "wrong-type 3:3 interfaces[0]: key 1 | a name as key | put the key in quotes if it is meant so, or mend the indentation",
      ]
    `);
  });

  test("a tag", () => {
    expect(problemsIn("interfaces:\n- name: !!str eth1\n")).toMatchInlineSnapshot(`
      [
        "yaml-tag 2:15 interfaces[0].name: tag tag:yaml.org,2002:str | plain values | remove the tag; quote the value if it must stay text",
      ]
    `);
  });

  test("an alias without its anchor", () => {
    expect(problemsIn("interfaces:\n- name: eth1\n  ipv4: *nowhere\n")).toMatchInlineSnapshot(`
      [
        "yaml-syntax 3:9 interfaces[0].ipv4: *nowhere, which no anchor defines | an anchor before each alias | define the anchor further up, or write the value out",
      ]
    `);
  });

  test("an anchor that contains itself", () => {
    expect(problemsIn("interfaces: &all\n- name: eth1\n  ipv4: *all\n")).toMatchInlineSnapshot(`
      [
        "yaml-cycle 3:9 interfaces[0].ipv4: alias *all inside the value that anchor &all names | a document without circles | write the value out at this place",
      ]
    `);
  });

  test("a handful of lines that unfold to millions of values", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x,x]",
      ..."bcdef".split("").map((name, index) => {
        const before = "abcde"[index];
        return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join()}]`;
      }),
    ].join("\n");
    expect(problemsIn(bomb)).toMatchInlineSnapshot(`
      [
        "yaml-expansion 5:17 e[3]: aliases that unfold to more than 50000 values | at most 50000 values in one document | write the values out instead of nesting aliases",
      ]
    `);
  });

  test("aliases that stay small are read through, and mistakes behind them are found", () => {
    expect(
      problemsIn("interfaces:\n- name: eth1\n  ipv4: &ip\n    enabled: fals\n- name: eth2\n  ipv6: *ip\n"),
    ).toMatchInlineSnapshot(`
      [
        "wrong-type 4:14 interfaces[0].ipv4.enabled: "fals" | true or false | correct the value",
        "wrong-type 4:14 interfaces[1].ipv6.enabled: "fals" | true or false | correct the value",
      ]
    `);
  });
});

describe("bounds", () => {
  test("a text beyond the bound is not even parsed", () => {
    expect(problemsIn(`# ${"x".repeat(limits.bytes)}`)).toMatchInlineSnapshot(`
      [
        "too-large 1:1 : 131074 bytes of YAML | at most 131072 bytes for one host | leave out what the library fills in by itself, or describe other hosts in their own documents",
      ]
    `);
  });

  test("brackets without end", () => {
    expect(problemsIn(`interfaces: ${"[".repeat(50_000)}`)).toMatchInlineSnapshot(`
      [
        "too-deep 1:45 : more than 32 levels of lists and maps | at most 32 levels | look for a bracket that is not closed, or for indentation that runs away",
      ]
    `);
  });

  test("lists in lists by indentation alone", () => {
    expect(problemsIn(`interfaces:\n${"- ".repeat(40)}x\n`)).toMatchInlineSnapshot(`
      [
        "too-deep 2:65 interfaces[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: more than 32 levels of lists and maps | at most 32 levels | look for a bracket that is not closed, or for indentation that runs away",
      ]
    `);
  });
});
