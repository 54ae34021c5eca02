import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { outputFlag, print } from "../output.ts";
import { columns } from "../text.ts";

export const version: Command = {
  flags: [outputFlag],
  async run(invocation, io) {
    const about = {
      version: await versionIn(io.root),
      commit: await commitOf(io.root),
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
    };
    await print(invocation, io, about, () => `${columns(Object.entries(about))}\n`);
    return exitCode.ok;
  },
};

async function versionIn(root: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return textIn(manifest, "version") ?? "unknown";
}

/** A build writes `build.json` beside package.json; a checkout asks git. */
async function commitOf(root: string): Promise<string> {
  const built = await readFile(join(root, "build.json"), "utf8").catch(() => undefined);
  if (built !== undefined) return textIn(JSON.parse(built), "commit") ?? "unknown";
  const git = promisify(execFile)("git", ["-C", root, "rev-parse", "--show-toplevel", "HEAD"]);
  const [top, commit] = (await git.catch(() => ({ stdout: "" }))).stdout.split("\n");
  // A copy inside somebody else's repository must not claim that repository's commit.
  return top === root && commit ? commit : "unknown";
}

function textIn(value: unknown, key: string): string | undefined {
  if (typeof value !== "object" || value === null || !(key in value)) return undefined;
  const found: unknown = Reflect.get(value, key);
  return typeof found === "string" ? found : undefined;
}
