import { describe, expect, test } from "vitest";
import { commands } from "./command-table.ts";
import { complete } from "./complete.ts";

const words = async (...line: string[]) =>
  (await complete(line))
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => row.split("\t")[0]);

describe("what can follow", () => {
  test.each<[line: string[], candidates: string[]]>([
    [["ser"], ["serve"]],
    [["help", "ver"], ["version"]],
    [["help", "version", ""], []],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["completion", "z"], ["zsh"]],
    [["completion", "zsh", ""], []],
    [["version", "-o", "j"], ["json"]],
    [
      ["version", "--output", ""],
      ["text", "json", "yaml"],
    ],
    [["version", "--output=y"], ["--output=yaml"]],
    [["version", "--output", "=", "y"], ["yaml"]],
    [
      ["version", "--output", "="],
      ["text", "json", "yaml"],
    ],
    [["serve", "--data-"], ["--data-dir"]],
    [["serve", "--data-dir", ""], [":directories"]],
    [["serve", "--config", "m"], [":files"]],
    [["serve", "--set", "MUSTER_HO"], ["MUSTER_HOST="]],
    [["serve", "--port", ""], []],
    [["xyzzy", ""], []],
    [
      ["iso", "e"],
      ["embed", "extract"],
    ],
    [["help", "nmstate", "r"], ["render"]],
    [["iso", "append", ""], [":files"]],
    [["iso", "append", "a.iso", "b=/b", "c=/c", ""], [":files"]],
    [["iso", "embed", "--karg-d"], ["--karg-delete"]],
    [["nmstate", "check", "a.yaml", "b.yaml", ""], [":files"]],
  ])("%j is followed by %j", async (line, candidates) => {
    expect(await words(...line)).toEqual(candidates);
  });

  test("nothing typed yet: every command and help", async () => {
    const first = commands.map(({ name }) => name.split(" ")[0]);
    expect(await words("")).toEqual([...new Set(first), "help"]);
  });

  test("an address that bash took apart is put together again", async () => {
    const line = ["context", "set", "--server", "http", ":", "//lab", ":", "8090", "--no"];
    expect(await words(...line)).toEqual(["--no-token"]);
  });

  test("flags carry their explanation", async () => {
    expect(await complete(["version", "--o"])).toBe("--output\tPrint as text (default), json or yaml\n");
  });
});
