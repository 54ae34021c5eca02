import { checkAndRender, describeProblem } from "@muster/nmstate";
import { nodeNmstate } from "@muster/nmstate/node";
import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { readTextInput } from "../files.ts";
import { outputFlag, print } from "../output.ts";

export const nmstateCheck: Command = {
  arguments: [
    {
      name: "FILE",
      says: "A desired network state (YAML), or - for the standard input",
      repeats: true,
      completes: "files",
    },
  ],
  flags: [outputFlag],
  details: () => "Each problem is a line that starts with file:line:column. Exits with 1 when there are any.",
  async run(invocation, io) {
    const nmstate = await nodeNmstate();
    const outcomes = [];
    for (const file of invocation.args) outcomes.push(checkAndRender(nmstate, await readTextInput(file, io), { file }));
    const problems = outcomes.flatMap((outcome) => (outcome.kind === "refused" ? outcome.problems : []));
    await print(invocation, io, problems, () =>
      problems.length > 0
        ? problems.map((problem) => `${describeProblem(problem)}\n`).join("")
        : invocation.args.map((file) => `${file}: no problems\n`).join(""),
    );
    return problems.length > 0 ? exitCode.failed : exitCode.ok;
  },
};
