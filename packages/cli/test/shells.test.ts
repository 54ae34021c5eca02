// The completion scripts in the shells themselves.
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root, run } from "./terminal.ts";

const isPresent = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;
const env = { ...process.env, PATH: `${join(root, "bin")}:${process.env.PATH}`, HOME: "/nonexistent" };

describe("bash", () => {
  const completions = (...words: string[]) => {
    const script = `
      source <(muster completion bash)
      COMP_WORDS=(muster ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}
      compopt() { :; }
      _muster
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["--norc", "-c", script], { cwd: root, env, encoding: "utf8" }).trim().split("\n");
  };

  test("completes commands", () => expect(completions("ver")).toEqual(["version"]));

  test("completes values, also behind an equals sign", () => {
    expect(completions("version", "-o", "js")).toEqual(["json"]);
    expect(completions("version", "--output", "=", "ya")).toEqual(["yaml"]);
  });

  test("completes files where a file is wanted", () => {
    expect(completions("serve", "--config", "package.js")).toEqual(["package.json"]);
  });

  test("has registered itself", () => {
    const registered = execFileSync("bash", ["--norc", "-c", "source <(muster completion bash); complete -p muster"], {
      env,
      encoding: "utf8",
    });
    expect(registered).toBe("complete -F _muster muster\n");
  });
});

describe.skipIf(!isPresent("zsh"))("zsh", () => {
  test("accepts the script", async () => {
    const { out } = await run("completion zsh");
    expect(spawnSync("zsh", ["-n"], { input: out, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });
});

describe.skipIf(!isPresent("fish"))("fish", () => {
  test("completes commands and values", () => {
    const completions = (line: string) =>
      execFileSync("fish", ["--no-config", "-c", `muster completion fish | source; complete -C '${line}'`], {
        env: { ...env, HOME: process.env.HOME },
        encoding: "utf8",
      });
    expect(completions("muster ver")).toBe("version\tPrint the version, the commit, and the Node that runs it\n");
    expect(completions("muster version -o js")).toBe("json\n");
  });
});
