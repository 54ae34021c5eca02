import { appendFiles, openIso } from "@muster/iso";
import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { usageFailure } from "../failure.ts";
import { statInput } from "../files.ts";
import { imageArgument, outArgument, withSources, writeOut } from "./iso-image.ts";

export const isoAppend: Command = {
  arguments: [
    imageArgument,
    { name: "LOCAL=/PATH", says: "A local file, and its path in the image", repeats: true, completes: "files" },
    outArgument,
  ],
  flags: [{ name: "replace", says: "Take the place of files that are in the image already" }],
  details: () =>
    "Directories are made as needed. Files that may be run here may be run in the image; all are read-only.",
  async run(invocation, io) {
    const [file = "", ...others] = invocation.args;
    const out = others.at(-1) ?? "";
    const pairs = others.slice(0, -1).map(pairOf);
    const twice = pairs.find(({ path }, index) => pairs.findIndex((pair) => pair.path === path) < index);
    if (twice) throw usageFailure(`/${twice.path} is given twice.`, "Give each path in the image once.");

    const inputs = [file, ...pairs.map(({ local }) => local)];
    const written = await withSources(inputs, async (source, ...contents) => {
      const files = [];
      for (const [index, { local, path }] of pairs.entries()) {
        const content = contents[index];
        const mode = 0o444 | ((await statInput(local)).mode & 0o111);
        if (content !== undefined) files.push({ path, content, mode, replace: invocation.has("replace") });
      }
      return writeOut(appendFiles(await openIso(source), files), out, inputs);
    });
    io.out(written);
    return exitCode.ok;
  },
};

function pairOf(word: string): { local: string; path: string } {
  const at = word.indexOf("=/");
  const path = word.slice(at + 2);
  if (at < 1 || path === "" || path.endsWith("/")) {
    throw usageFailure(
      `"${word}" is no LOCAL=/PATH.`,
      "Write it as in agent.bin=/muster/agent.bin; the path names a file.",
    );
  }
  return { local: word.slice(0, at), path };
}
