import { describe, expect, test } from "vitest";
import { run } from "../test/terminal.ts";
import { commandGroups, commands } from "./command-table.ts";

describe("help", () => {
  test.each(["", "--help", "-h", "help"])("`muster %s` lists every command under its group", async (line) => {
    const { code, out, err } = await run(line);
    expect([code, err]).toEqual([0, ""]);
    for (const { title } of commandGroups) expect(out).toContain(`\n${title}\n`);
    for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^  ${name} +${summary}$`, "m"));
  });

  test.each(commands.map(({ name }) => name))("`muster help %s` and `muster %s --help` say the same", async (name) => {
    const { code, out } = await run(`help ${name}`);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: muster ${name}`);
    expect((await run(`${name} --help`)).out).toBe(out);
  });

  test.each(["iso", "iso --help", "help iso"])("`muster %s` lists the commands about images", async (line) => {
    const { code, out } = await run(line);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}iso inspect +Show /m);
    expect(out).not.toContain("nmstate");
  });

  test("help is given even when the rest of the line is wrong", async () => {
    expect((await run("completion too many words -h")).code).toBe(0);
  });

  test("summaries start with a capital and have no full stop", () => {
    expect(commands.filter(({ summary }) => !/^[A-Z].*[^.]$/.test(summary))).toEqual([]);
  });
});

describe("slips of the pen", () => {
  test.each([
    ["srve", "Did you mean `muster serve`?"],
    ["--hlep", "Did you mean `muster --help`?"],
    ["--vresion", "Did you mean `muster --version`?"],
    ["serve --prot 1", "Did you mean --port?"],
    ["version --outptu json", "Did you mean --output?"],
    ["serve --port", "Write --port PORT"],
    ["serve --port --host x", "Write --port PORT"],
    ["serve --print-config=yes", "Write just --print-config"],
    ["serve here", "Usage: muster serve [flags]"],
    ["version -o xml", "Choose one of: text, json, yaml."],
    ["completion", "SHELL is missing"],
    ["completion tcsh", "Choose one of: bash, zsh, fish."],
    ["serve --set LOG_LEVEL", "Write --set NAME=VALUE."],
    ["--port 1", "Write `muster COMMAND [flags]`."],
    ["cluster --bogus", "Write `muster cluster COMMAND [flags]`"],
    ["cluster -o json list", "Write `muster cluster COMMAND [flags]`"],
    ["iso inspet x.iso", "Did you mean `muster iso inspect`?"],
    ["iso xyzzyplugh", "`muster iso --help` lists all commands."],
    ["nmstate check", "Usage: muster nmstate check FILE... [flags]"],
    ["iso append a.iso b.iso", "Usage: muster iso append FILE LOCAL=/PATH... OUT [flags]"],
  ])("`muster %s` says what to do and exits 2", async (line, remedy) => {
    const { code, out, err } = await run(line);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^error: /);
    expect(err).toContain(remedy);
    expect(err).not.toContain("    at ");
  });

  test("a word that resembles no command gets no guess", async () => {
    expect((await run("xyzzyplugh")).err).toBe(
      'error: there is no command "xyzzyplugh".\n`muster --help` lists all commands.\n',
    );
  });

  test.each([
    ["--debug srve", {}],
    ["srve --debug", {}],
    ["srve", { MUSTER_DEBUG: "1" }],
  ])("with %s %o there is a stack trace", async (line, env) => {
    expect((await run(line, env)).err).toContain("    at ");
  });
});

describe("version", () => {
  test("for people: version, commit, Node, platform", async () => {
    const { out } = await run("version");
    expect(out).toMatch(/^version {3}\d+\.\d+\.\d+\ncommit {4}([0-9a-f]{40}|unknown)\nnode {6}v\d+.*\nplatform /);
    expect((await run("--version")).out).toBe(out);
  });

  test("for programs: the same as JSON and YAML", async () => {
    const fromJson: unknown = JSON.parse((await run("version -o json")).out);
    expect(fromJson).toMatchObject({ node: process.version, platform: `${process.platform}-${process.arch}` });
    const { parse } = await import("yaml");
    expect(parse((await run("version --output=yaml")).out)).toEqual(fromJson);
  });
});
