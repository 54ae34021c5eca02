import { describeProblem, mergeIgnition, printIgnition } from "@muster/ignition";
import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { Failure, usageFailure } from "../failure.ts";
import { outputFlag, print } from "../output.ts";
import { configArgument, requireConfig } from "./ignition-config.ts";

export const ignitionMerge: Command = {
  arguments: [{ ...configArgument, repeats: true }],
  flags: [{ ...outputFlag, says: "Print as json (default) or yaml", completes: ["json", "yaml"] }],
  details: () => `Each config goes over those before it, by the rules of the specification; the result has the newest of
their versions, and everything in it, secrets included.

Example
  muster ignition merge base.ign site.ign host.ign > merged.ign`,
  async run(invocation, io) {
    if (invocation.args.filter((file) => file === "-").length > 1) {
      throw usageFailure("- is given twice, but there is one standard input.", "Name files for the others.");
    }
    const configs = [];
    for (const file of invocation.args) configs.push(await requireConfig(file, io));
    const [base, ...overrides] = configs;
    if (base === undefined) throw usageFailure("FILE is missing.", "Name the configs to merge.");
    const outcome = mergeIgnition(base, ...overrides);
    if (outcome.kind === "refused") {
      const problems = outcome.problems.map((problem) => `the merged config: ${describeProblem(problem)}`);
      throw new Failure(
        problems.join("\nerror: "),
        "Each config is sound by itself; change what contradicts the other.",
      );
    }
    const merged = printIgnition(outcome.value, { indent: 2 });
    await print(invocation, io, JSON.parse(merged), () => `${merged}\n`);
    return exitCode.ok;
  },
};
