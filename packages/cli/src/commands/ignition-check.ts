import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { outputFlag, print } from "../output.ts";
import { configArgument, describeLocated, inspectConfig, type LocatedProblem } from "./ignition-config.ts";

export const ignitionCheck: Command = {
  arguments: [{ ...configArgument, repeats: true }],
  flags: [outputFlag],
  details: () =>
    "Each problem is a line that starts with file:line:column; what has no effect is a warning. Exits with 1 when a config would be refused.",
  async run(invocation, io) {
    const problems: LocatedProblem[] = [];
    for (const file of invocation.args) problems.push(...(await inspectConfig(file, io)).problems);
    const isRefused = problems.some(({ severity }) => severity === "error");
    await print(invocation, io, problems, () =>
      problems.length > 0
        ? problems
            .map((problem) => `${problem.severity === "warning" ? "warning: " : ""}${describeLocated(problem)}\n`)
            .join("")
        : invocation.args.map((file) => `${file}: no problems\n`).join(""),
    );
    return isRefused ? exitCode.failed : exitCode.ok;
  },
};
