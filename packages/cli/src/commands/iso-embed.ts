import { stat } from "node:fs/promises";
import { join, parse } from "node:path";
import { customise, type KernelArgumentEdit, type LiveIso, openLiveIso, splitKernelArguments } from "@muster/iso";
import type { Command, Invocation, Io } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { Failure, usageFailure } from "../failure.ts";
import { readTextFile } from "../files.ts";
import { imageArgument, withSources, writeOut } from "./iso-image.ts";

export const isoEmbed: Command = {
  arguments: [imageArgument],
  flags: [
    { name: "ignition", short: "i", value: "FILE", says: "The Ignition config to embed", completes: "files" },
    { name: "karg-append", value: "ARG", repeats: true, says: "A kernel argument to add, such as console=ttyS0" },
    {
      name: "karg-delete",
      value: "ARG",
      repeats: true,
      says: "A kernel argument to remove: key=value, or a key with all its values",
    },
    {
      name: "output",
      short: "o",
      value: "OUT",
      says: "The file to write (default: NAME-embedded.iso beside FILE)",
      completes: "files",
    },
  ],
  details: () =>
    "A config that is embedded already is replaced. Arguments are removed first, then added; FILE itself never changes.",
  async run(invocation, io) {
    const [file = ""] = invocation.args;
    const edits = editsOf(invocation);
    const config = invocation.value("ignition");
    if (config === undefined && edits.length === 0) {
      throw usageFailure("there is nothing to embed.", "Give --ignition FILE, --karg-append ARG or --karg-delete ARG.");
    }
    const ignition = config === undefined ? undefined : await readConfig(config, io);
    const written = await withSources([file], async (source) => {
      const live = await openLiveIso(source);
      warnOfMissing(live, edits, io);
      const image = customise(live, { kernelArguments: edits, ...(ignition && { ignition }) });
      const out = invocation.value("output") ?? (await freeName(file));
      return writeOut(image, out, config === undefined ? [file] : [file, config]);
    });
    io.out(written);
    return exitCode.ok;
  },
};

function editsOf(invocation: Invocation): KernelArgumentEdit[] {
  return (["delete", "append"] as const).flatMap((operation) =>
    invocation.values(`karg-${operation}`).map((value) => ({ operation, value })),
  );
}

/** A config that Ignition would refuse is found here, not on the console of a machine that does not boot. */
async function readConfig(path: string, io: Io): Promise<Uint8Array> {
  const text = await readTextFile(path);
  const { describeProblem, parseIgnition } = await import("@muster/ignition");
  const outcome = parseIgnition(text);
  for (const warning of outcome.warnings) io.err(`warning: ${path}: ${describeProblem(warning)}\n`);
  if (outcome.kind === "refused") {
    const problems = outcome.problems.map((problem) => `${path}: ${describeProblem(problem)}`);
    throw new Failure(problems.join("\nerror: "), "Correct the config; nothing was written.");
  }
  return Buffer.from(text);
}

function warnOfMissing({ kernelArguments }: LiveIso, edits: readonly KernelArgumentEdit[], io: Io): void {
  const present = splitKernelArguments(kernelArguments?.current ?? "");
  for (const { operation, value } of edits) {
    const isThere = present.some((argument) => argument === value || argument.startsWith(`${value}=`));
    if (operation === "delete" && !isThere) io.err(`warning: there is no kernel argument ${value} to remove.\n`);
  }
}

/** A name that nobody chose must not cost anybody a file. */
async function freeName(file: string): Promise<string> {
  const { dir, name, ext } = parse(file);
  const path = join(dir, `${name}-embedded${ext}`);
  if ((await stat(path).catch(() => undefined)) !== undefined) {
    throw new Failure(`${path} is there already.`, "Remove it, or say where to write with --output OUT.");
  }
  return path;
}
