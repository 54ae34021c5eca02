import { check, describeProblem, type Problem, render } from "@muster/nmstate";
import { nodeNmstate } from "@muster/nmstate/node";
import { stringify } from "yaml";
import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { readTextInput } from "../files.ts";
import { outputFlag, print } from "../output.ts";

export const nmstateRender: Command = {
  arguments: [
    { name: "FILE", says: "A desired network state (YAML), or - for the standard input", completes: "files" },
  ],
  flags: [{ ...outputFlag, says: "Print as yaml (default) or json", completes: ["yaml", "json"] }],
  details: () =>
    "Prints what `nmstatectl gc` prints. What only `muster nmstate check` refuses is rendered, with a warning for each problem.",
  async run(invocation, io) {
    const [file = ""] = invocation.args;
    const text = await readTextInput(file, io);
    const problems = check(text, { file });
    const outcome = render(await nodeNmstate(), text, { file });
    if (outcome.kind === "refused") {
      throw new Failure(
        listing(problems.length > 0 ? problems : outcome.problems).join("\nerror: "),
        "Correct the file.",
      );
    }
    for (const line of listing(problems)) io.err(`warning: ${line}\n`);
    const rendered = { NetworkManager: outcome.value };
    const asYaml = () => stringify(rendered, { indentSeq: false, lineWidth: 0 });
    if (invocation.value("output") === "yaml") io.out(asYaml());
    else await print(invocation, io, rendered, asYaml);
    return exitCode.ok;
  },
};

const listing = (problems: readonly Problem[]): string[] => problems.map(describeProblem);
