import { nearest } from "@muster/contract";
import {
  findFile,
  findNode,
  type IsoImage,
  memorySource,
  openIso,
  openLiveIso,
  readEmbeddedIgnition,
  walk,
} from "@muster/iso";
import type { Command, Io } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { Failure, usageFailure } from "../failure.ts";
import { imageArgument, outArgument, withSources, writeOut } from "./iso-image.ts";

export const isoExtract: Command = {
  arguments: [
    imageArgument,
    { name: "/PATH", says: "The file in the image; not with --ignition", optional: true },
    { ...outArgument, optional: true },
  ],
  flags: [{ name: "ignition", says: "The embedded Ignition config; printed when no OUT is given" }],
  details: () => `Examples
  muster iso extract live.iso /images/pxeboot/vmlinuz vmlinuz
  muster iso extract live.iso --ignition config.ign
  muster iso extract live.iso --ignition | jq .`,
  async run(invocation, io) {
    const [file = "", ...others] = invocation.args;
    if (invocation.has("ignition")) return extractIgnition(file, others, io);
    const [path, out] = others;
    if (path === undefined || out === undefined) {
      throw usageFailure(
        `${path === undefined ? "/PATH" : "OUT"} is missing.`,
        "Write `muster iso extract FILE /PATH OUT`, or `muster iso extract FILE --ignition [OUT]`.",
      );
    }
    const written = await withSources([file], async (source) => {
      const iso = await openIso(source);
      const found = findFile(iso, path);
      if (found === undefined) throw notFound(iso, file, path);
      return writeOut(found.content.data, out, [file]);
    });
    io.out(written);
    return exitCode.ok;
  },
};

async function extractIgnition(file: string, [out, extra]: readonly string[], io: Io) {
  if (extra !== undefined) {
    throw usageFailure(`"${extra}" is one argument too many.`, "Write `muster iso extract FILE --ignition [OUT]`.");
  }
  const printed = await withSources([file], async (source) => {
    const config = await readEmbeddedIgnition(await openLiveIso(source));
    if (config === undefined) {
      throw new Failure(`${file} has no embedded Ignition config.`, "`muster iso embed` puts one into an image.");
    }
    return out === undefined ? Buffer.from(config).toString("utf8") : writeOut(memorySource(config), out, [file]);
  });
  io.out(printed);
  return exitCode.ok;
}

function notFound(iso: IsoImage, file: string, path: string): Failure {
  const node = findNode(iso.root, path);
  if (node?.kind === "directory") return new Failure(`${path} is a directory in ${file}.`, "Name a file in it.");
  if (node?.kind === "link") {
    return new Failure(`${path} is a link to ${node.target} in ${file}.`, "Name the file that it leads to.");
  }
  const files = [...walk(iso.root)].flatMap((entry) => (entry.node.kind === "file" ? [`/${entry.path}`] : []));
  const guess = nearest(path, files);
  return new Failure(
    `there is no file ${path} in ${file}.`,
    guess === undefined ? "Check the path; it starts at the root of the image." : `Did you mean ${guess}?`,
  );
}
